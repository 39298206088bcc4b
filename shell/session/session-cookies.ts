import {
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  COOKIE_LIFETIME_SECONDS,
  COOKIE_PATH,
  REFRESH_TOKEN_COOKIE,
} from '@tessera/shared/config'
import { HINT_COOKIE, type Hint, type SignedOutHint } from '../domain/session-hint.ts'

/** The parts of a session's cookies. Values are sealed, but for the id, which says nothing. */
export interface SessionCookies {
  readonly id: string
  readonly bearer: string
  readonly refresh: string
  readonly classic: string | null
}

/** Longer `Cookie` headers are none of ours: three sealed values stay below 6 KB together. */
const MAX_HEADER = 12_000
/** A session id as we make them. */
const ID = /^[\w-]{22,64}$/

/** Name of the cookie that all others must match. Over https no other host can set it, sibling domains included. */
export const idCookieName = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid')

/** The session cookies of a request; null unless all that it takes is there and looks like ours. */
export function readSessionCookies(header: string | undefined, isSecure: boolean): SessionCookies | null {
  if (!header || header.length > MAX_HEADER) return null
  const cookies = readCookies(header)
  const id = cookies.get(idCookieName(isSecure)) ?? ''
  const bearer = cookies.get(BEARER_TOKEN_COOKIE)
  const refresh = cookies.get(REFRESH_TOKEN_COOKIE)
  if (!ID.test(id) || !refresh) return null
  return { id, bearer: bearer ?? '', refresh, classic: cookies.get(CLASSIC_TOKEN_COOKIE) ?? null }
}

/** Whether a request claims a session, rightly or not: then what is not one has to be cleared away. */
export function hasSessionCookies(header: string | undefined, isSecure: boolean): boolean {
  if (!header) return false
  const cookies = readCookies(header.slice(0, MAX_HEADER))
  return [idCookieName(isSecure), BEARER_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE].some((name) => cookies.has(name))
}

/** `Set-Cookie` headers of a session. Source: specification 9: names, path, one day. */
export function sessionCookies(cookies: SessionCookies, hint: Hint, isSecure: boolean): readonly string[] {
  const { id, bearer, refresh, classic } = cookies
  return [
    cookie(idCookieName(isSecure), id, isSecure),
    cookie(BEARER_TOKEN_COOKIE, bearer, isSecure),
    cookie(REFRESH_TOKEN_COOKIE, refresh, isSecure),
    cookie(CLASSIC_TOKEN_COOKIE, classic ?? '', isSecure),
    hintCookie(hint, isSecure),
  ]
}

/** `Set-Cookie` headers that take a session away; the hint stays and tells the other tabs. */
export const clearedCookies = (hint: SignedOutHint | 'over', isSecure: boolean): readonly string[] => [
  ...[idCookieName(isSecure), BEARER_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE].map((name) =>
    cookie(name, '', isSecure),
  ),
  hintCookie(hint, isSecure),
]

const attributes = (isSecure: boolean): string => `${isSecure ? '; Secure' : ''}; SameSite=Lax`

/** An empty value takes the cookie away. */
const cookie = (name: string, value: string, isSecure: boolean): string =>
  `${name}=${value}; Path=${COOKIE_PATH}; Max-Age=${value ? COOKIE_LIFETIME_SECONDS : 0}; HttpOnly${attributes(isSecure)}`

const hintCookie = (hint: Hint, isSecure: boolean): string =>
  `${HINT_COOKIE}=${hint}; Path=${COOKIE_PATH}; Max-Age=${COOKIE_LIFETIME_SECONDS}${attributes(isSecure)}`

/** Cookies by name; of several with one name the first, which browsers send for the most particular path. */
function readCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim())
  }
  return cookies
}
