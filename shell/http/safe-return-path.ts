/** Longest target that is looked at. */
const MAX_LENGTH = 2_048
/** Pages that send people away, in any language: nobody is sent back to one of them. */
const SENDS_AWAY = /^(\/[a-z]{2,3}(-[a-z0-9]{2,8})*)?\/account\/(login|logout|access-denied)(\/|$)/i

/**
 * A place on this site to send somebody to, from untrusted text; null when it is not one. The one function that decides
 * redirect targets: a single leading slash, no backslash, no control character, still our own origin after parsing, and no
 * page that would only send them away again. An absolute address is taken only when it is at exactly one of `origins`, and becomes a path.
 */
export function safeReturnPath(value: unknown, origins: readonly string[] = []): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(value)) return null
  const origin = origins.find((own) => value === own || value.startsWith(`${own}/`))
  const path = origin === undefined ? value : value.slice(origin.length) || '/'
  return path.startsWith('/') && !path.startsWith('//') ? rebuilt(path) : null
}

/** What is left after parsing: nothing of it was put together from the text. */
function rebuilt(path: string): string | null {
  const origin = 'https://site.invalid'
  const url = URL.parse(path, origin)
  if (!url || url.origin !== origin || url.username || url.password) return null
  // "/a/..//host" parses to the pathname "//host", which a browser reads as another site.
  const pathname = `/${url.pathname.replace(/^\/+/, '')}`
  return SENDS_AWAY.test(pathname) ? null : `${pathname}${url.search}${url.hash}`
}
