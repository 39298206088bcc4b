import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { toAppError } from '@tessera/shared/contract'
import { readCapped } from '@tessera/shared/io'
import { checkDeliveryQuery, narrowQuery } from './delivery-query.ts'
import { guardedTypes, isGuardedEntry, withoutGuarded, type GuardedTypes } from '../../page/access.ts'
import {
  readProxyTarget,
  pickHeaders,
  createUpstream,
  type ProxyLimits,
  type Upstream,
  type UpstreamAnswer,
} from './upstream.server.ts'
import { requestError, proxyError } from '../../errors.ts'
import { isSameSite, plugin } from '../../http/server.server.ts'
import type { SiteConfig } from '@tessera/shared/config'
import { visitorLeft } from '../../page/create-page.server.ts'
import type { ErrorPages } from '../../page/error-pages.server.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { assetProxy, type ProxySources } from './asset-proxy.server.ts'

interface DeliverySources {
  readonly config: SiteConfig
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly sendError: ErrorPages['send']
}

const PREFIX = '/api/delivery/*'
/** Largest body of a search. */
const MAX_SEARCH_BYTES = 64 * 1024
const REQUEST = ['accept', 'accept-language', 'if-none-match', 'if-modified-since'] as const
const ANSWER = ['content-type', 'content-length', 'content-encoding', 'etag', 'last-modified'] as const

/**
 * Proxies the delivery API under the site's own origin, if the site enables it (`deliveryProxy`): only published content,
 * read with the site's own token, which browsers never see, and without content types that the site's mappings restrict to
 * some visitors. Source: reference react-base C3, security 1.10; docs/decisions/0019.
 */
const deliveryProxy =
  (sources: DeliverySources, upstream: Upstream): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    if (!sources.config.deliveryProxy) return
    app.route({
      method: ['GET', 'HEAD', 'POST'],
      url: PREFIX,
      logLevel: 'warn',
      bodyLimit: MAX_SEARCH_BYTES,
      // Errors are JSON, never a page.
      errorHandler: (error, request, reply) => {
        request.headers.accept = 'application/json'
        void sources.sendError(toAppError(error), request, reply)
      },
      handler: (request, reply) => answer(request, reply, sources, upstream),
    })
  }

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, releases }: DeliverySources,
  upstream: Upstream,
): Promise<FastifyReply> {
  const { path, wirePath, query } = readProxyTarget(request.raw.url ?? '/', PREFIX)
  const method = request.method === 'POST' ? 'POST' : request.method === 'HEAD' ? 'HEAD' : 'GET'
  const isPost = method === 'POST'
  if (isPost && !isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
  const question = { method, path, query, ...(isPost ? { body: request.body } : {}) }
  const projectIds = config.projects.map(({ id }) => id)
  checkDeliveryQuery(question, projectIds)
  const types = guardedTypes(releases.snapshot().table)
  const asked = narrowQuery(question, types)

  const found = await upstream.send({
    method,
    url: `${config.platform.apiUrl}${wirePath}?${publishedOnly(asked.query).toString()}`,
    headers: {
      // A filtered answer differs from the platform's, so its ETag does not apply: conditional headers are not passed on.
      ...pickHeaders(request.headers, types.some ? REQUEST.slice(0, 2) : REQUEST),
      'accept-encoding': 'identity',
      accesstoken: config.secrets.accessToken,
      ...(isPost ? { 'content-type': 'application/json' } : {}),
    },
    ...(isPost ? { body: JSON.stringify(asked.body) } : {}),
    signal: visitorLeft(reply),
  })
  if (found.status >= 500) {
    found.body.destroy()
    throw proxyError('proxy/failed', { details: { status: found.status } })
  }
  void reply
    .code(found.status)
    .headers({ 'cache-control': isPost || found.status >= 400 ? 'no-store' : 'private, no-cache' })
    .headers({ 'surrogate-control': 'no-store', ...pickHeaders(found.headers, ['retry-after']) })
  if (types.some) return sendPublicPart(found, method, types, reply)
  return reply.headers(pickHeaders(found.headers, ANSWER)).send(found.body)
}

function publishedOnly(query: URLSearchParams): URLSearchParams {
  const published = new URLSearchParams(query)
  for (const name of [...published.keys()]) if (name.toLowerCase() === 'versionstatus') published.delete(name)
  published.set('versionStatus', 'published')
  return published
}

/** Largest answer that is filtered; larger ones are refused. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Sends the public part of an answer. An answer that cannot be filtered is refused.
 * @throws AppError proxy/not-allowed, proxy/failed, proxy/too-large
 */
async function sendPublicPart(
  { headers, body }: UpstreamAnswer,
  method: string,
  types: GuardedTypes,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (method === 'HEAD') {
    body.destroy()
    return reply.type(JSON_TYPE).send('')
  }
  if (!/\bjson\b/i.test(String(headers['content-type'] ?? ''))) {
    body.destroy()
    throw proxyError('proxy/failed')
  }
  const text = await readCapped(body, MAX_BYTES, () => proxyError('proxy/too-large'))
  const answer = parse(text.toString())
  if (isGuardedEntry(answer, types)) throw proxyError('proxy/not-allowed')
  return reply.type(JSON_TYPE).send(JSON.stringify(withoutGuarded(answer, types)))
}

const JSON_TYPE = 'application/json; charset=utf-8'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw proxyError('proxy/failed', { cause })
  }
}

/** The reverse proxies of the site: for files, and for the delivery API. */
export const proxies =
  ({ ...sources }: DeliverySources & ProxySources & { readonly limits: ProxyLimits }): FastifyPluginAsync =>
  async (app) => {
    const upstream = createUpstream(sources.limits)
    app.addHook('onClose', () => upstream.close())
    assetProxy(app, sources, upstream)
    await app.register(plugin('delivery-proxy', deliveryProxy(sources, upstream)))
  }
