/** Headers of a request or an answer, as Node and undici hold them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** What a request for a file may say: nothing of who asks. Source: reference security 1.10. */
export const FILE_REQUEST = [
  'accept',
  'accept-language',
  'range',
  'if-range',
  'if-none-match',
  'if-modified-since',
] as const

/** What an answer may say: never `set-cookie`, never what the platform says of itself. */
export const FILE_ANSWER = [
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

/** The named headers and no others; one that came twice or holds a line break is left out. */
export function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' && !/[\r\n]/.test(value) ? [[name, value]] : []
    }),
  )
}

/**
 * The headers of a file's answer: those that are handed on, made safe. An answer that was made for one visitor, or that the
 * platform keeps to itself, is kept by nobody else; an answer that is no file is kept by nobody.
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
