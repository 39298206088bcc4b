import { Transform, type Readable } from 'node:stream'
import { Agent } from 'undici'
import * as v from 'valibot'
import { proxyError, requestError } from '../../errors.ts'
import { readRequestTarget } from '../../http/paths.ts'

/** Connections to one origin at most; beyond it requests wait, and beyond their deadline they end. */
const MAX_SOCKETS = 64
const CONNECT_TIMEOUT_MS = 2_000

const MEGABYTE = 1024 * 1024

/** How long an answer may take and how large it may be. Source: reference security 1.10. */
export const ProxyLimitsSchema = v.object({
  /** Until the first headers. */
  headersMs: v.optional(v.number(), 10_000),
  /** The same for an image of a page, which is not finished without it. */
  imageHeadersMs: v.optional(v.number(), 3_000),
  /** The same for a file that this process has cached: it is served when the platform is later. */
  cachedHeadersMs: v.optional(v.number(), 1_000),
  /** Between two chunks of the body. */
  idleMs: v.optional(v.number(), 30_000),
  /** The whole answer, for a client that reads slowly. */
  totalMs: v.optional(v.number(), 600_000),
  maxBytes: v.optional(v.number(), 50 * MEGABYTE),
  /** The same for audio and video. */
  maxMediaBytes: v.optional(v.number(), 2_048 * MEGABYTE),
})

/** Limits of proxied answers. */
export type ProxyLimits = Readonly<v.InferOutput<typeof ProxyLimitsSchema>>

/** What is asked of the platform. */
interface UpstreamRequest {
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** Origin, path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Until the first headers, where it is less than for others. */
  readonly headersMs?: number
  /** Ends when the visitor is gone. */
  readonly signal: AbortSignal
}

/** What the platform said. The body has to be read or destroyed. */
export interface UpstreamAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readable
}

/** The way of proxied requests to the platform: redirects are not followed, and an answer has bounds. */
export interface Upstream {
  /** @throws AppError proxy/timeout, proxy/unreachable, proxy/redirected, proxy/too-large */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>
  close(): Promise<void>
}

/** Connections of its own: a long download never waits for a page's calls, nor they for it. */
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
      // Also while the request waits for a free connection, which undici's own time does not count.
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
    return { status, headers, body: upTo(most, body) }
  body.on('error', () => undefined).destroy() // given up here: what becomes of it is of no interest
  throw proxyError(isRedirect ? 'proxy/redirected' : 'proxy/too-large', { details: { status } })
}

/** The same bytes, cut off where they become too many: an answer need not have said how long it is. */
function upTo(most: number, body: Readable): Readable {
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

function toProxyError(thrown: unknown, isLate: boolean): Error {
  const { code } = thrown as { readonly code?: string }
  if (typeof code === 'string' && code.startsWith('proxy/')) return thrown as Error
  const isTimeout = isLate || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_CONNECT_TIMEOUT'
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

/** Types that a browser may run as a page on our origin, if one is opened by itself. */
const ACTIVE = /^\s*(text\/html|application\/xhtml|image\/svg|text\/xml|application\/xml)/i
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The headers of an allow-list; one that came twice or holds a line break is left out. */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' && !/[\r\n]/.test(value) ? [[name, value]] : []
    }),
  )
}

/**
 * The headers of a file's answer: those that are handed on, made safe. An answer for one visitor, or one that the
 * platform calls private, is not cached; neither is one that is no file.
 */
export function fileHeaders(
  status: number,
  upstream: Headers,
  isPersonal: boolean,
): Readonly<Record<string, string>> {
  const { expires, ...headers } = pickHeaders(upstream, FILE_ANSWER)
  const isFile = status < 300 || status === 304
  const isPrivate = isPersonal || /\b(private|no-store)\b/i.test(headers['cache-control'] ?? '')
  return {
    ...headers,
    ...(expires && isFile && !isPrivate ? { expires } : {}),
    ...(isPrivate ? { 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' } : {}),
    ...(isFile ? {} : { 'cache-control': 'no-store', 'surrogate-control': 'no-store' }),
    ...(ACTIVE.test(headers['content-type'] ?? '') ? { 'content-security-policy': SANDBOX } : {}),
  }
}

/** An address below one of the proxied paths, fit to be asked of the platform. */
interface ProxyTarget {
  /** Decoded once and checked. */
  readonly path: string
  /** The path as it goes over the wire. */
  readonly wirePath: string
  /** The query that is handed on. */
  readonly query: URLSearchParams
}

/** Query parameters of visitors that are removed. */
const WITHHELD = new Set(['accesstoken', 'securitytoken', 'redux'])

/**
 * Make an address canonical and hold it to a proxied path such as `/image-library/*`: decoded once, no dot segments, no
 * encoded separators, nothing that a second decoding could change. Source: reference security 1.10.
 * @throws AppError request/malformed, request/too-long
 */
export function readProxyTarget(rawTarget: string, prefix: string): ProxyTarget {
  const { path, search } = readRequestTarget(rawTarget)
  const base = prefix.replace(/\*$/, '')
  if (!path.startsWith(base) || path.length === base.length) throw requestError('request/malformed')
  // What looks encoded after one decoding was encoded twice: whoever decodes it again may find a `..` in it.
  if (/%[0-9a-f]{2}/i.test(path)) throw requestError('request/malformed')
  const query = new URLSearchParams(search)
  for (const name of [...query.keys()]) if (WITHHELD.has(name.toLowerCase())) query.delete(name)
  return { path, wirePath: path.split('/').map(encodeURIComponent).join('/'), query }
}
