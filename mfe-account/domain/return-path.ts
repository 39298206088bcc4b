const MAX_LENGTH = 2_048
/** A page of accounts, in any language: going back to one would be a loop. Only changing a password needs somebody signed in. */
const ACCOUNT = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/account(?!\/change-password(?:[?#]|$))(?:[/?#]|$)/i

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

/** The path of an address that names this site's own host, as `ReturnURL` of older pages does; anything else as it is. */
export function withoutHost(value: string | undefined, hostname: string | null): string | undefined {
  if (!value || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return value
  const url = new URL(value)
  return url.hostname === hostname ? `${url.pathname}${url.search}${url.hash}` : value
}

/** Address of an account screen that leads back to a path. Source: specification 2, Routes. */
export function withReturn(screenPath: string, returnPath: string | null): string {
  const target = readReturnPath(returnPath ?? undefined)
  return target === null || target === '/'
    ? screenPath
    : `${screenPath}?redirect_uri=${encodeURIComponent(target)}`
}
