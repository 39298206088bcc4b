import { Transform, type Readable } from 'node:stream'
import { Agent } from 'undici'
import * as v from 'valibot'
import { proxyError, requestError } from '../../errors.ts'
import { encodePath, readRequestTarget } from '../../http/paths.ts'

/** Greatest number of connections to one origin; further requests wait, and fail at their deadline. */
const MAX_SOCKETS = 64
const CONNECT_TIMEOUT_MS = 2_000

const MEGABYTE = 1024 * 1024

/** How long an answer may take and how large it may be. Source: reference security 1.10. */
export const ProxyLimitsSchema = v.strictObject({
  /** Time until the answer's headers, in milliseconds. */
  headersMs: v.optional(v.number(), 10_000),
  /** The same for an image, which its page waits for. */
  imageHeadersMs: v.optional(v.number(), 3_000),
  /** The same for a file that this process has cached: the cached one is served when the platform is slower. */
  cachedHeadersMs: v.optional(v.number(), 1_000),
  /** Time between two chunks of the body. */
  idleMs: v.optional(v.number(), 30_000),
  /** Time for the whole answer, which a client may read slowly. */
  totalMs: v.optional(v.number(), 600_000),
  maxBytes: v.optional(v.number(), 50 * MEGABYTE),
  /** The same for audio and video. */
  maxMediaBytes: v.optional(v.number(), 2_048 * MEGABYTE),
})

/** Limits of proxied answers. */
export type ProxyLimits = Readonly<v.InferOutput<typeof ProxyLimitsSchema>>

/** A request to the platform. */
interface UpstreamRequest {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** Origin, path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Time until the answer's headers, if it differs from the default limit. */
  readonly headersMs?: number
  /** Aborted when the visitor closes the connection. */
  readonly signal: AbortSignal
}

/** The platform's answer. The body must be read or destroyed. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readable
}

/** The HTTP client of proxied requests: it does not follow redirects, and limits the size and time of answers. */
export interface Upstream {
  /** @throws AppError proxy/timeout, proxy/unreachable, proxy/redirected, proxy/too-large */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

/** A client with its own connection pool: downloads and the calls of pages never wait for each other. */
export function createUpstream(limits: ProxyLimits): Upstream {
  const agent = new Agent({
    connections: MAX_SOCKETS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
  })
  return {
    async send({ method, url, headers, body, headersMs = limits.headersMs, signal }) {
      const { origin, pathname, search } = new URL(url)
      const late = new AbortController()
      const endIn = (ms: number) => setTimeout(() => late.abort(), ms).unref()
      // Includes the wait for a free connection, which undici's own timeout does not count.
      let timer = endIn(headersMs)
      try {
        const answer = await agent.request({
          origin,
          path: pathname + search,
          method,
          headers,
          body,
          signal: AbortSignal.any([signal, late.signal]),
        })
        clearTimeout(timer)
        timer = endIn(limits.totalMs)
        answer.body.once('close', () => clearTimeout(timer))
        return bounded(answer.statusCode, answer.headers, answer.body, limits)
      } catch (thrown) {
        clearTimeout(timer)
        throw toProxyError(thrown, late.signal.aborted)
      }
    },
    close: () => agent.destroy(),
  }
}

function bounded(status: number, headers: Headers, body: Readable, limits: ProxyLimits): UpstreamAnswer {
  const isMedia = /^(video|audio)\//i.test(String(headers['content-type'] ?? ''))
  const most = isMedia ? limits.maxMediaBytes : limits.maxBytes
  const isRedirect = status >= 300 && status < 400 && status !== 304
  if (!isRedirect && Number(headers['content-length'] ?? 0) <= most)
    return { status, headers, body: limitBytes(most, body) }
  body.on('error', () => undefined).destroy() // the answer is discarded, so its errors are ignored
  throw proxyError(isRedirect ? 'proxy/redirected' : 'proxy/too-large', { details: { status } })
}

/** The body, which fails when it exceeds the limit: an answer need not have a Content-Length. */
function limitBytes(most: number, body: Readable): Readable {
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most) done(proxyError('proxy/too-large'))
      else done(null, chunk)
    },
  })
  body.once('error', (error) => counted.destroy(error))
  counted.once('close', () => body.destroy())
  return body.pipe(counted)
}

/** The whole body of an answer. @throws AppError proxy/timeout after `maxMs`, proxy/unreachable, proxy/too-large */
export async function readBody({ body }: UpstreamAnswer, maxMs?: number): Promise<Buffer> {
  const timer =
    maxMs === undefined ? undefined : setTimeout(() => body.destroy(proxyError('proxy/timeout')), maxMs)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) chunks.push(chunk as Buffer)
  } catch (thrown) {
    throw toProxyError(thrown, false)
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(chunks)
}

const TIMEOUTS = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** The shell's error for a failure of undici: `proxy/timeout` or `proxy/unreachable`. */
function toProxyError(thrown: unknown, isLate: boolean): Error {
  const { code } = thrown as { readonly code?: unknown }
  if (typeof code === 'string' && code.startsWith('proxy/')) return thrown as Error
  const isTimeout = isLate || TIMEOUTS.some((timeout) => timeout === code)
  return proxyError(isTimeout ? 'proxy/timeout' : 'proxy/unreachable', { cause: thrown })
}

/** Headers of a request or an answer, as Node and undici hold them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Request headers that are passed on: none that identifies the visitor. Source: reference security 1.10. */
export const FILE_REQUEST = [
  'accept',
  'accept-language',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
] as const

/** Answer headers that are passed on: never `set-cookie` or headers about the platform itself. */
const FILE_ANSWER = [
  'content-type',
  'content-length',
  'content-range',
  'content-encoding',
  'content-language',
  'content-disposition',
  'accept-ranges',
  'cache-control',
  'expires',
  'etag',
  'last-modified',
  'vary',
  'surrogate-key',
] as const

/** Types that a browser may execute as a document on this origin when they are opened directly: HTML, and all that is XML. */
const ACTIVE = /(?:^|,)\s*(?:text\/(?:html|xsl)|[^;,\s]+[/+]xml|image\/svg)/i
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The headers of an allow-list, without those that occur twice or contain a line break. */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' && !/[\r\n]/.test(value) ? [[name, value]] : []
    }),
  )
}

/** Who may read an answer: everybody, or the visitor with whose rights it was requested. */
export type Readers = 'public' | 'personal'

/**
 * The safe headers of a file's answer. An answer for one visitor, one that the platform marks as private, and one without a
 * file are not cached.
 */
export function fileHeaders(
  status: number,
  upstream: Headers,
  readers: Readers,
): Readonly<Record<string, string>> {
  const { expires, ...headers } = pickHeaders(upstream, FILE_ANSWER)
  const isFile = status < 300 || status === 304
  const isPrivate = readers === 'personal' || /\b(private|no-store)\b/i.test(headers['cache-control'] ?? '')
  return {
    ...headers,
    ...(expires && isFile && !isPrivate ? { expires } : {}),
    ...(isPrivate ? { 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' } : {}),
    ...(isFile ? {} : { 'cache-control': 'no-store', 'surrogate-control': 'no-store' }),
    ...(ACTIVE.test(headers['content-type'] ?? '') ? { 'content-security-policy': SANDBOX } : {}),
  }
}

/** A checked URL below one of the proxied paths, for a request to the platform. */
interface ProxyTarget {
  /** Path, decoded once and checked. */
  readonly path: string
  /** The path, encoded for the request. */
  readonly wirePath: string
  /** The query that is passed on. */
  readonly query: URLSearchParams
}

/** Query parameters of visitors that are removed. */
const REMOVED_PARAMETERS = new Set(['accesstoken', 'securitytoken', 'redux'])

/**
 * The canonical target of a URL below a proxied path such as `/image-library/*`: decoded once, no dot segments, no
 * encoded separators, nothing that a second decoding could change. Source: reference security 1.10.
 * @throws AppError request/malformed, request/too-long
 */
export function readProxyTarget(rawTarget: string, prefix: string): ProxyTarget {
  const { path, search } = readRequestTarget(rawTarget)
  const base = prefix.replace(/\*$/, '')
  if (!path.startsWith(base) || path.length === base.length) throw requestError('request/malformed')
  // A path that is still encoded after one decoding was encoded twice: a second decoding could produce a `..`.
  if (/%[0-9a-f]{2}/i.test(path)) throw requestError('request/malformed')
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (REMOVED_PARAMETERS.has(name.toLowerCase())) query.delete(name)
  return { path, wirePath: encodePath(path), query }
}
