import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '@tessera/shared/contract'
import { checkDeliveryQuestion } from '../domain/delivery-question.ts'
import { readProxyTarget } from '../domain/proxy-target.ts'
import { requestError } from '../errors.ts'
import { isSameSite } from '../server/same-site.server.ts'
import { plainError } from '../server/plain-error.server.ts'
import type { ShellContext } from '../server/shell-context.server.ts'
import { pickHeaders } from './proxy-headers.ts'
import type { Upstream } from './upstream.server.ts'

const PREFIX = '/api/delivery/*'
/** Beyond this nobody writes a search by hand or by machine. */
const MAX_SEARCH_BYTES = 64 * 1024
const REQUEST = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const
const ANSWER = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified'] as const

/**
 * The delivery API under the site's own address, for a site that asks for it (`deliveryProxy`): published content alone,
 * read with the site's own token, which no browser sees. Source: reference react-base C3, security 1.10.
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
  { config }: ShellContext,
  upstream: Upstream,
): Promise<FastifyReply> {
  const { path, wirePath, query } = readProxyTarget(request.raw.url ?? '/', PREFIX)
  const { method } = request
  const isPost = method === 'POST'
  if (isPost && !isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
  const projectIds = config.projects.map(({ id }) => id)
  checkDeliveryQuestion({ method, path, query, ...(isPost ? { body: request.body } : {}) }, projectIds)
  for (const name of [...query.keys()]) if (name.toLowerCase() === 'versionstatus') query.delete(name)
  query.set('versionStatus', 'published')

  const end = new AbortController()
  reply.raw.once('close', () => end.abort())
  const found = await upstream.send({
    method: isPost ? 'POST' : method === 'HEAD' ? 'HEAD' : 'GET',
    url: `${config.platform.apiUrl}${wirePath}?${query.toString()}`,
    headers: {
      ...pickHeaders(request.headers, REQUEST),
      'accept-encoding': 'identity',
      accesstoken: config.secrets.accessToken,
      ...(isPost ? { 'content-type': 'application/json' } : {}),
    },
    ...(isPost ? { body: JSON.stringify(request.body) } : {}),
    signal: end.signal,
  })
  return reply
    .code(found.status)
    .headers(pickHeaders(found.headers, ANSWER))
    .headers({ 'cache-control': isPost || found.status >= 400 ? 'no-store' : 'private, no-cache' })
    .header('surrogate-control', 'no-store')
    .send(found.body)
}
