/** Longest target that is looked at. */
const MAX_LENGTH = 2_048

/**
 * A place on this site to send somebody to, from untrusted text; null when it is not one. The one function that decides
 * redirect targets: a single leading slash, no backslash, no control character, and still our own origin after parsing.
 */
export function safeReturnPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return null
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (!value.startsWith('/') || /^\/\/|[\u0000-\u001f\u007f\\]/.test(value)) return null
  const origin = 'https://site.invalid'
  let url: URL
  try {
    url = new URL(value, origin)
  } catch {
    return null
  }
  if (url.origin !== origin || url.username || url.password) return null
  // "/a/..//host" parses to the pathname "//host", which a browser reads as another site.
  return `/${url.pathname.replace(/^\/+/, '')}${url.search}${url.hash}`
}
