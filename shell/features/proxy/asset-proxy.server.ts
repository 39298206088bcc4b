import { LRUCache } from 'lru-cache'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOGIN_PATH, type SiteConfig } from '@tessera/shared/config'
import { namedEtag } from '../../http/compress.server.ts'
import { screenUrl, languageOfPath } from '../../http/paths.ts'
import {
  readProxyTarget,
  FILE_REQUEST,
  fileHeaders,
  pickHeaders,
  readBody,
  type ProxyLimits,
  type Readers,
  type Upstream,
  type UpstreamAnswer,
} from './upstream.server.ts'
import { proxyError, requestError } from '../../errors.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import { visitorLeft } from '../../page/create-page.server.ts'
import type { PagePreviews } from '../../page/page.ts'

/** The dependencies of the file proxy. */
export interface ProxySources {
  readonly config: SiteConfig
  readonly sessions: Pick<SessionReader, 'failureOf' | 'read'>
  readonly previews: Pick<PagePreviews, 'view'>
  readonly limits: Pick<ProxyLimits, 'headersMs' | 'imageHeadersMs' | 'cachedHeadersMs'>
  readonly fileCache: FileCache
}

/** Recently served public files, by URL. They are served when the platform does not answer. */
export type FileCache = LRUCache<string, CachedFile>

interface CachedFile {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const MAX_CACHE_BYTES = 32 * 1024 * 1024
/** Larger files are not cached: they are not images of pages. */
const MAX_FILE_BYTES = 512 * 1024

/** An empty file cache. It must be cleared when content changes, because access to files may change with it. */
export const createFileCache = (): FileCache =>
  new LRUCache({ maxSize: MAX_CACHE_BYTES, sizeCalculation: ({ body }) => body.length + 1 })

/**
 * Proxies the platform's libraries of images, videos and documents under the site's own origin: only GET and HEAD, canonical
 * paths, headers by allow-list, no cookies in either direction. Source: specification 9, reference security 1.10.
 */
export function assetProxy(app: FastifyInstance, sources: ProxySources, upstream: Upstream): void {
  for (const prefix of sources.config.reverseProxyPaths)
    app.route({
      method: ['GET', 'HEAD'],
      url: prefix,
      logLevel: 'warn',
      handler: (request, reply) => sendFile(prefix, request, reply, sources, upstream),
      onSend: async (request, reply) => allowCrossOriginImage(request, reply, sources.config),
    })
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:\?|$)/i

/** Allows other sites, which embed search results, to show public images; only where embedding origins are configured. */
function allowCrossOriginImage(
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
  const cached = isWhole(request) ? fileCache.get(url) : undefined
  const ask = (rights: Record<string, string>) =>
    upstream.send({
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      url,
      headers: { ...requestHeaders(request), ...rights },
      headersMs: headersMsOf(request, cached, limits),
      signal: visitorLeft(reply),
    })
  const answer = cached ? await unlessFailed(ask({})) : await ask({})
  if (cached && answer === null) return sendWhole(cached, request, reply)
  if (answer === null) throw proxyError('proxy/unreachable')
  const rights = answer.status === 404 ? await draftRights(request, sources) : null
  if (rights) {
    answer.body.destroy()
    return sendAnswer(await ask(rights), 'personal', request, reply, config)
  }
  const file = isWhole(request) ? await cacheFile(url, answer, cached, sources) : null
  if (file) return sendWhole(file, request, reply)
  if (!isRefused(answer)) return sendAnswer(answer, 'public', request, reply, config)
  // Only a file that is refused without credentials is requested again with the visitor's token: other files need no session.
  const session = request.headers.cookie ? await sessions.read(request) : null
  answer.body.destroy()
  if (session) return sendAnswer(await ask(bearer(session)), 'personal', request, reply, config)
  const failure = sessions.failureOf(request)
  if (failure) throw failure // the visitor may be signed in
  return refuse(answer.status, request, reply, config)
}

/** Path and query of the request to the platform. */
function targetOf(request: FastifyRequest, prefix: string): string {
  const { wirePath, query } = readProxyTarget(request.raw.url ?? '/', prefix)
  return query.size > 0 ? `${wirePath}?${query.toString()}` : wirePath
}

/** Whether a request is for a whole file, not for a range. */
const isWhole = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.range === undefined

/** Deadline for the platform's headers, in milliseconds: shorter for images, which pages wait for, shortest for cached files. */
function headersMsOf(
  { headers }: FastifyRequest,
  cached: CachedFile | undefined,
  { headersMs, imageHeadersMs, cachedHeadersMs }: ProxySources['limits'],
): number {
  if (cached) return Math.min(headersMs, cachedHeadersMs)
  return headers['sec-fetch-dest'] === 'image' ? Math.min(headersMs, imageHeadersMs) : headersMs
}

/** The platform's answer; null when it is late, unreachable or a server error. */
async function unlessFailed(asked: Promise<UpstreamAnswer>): Promise<UpstreamAnswer | null> {
  const answer = await asked.catch(() => null) // the cached file is served instead
  if (answer === null || answer.status < 500) return answer
  answer.body.destroy()
  return null
}

/** Caches the file of an answer and gives it; if the answer breaks off, the cached one. Null for an answer that is not cacheable. */
async function cacheFile(
  url: string,
  answer: UpstreamAnswer,
  cached: CachedFile | undefined,
  { fileCache, limits }: Pick<ProxySources, 'fileCache' | 'limits'>,
): Promise<CachedFile | null> {
  if (!isCacheable(answer)) {
    if (answer.status !== 304) fileCache.delete(url)
    return null
  }
  const body = await readBody(answer, cached && limits.cachedHeadersMs).catch((error: unknown) => {
    if (cached) return null
    throw error
  })
  if (body === null) return cached ?? null
  const file = { headers: fileHeaders(200, answer.headers, 'public'), body }
  fileCache.set(url, file)
  return file
}

/** Whether an answer is a small public file that does not vary. */
function isCacheable({ status, headers }: UpstreamAnswer): boolean {
  const length = Number(headers['content-length'] ?? Infinity)
  const isPublic = /\bpublic\b/i.test(String(headers['cache-control'] ?? ''))
  return status === 200 && isPublic && headers['vary'] === undefined && length <= MAX_FILE_BYTES
}

/** Sends a whole file, or 304 to a browser that has it. */
function sendWhole(
  { headers, body }: CachedFile,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.headers(headers)
  const etag = namedEtag(headers['etag'], request.headers['if-none-match'])
  if (etag === null) return reply.send(body)
  return reply.header('etag', etag).removeHeader('content-length').code(304).send()
}

/** Headers to the platform. Without compression, so that length and ranges are those of the bytes that are passed on. */
const requestHeaders = (request: FastifyRequest): Record<string, string> => ({
  ...pickHeaders(request.headers, FILE_REQUEST),
  'accept-encoding': 'identity',
  'x-require-surrogate-key': 'true',
})

/** Credentials for files of drafts, if the request may see drafts; else null. Used when a file is not published. Source: 0016, 0033. */
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
  readers: Readers,
  request: FastifyRequest,
  reply: FastifyReply,
  config: SiteConfig,
): FastifyReply {
  if (isRefused({ status })) {
    body.destroy()
    return refuse(403, request, reply, config)
  }
  void reply.code(status)
  const sent = fileHeaders(status, headers, readers)
  if (status < 400) {
    const etag = namedEtag(sent['etag'], status === 304 ? request.headers['if-none-match'] : '')
    return reply.headers({ ...sent, ...(etag !== null && { etag }) }).send(body)
  }
  // Error bodies of the platform are not passed on.
  body.destroy()
  if (status >= 500) throw proxyError('proxy/failed', { details: { status } })
  if (status !== 412 && status !== 416) throw requestError('request/no-file')
  return reply.headers(pickHeaders(sent, ['cache-control', 'surrogate-control', 'content-range'])).send()
}

/** Redirects a navigation to the sign-in page, in the visitor's language; a subresource gets only the status. */
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
    const language = languageOfLink(request, config)
    return reply.redirect(screenUrl(LOGIN_PATH, language, config.languages, query), 302)
  }
  return reply.code(status).type('text/plain; charset=utf-8').send('You may not read this file.')
}

/** The language of the page that linked to the file (Referer); the primary language if that is not a page of this site. */
function languageOfLink({ headers, hostname }: FastifyRequest, { languages }: SiteConfig): string {
  const from = URL.parse(headers.referer ?? '')
  return languageOfPath(from?.hostname === hostname ? from.pathname : '/', languages).language
}
