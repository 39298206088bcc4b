import { isAccountAct } from '@tessera/shared/config'

const MAX_LENGTH = 2_048

/**
 * A path of this site to return to, from a query parameter; null for anything else or unsafe: another host or scheme, a
 * control character, a backslash, a doubled slash, an account screen (a loop). The host validates it again before it redirects.
 */
export function readReturnPath(value: string | undefined): string | null {
  return !value || value.length > MAX_LENGTH || !isOwnPath(value) || isAccountAct(value) ? null : value
}

/** Whether a text is a path of this site for every browser: they leave out tabs and line breaks, and read a backslash as a slash. */
export function isOwnPath(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  if (!/^\/(?!\/)[^\u0000-\u001f\u007f\\]*$/.test(text)) return false
  const path = text.split(/[?#]/, 1)[0] ?? ''
  return !path.includes('//') && !path.includes('/.')
}

/** The path of an absolute URL on this site's host, as older pages give it in `ReturnURL`; any other value unchanged. */
export function withoutHost(value: string | undefined, hostname: string | null): string | undefined {
  if (!value || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return value
  const url = new URL(value)
  return url.hostname === hostname ? `${url.pathname}${url.search}${url.hash}` : value
}

/** URL of an account screen with a path to return to. Source: specification 2, Routes. */
export function withReturn(screenPath: string, returnPath: string | null): string {
  const target = readReturnPath(returnPath ?? undefined)
  return target === null || target === '/'
    ? screenPath
    : `${screenPath}?redirect_uri=${encodeURIComponent(target)}`
}
