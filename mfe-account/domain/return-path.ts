const MAX_LENGTH = 2_048
const ACCOUNT = /^\/account(?:[/?#]|$)/

/**
 * A place of this site to return to, from an address; null for anything that is not plainly one: another host or scheme, a
 * control character, a backslash, a doubled slash, an account page (a loop). The host decides again before it redirects.
 */
export function readReturnPath(value: string | undefined): string | null {
  if (!value || value.length > MAX_LENGTH) return null
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (!/^\/(?!\/)[^\u0000-\u001f\u007f\\]*$/.test(value)) return null
  const path = value.split(/[?#]/, 1)[0] ?? ''
  return path.includes('//') || path.includes('/.') || ACCOUNT.test(value) ? null : value
}

/** Address of the sign-in page that leads back to a path. Source: specification 2, Routes. */
export function signInUrl(loginPath: string, returnPath: string): string {
  const target = readReturnPath(returnPath)
  return target === null || target === '/'
    ? loginPath
    : `${loginPath}?${new URLSearchParams({ redirect_uri: target })}`
}
