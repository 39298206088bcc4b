import { COOKIE_PATH } from '@tessera/shared/config'
import { stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'

/** How a cookie of ours is set. All have the whole site as their path. */
export interface CookieRules {
  readonly isSecure: boolean
  readonly sameSite: 'Lax' | 'Strict' | 'None'
  /** 0 deletes the cookie; when absent, the cookie ends when the browser is closed. */
  readonly maxAgeSeconds?: number
  /** Set for a cookie that scripts may read. */
  readonly isReadable?: boolean
  /** Set for a cookie that browsers keep separately for each site that embeds ours in a frame. */
  readonly isPartitioned?: boolean
}

/**
 * The cookies of a `Cookie` header by name. A name that occurs twice has the value null: another host of the domain may have set one
 * of the two, and nothing tells which is ours. The name is still listed, so that the invalid cookies can be deleted.
 */
export function readCookies(header: string | undefined): ReadonlyMap<string, string | null> {
  const cookies = new Map<string, string | null>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, Math.max(at, 0)).trim()
    if (name !== '') cookies.set(name, cookies.has(name) ? null : pair.slice(at + 1).trim())
  }
  return cookies
}

/** Value of a cookie; null when it is missing, or when two cookies have that name. */
export const readCookie = (header: string | undefined, name: string): string | null =>
  readCookies(header).get(name) ?? null

/** A `Set-Cookie` header. The cookie's value is not encoded. */
export const cookieHeader = (name: string, value: string, rules: CookieRules): string =>
  stringifySetCookie(
    {
      name,
      value,
      path: COOKIE_PATH,
      ...(rules.maxAgeSeconds !== undefined && { maxAge: rules.maxAgeSeconds }),
      httpOnly: rules.isReadable !== true,
      secure: rules.isSecure,
      sameSite: rules.sameSite.toLowerCase() as Lowercase<CookieRules['sameSite']>,
      partitioned: rules.isPartitioned === true,
    },
    { encode: String },
  )

/** Set a cookie with a response. */
export const setCookie = (reply: FastifyReply, name: string, value: string, rules: CookieRules): void =>
  void reply.header('set-cookie', cookieHeader(name, value, rules))

/** Longest `Cookie` header that a CDN accepts, in characters; the site's own cookies need less. Source: reference security 1.2. */
export const MAX_COOKIE_LENGTH = 8_192

/** For the response to cookies that are too large, whatever set them: the browser deletes all of the site's, or no page would be seen again. */
export const CLEARING = { 'clear-site-data': '"cookies"' } as const

/**
 * Whether only cookies can have made a head too large for Node, by the packet in which it became so: one that begins with a request line
 * without a long address, or in the middle of cookies and has more of them than are accepted; cookies have spaces between them, as no
 * address has. Any page could link to a long address, and would sign visitors out if that deleted cookies. Cookies that are too large
 * and arrive in many short packets are not told from such an address.
 */
export function isCausedByCookies({ rawPacket }: Error & { readonly rawPacket?: Buffer }): boolean {
  const [line = ''] = (rawPacket?.toString('latin1', 0, 65_536) ?? '').split(/[\r\n]/, 1)
  if (/^[A-Z]+ [^ ]{1,2048} HTTP\/1\.[01]$/.test(line)) return true
  return line.length > MAX_COOKIE_LENGTH && /=[^=;\s]*; [^=;\s]+=/.test(line)
}
