import { COOKIE_PATH } from '@tessera/shared/config'
import { stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'

/** How a cookie of ours is set. All have the whole site as their path. */
export interface CookieRules {
  readonly isSecure: boolean
  readonly sameSite: 'Lax' | 'Strict' | 'None'
  /** 0 takes the cookie away; without it the cookie goes when the browser is closed. */
  readonly maxAgeSeconds?: number
  /** Set for a cookie that scripts may read. */
  readonly isReadable?: boolean
  /** Set for one that is kept apart for each site that holds ours in a frame. */
  readonly isPartitioned?: boolean
}

/**
 * The cookies of a `Cookie` header by name. Two of a name have no value: nobody can tell which of them is ours, since another host
 * of the domain may have set one. They are still there, so that what is not good can be cleared away.
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

/** Value of a cookie; null without it, and where there are two of that name. */
export const readCookie = (header: string | undefined, name: string): string | null =>
  readCookies(header).get(name) ?? null

/** A `Set-Cookie` header. The value stands there as it is. */
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

/** Set a cookie with an answer. */
export const setCookie = (reply: FastifyReply, name: string, value: string, rules: CookieRules): void =>
  void reply.header('set-cookie', cookieHeader(name, value, rules))
