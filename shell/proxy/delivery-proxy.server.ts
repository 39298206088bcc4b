import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '@tessera/shared/contract'
import { checkDeliveryQuestion, narrowQuestion } from '../domain/delivery-question.ts'
import { guardedTypes } from '../domain/guarded-types.ts'
import { readProxyTarget } from '../domain/proxy-target.ts'
import { requestError } from '../errors.ts'
import { isSameSite } from '../server/same-site.server.ts'
import { plainError } from '../server/plain-error.server.ts'
import type { ShellContext } from '../server/shell-context.server.ts'
import { pickHeaders } from './proxy-headers.ts'
import { sendOpenPart } from './send-open-part.server.ts'
import type { Upstream } from './upstream.server.ts'

const PREFIX = '/api/delivery/*'
/** Beyond this nobody writes a search by hand or by machine. */
const MAX_SEARCH_BYTES = 64 * 1024
const REQUEST = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const
const ANSWER = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified'] as const

/**
 * The delivery API under the site's own address, for a site that asks for it (`deliveryProxy`): published content alone,
 * read with the site's own token, which no browser sees, and nothing of types that the site's own mappings keep for some
 * visitors. Source: reference react-base C3, security 1.10; docs/decisions/0019.
 */
export const deliveryProxy =
  (shell: ShellContext, upstream: Upstream): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    if (!shell.config.deliveryProxy) return
    app.route({
      method: ['GET', 'HEAD', 'POST'],
      url: PREFIX,
      logLevel: 'warn',
      bodyLimit: MAX_SEARCH_BYTES,
      // In its answers, and with its errors, this is an API: never a page.
      errorHandler: (error, request, reply) => {
        request.headers.accept = 'application/json'
        void plainError(toAppError(error), request, reply, shell)
      },
      handler: (request, reply) => answer(request, reply, shell, upstream),
    })
  }

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, releases }: ShellContext,
  upstream: Upstream,
): Promise<FastifyReply> {
  const { path, wirePath, query } = readProxyTarget(request.raw.url ?? '/', PREFIX)
  const method = request.method === 'POST' ? 'POST' : request.method === 'HEAD' ? 'HEAD' : 'GET'
  const isPost = method === 'POST'
  if (isPost && !isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
  const question = { method, path, query, ...(isPost ? { body: request.body } : {}) }
  const projectIds = config.projects.map(({ id }) => id)
  checkDeliveryQuestion(question, projectIds)
  const types = guardedTypes(releases.snapshot().table)
  const asked = narrowQuestion(question, types)

  const end = new AbortController()
  reply.raw.once('close', () => end.abort())
  const found = await upstream.send({
    method,
    url: `${config.platform.apiUrl}${wirePath}?${publishedOnly(asked.query).toString()}`,
    headers: {
      // An answer that is looked through is another one than the platform's: nobody has it already.
      ...pickHeaders(request.headers, types.some ? REQUEST.slice(0, 2) : REQUEST),
      'accept-encoding': 'identity',
      accesstoken: config.secrets.accessToken,
      ...(isPost ? { 'content-type': 'application/json' } : {}),
    },
    ...(isPost ? { body: JSON.stringify(asked.body) } : {}),
    signal: end.signal,
  })
  void reply
    .code(found.status)
    .headers({ 'cache-control': isPost || found.status >= 400 ? 'no-store' : 'private, no-cache' })
    .header('surrogate-control', 'no-store')
  if (types.some) return sendOpenPart(found, method, types, reply)
  return reply.headers(pickHeaders(found.headers, ANSWER)).send(found.body)
}

function publishedOnly(query: URLSearchParams): URLSearchParams {
  const published = new URLSearchParams(query)
  for (const name of [...published.keys()]) if (name.toLowerCase() === 'versionstatus') published.delete(name)
  published.set('versionStatus', 'published')
  return published
}
