import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOGIN_PATH, type SiteConfig } from '@tessera/shared/config'
import { screenUrl, languageOfPath } from '../../http/paths.ts'
import {
  readProxyTarget,
  FILE_REQUEST,
  fileHeaders,
  pickHeaders,
  type ProxyLimits,
  type Upstream,
  type UpstreamAnswer,
} from './upstream.server.ts'
import { proxyError, requestError } from '../../errors.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import type { PagePreviews } from '../../page/page.ts'

/** What files are handed on with. */
export interface ProxySources {
  readonly config: SiteConfig
  readonly sessions: Pick<SessionReader, 'read'>
  readonly previews: Pick<PagePreviews, 'view'>
  readonly limits: Pick<ProxyLimits, 'headersMs' | 'imageHeadersMs' | 'cachedHeadersMs'>
  readonly fileCache: FileCache
}

/** Files that everybody may have and that were served not long ago, by address. They stand in for a platform that does not answer. */
export type FileCache = LRUCache<string, CachedFile>

interface CachedFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** Larger files are not kept: they are no images of pages. */
const MAX_FILE_BYTES = 512 * 1024

/** Nothing is kept yet. What content says of access may change with it: whoever learns of a change clears it. */
export const createFileCache = (): FileCache =>
  new LRUCache({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ body }) => body.length + 1 })

/**
 * The platform's libraries of images, videos and documents under the site's own address: GET and HEAD of paths that were
 * made canonical, headers by allow-list, no cookies either way. Source: specification 9, reference security 1.10.
 */
export function assetProxy(app: FastifyInstance, sources: ProxySources, upstream: Upstream): void {
  for (const prefix of sources.config.reverseProxyPaths)
    app.route({
      method: ['GET', 'HEAD'],
      url: prefix,
      logLevel: 'warn',
      handler: (request, reply) => sendFile(prefix, request, reply, sources, upstream),
      onSend: async (request, reply) => lendPicture(request, reply, sources.config),
    })
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:\?|$)/i

/** Pages of other sites that show this one's results show their pictures: those that everybody may have, where there are such sites. */
function lendPicture(
  { url }: FastifyRequest,
  reply: FastifyReply,
  { embedOrigins }: Pick<SiteConfig, 'embedOrigins'>,
): void {
  const isPrivate = /\bprivate\b/.test(String(reply.getHeader('cache-control') ?? ''))
  if (embedOrigins.length === 0 || isPrivate || !PICTURE.test(url)) return
  void reply.header('cross-origin-resource-policy', 'cross-origin')
}

async function sendFile(
  prefix: string,
  request: FastifyRequest,
  reply: FastifyReply,
  sources: ProxySources,
  upstream: Upstream,
): Promise<FastifyReply> {
  const { config, sessions, fileCache, limits } = sources
  const url = `${config.platform.cmsUrl}${targetOf(request, prefix)}`
  const end = new AbortController()
  reply.raw.once('close', () => end.abort())
  const cached = isWhole(request) ? fileCache.get(url) : undefined
  const ask = (rights: Record<string, string>) =>
    upstream.send({
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      url,
      headers: { ...requestHeaders(request), ...rights },
      headersMs: headersMsOf(request, cached, limits),
      signal: end.signal,
    })
  const answer = cached ? await unlessFailed(ask({})) : await ask({})
  if (cached && answer === null) return sendCached(cached, request, reply)
  if (answer === null) throw proxyError('proxy/unreachable')
  const rights = answer.status === 404 ? await draftRights(request, sources) : null
  if (rights) {
    answer.body.destroy()
    return sendAnswer(await ask(rights), true, request, reply, config)
  }
  const file = isWhole(request) ? await cacheFile(url, answer, fileCache) : null
  if (file) return reply.headers(file.headers).send(file.body)
  if (!isRefused(answer)) return sendAnswer(answer, false, request, reply, config)
  // Only a file that is refused without a session is requested again with the visitor's token: other files need no session.
  const session = request.headers.cookie ? await sessions.read(request) : null
  answer.body.destroy()
  if (session) return sendAnswer(await ask(bearer(session)), true, request, reply, config)
  return refuse(answer.status, request, reply, config)
}

/** Path and query, as the platform is asked for them. */
function targetOf(request: FastifyRequest, prefix: string): string {
  const { wirePath, query } = readProxyTarget(request.raw.url ?? '/', prefix)
  return query.size > 0 ? `${wirePath}?${query.toString()}` : wirePath
}

/** Whether all of a file is asked for. */
const isWhole = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.range === undefined

/** How long the platform may take, in milliseconds: less where a page waits for the file, least where it need not come. */
function headersMsOf(
  { headers }: FastifyRequest,
  cached: CachedFile | undefined,
  { headersMs, imageHeadersMs, cachedHeadersMs }: ProxySources['limits'],
): number {
  if (cached) return Math.min(headersMs, cachedHeadersMs)
  return headers['sec-fetch-dest'] === 'image' ? Math.min(headersMs, imageHeadersMs) : headersMs
}

/** Null for a platform that is late, gone, or fails. */
async function unlessFailed(asked: Promise<UpstreamAnswer>): Promise<UpstreamAnswer | null> {
  const answer = await asked.catch(() => null) // what was cached is served in place of it
  if (answer === null || answer.status < 500) return answer
  answer.body.destroy()
  return null
}

/** Keep what can be kept of an answer, and drop what is no longer there or no longer for everybody. */
async function cacheFile(url: string, answer: UpstreamAnswer, cache: FileCache): Promise<CachedFile | null> {
  const file = await readCacheable(answer)
  if (file) cache.set(url, file)
  else if (answer.status !== 304) cache.delete(url)
  return file
}

/** A file that everybody may have, the same one, and that is small; null for any other answer, which is left as it is. */
async function readCacheable({ status, headers, body }: UpstreamAnswer): Promise<CachedFile | null> {
  const length = Number(headers['content-length'] ?? Infinity)
  const isPublic = /\bpublic\b/i.test(String(headers['cache-control'] ?? ''))
  const isOne = status === 200 && isPublic && headers['vary'] === undefined && length <= MAX_FILE_BYTES
  if (!isOne) return null
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk as Buffer)
  return { headers: fileHeaders(200, headers, false), body: Buffer.concat(chunks) }
}

/** A file as it was served before, or nothing to a browser that has it. */
function sendCached(
  { headers, body }: CachedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.headers(headers)
  const isKnown = headers['etag'] !== undefined && request.headers['if-none-match'] === headers['etag']
  return isKnown ? reply.removeHeader('content-length').code(304).send() : reply.send(body)
}

/** Not compressed: the length and the ranges must be those of the bytes that are handed on. */
const requestHeaders = (request: FastifyRequest): Record<string, string> => ({
  ...pickHeaders(request.headers, FILE_REQUEST),
  'accept-encoding': 'identity',
  'x-require-surrogate-key': 'true',
})

/** Credentials for files of drafts, for those who may see drafts; null for others. Used when a file is not published. Source: 0016, 0033. */
async function draftRights(
  request: FastifyRequest,
  { config, sessions, previews }: ProxySources,
): Promise<Record<string, string> | null> {
  const session = request.headers.cookie ? await sessions.read(request) : null
  const asked = { request, query: { versionStatus: 'latest' }, isPreviewPath: false, session }
  if (previews.view(asked).versionStatus !== 'latest') return null
  return { accesstoken: config.secrets.previewAccessToken, ...(session ? bearer(session) : {}) }
}

const bearer = ({ bearerToken }: Session): Record<string, string> => ({
  authorization: `Bearer ${bearerToken}`,
})

const isRefused = ({ status }: Pick<UpstreamAnswer, 'status'>): boolean => status === 401 || status === 403

function sendAnswer(
  { status, headers, body }: UpstreamAnswer,
  isPersonal: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
  config: SiteConfig,
): FastifyReply {
  if (isRefused({ status })) {
    body.destroy()
    return refuse(403, request, reply, config)
  }
  // Error bodies of the platform are not passed on; 412 and 416 have none.
  if (status >= 400 && status !== 412 && status !== 416) {
    body.destroy()
    throw status >= 500
      ? proxyError('proxy/failed', { details: { status } })
      : requestError('request/no-file')
  }
  // A range is of exactly these bytes, so it must not be compressed.
  if (status === 206) request.headers['x-no-compression'] = 'true'
  return reply
    .code(status)
    .headers(fileHeaders(status, headers, isPersonal))
    .send(body)
}

/** A navigation is redirected to sign in, in the visitor's language; a subresource gets the status alone. */
function refuse(
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  config: SiteConfig,
): FastifyReply {
  void reply.headers({ 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' })
  const isPage = request.headers.accept?.includes('text/html') === true
  if (status === 401 && isPage) {
    const query = { redirect_uri: request.raw.url ?? '/' }
    return reply.redirect(
      screenUrl(LOGIN_PATH, languageOfLink(request, config), config.languages, query),
      302,
    )
  }
  return reply.code(status).type('text/plain; charset=utf-8').send('This file is not for everybody.')
}

/** The language of the page that linked to the file (Referer); the primary one where that is not ours. */
function languageOfLink({ headers, hostname }: FastifyRequest, { languages }: SiteConfig): string {
  const from = URL.parse(headers.referer ?? '')
  return languageOfPath(from?.hostname === hostname ? from.pathname : '/', languages).language
}
