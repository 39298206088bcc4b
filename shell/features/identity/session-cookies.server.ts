import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import {
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  COOKIE_LIFETIME_SECONDS,
  REFRESH_TOKEN_COOKIE,
} from '@tessera/shared/config'
import { HINT_COOKIE, type Hint, type SignedOutHint } from '../../http/session-hint.ts'
import { cookieHeader, readCookies } from '../../http/cookies.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import type { Credentials } from './session.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'

/** The values of a session's cookies. All are sealed, except the id, which is random. */
interface SessionCookies {
  readonly id: string
  readonly bearer: string
  readonly refresh: string
  readonly classic: string | null
}

/** Longer `Cookie` headers are not read: three sealed values stay below 6 KB together. */
const MAX_HEADER = 12_000
/** Format of session ids. */
const ID = /^[\w-]{22,64}$/

/** Name of the session id's cookie, which all others are bound to. Over https no other host can set it, sibling domains included. */
const idCookieName = (isSecure: boolean): string => (isSecure ? '__Host-sid' : 'sid')

/** The session cookies of a request; null without a well-formed id and a refresh token. */
export function readSessionCookies(header: string | undefined, isSecure: boolean): SessionCookies | null {
  if (!header || header.length > MAX_HEADER) return null
  const cookies = readCookies(header)
  const id = cookies.get(idCookieName(isSecure)) ?? ''
  const bearer = cookies.get(BEARER_TOKEN_COOKIE)
  const refresh = cookies.get(REFRESH_TOKEN_COOKIE)
  if (!ID.test(id) || !refresh) return null
  return { id, bearer: bearer ?? '', refresh, classic: cookies.get(CLASSIC_TOKEN_COOKIE) ?? null }
}

/** Whether a request carries session cookies, valid or not: invalid ones are removed. */
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

/** `Set-Cookie` headers that remove a session's cookies; the hint cookie stays and informs the other tabs. */
export const clearedCookies = (hint: SignedOutHint | 'over', isSecure: boolean): readonly string[] => [
  ...[idCookieName(isSecure), BEARER_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE].map((name) =>
    cookie(name, '', isSecure),
  ),
  hintCookie(hint, isSecure),
]

/** An empty value removes the cookie. */
const cookie = (name: string, value: string, isSecure: boolean): string =>
  cookieHeader(name, value, {
    isSecure,
    sameSite: 'Lax',
    maxAgeSeconds: value ? COOKIE_LIFETIME_SECONDS : 0,
  })

const hintCookie = (hint: Hint, isSecure: boolean): string =>
  cookieHeader(HINT_COOKIE, hint, {
    isSecure,
    sameSite: 'Lax',
    maxAgeSeconds: COOKIE_LIFETIME_SECONDS,
    isReadable: true,
  })

/** A session's data, apart from the user's own. */
export interface StoredSession {
  readonly id: string
  readonly userId: string
  /** When the user signed in, in milliseconds since 1970. */
  readonly beganMs: number
  readonly credentials: Credentials
}

/** Turns a session into cookie values that only this site can read, and back. */
export interface SealedCookies {
  readonly write: (session: StoredSession) => Promise<SessionCookies>
  /**
   * Null for cookies that are forged, changed, mixed from two sessions, expired, or sealed with a key that was removed. `unavailable`
   * while the store does not give a value that was moved there: it may give it again to a later request with the same cookies.
   */
  readonly read: (cookies: SessionCookies) => Promise<StoredSession | 'unavailable' | null>
}

const LIFE_MS = COOKIE_LIFETIME_SECONDS * 1_000
/** Browsers would drop longer values: they are moved to the store, and the cookie holds their key. Source: reference security 1.2. */
const MAX_VALUE = 3_800
/** All three together; proxies refuse `Cookie` headers over 8 KB. */
const MAX_TOGETHER = 6_000
const STORED = 's.'
/**
 * Short-lived cache of decrypted cookies for the next requests of a visitor, keyed by a hash of the exact cookie values. Checks that
 * every request needs, revocation above all, are not cached.
 */
const CACHE_OPTIONS = { max: 5_000, ttl: 10_000 } as const

const BearerSchema = v.object({ token: v.string(), expires: v.number(), user: v.string(), began: v.number() })
const RefreshSchema = v.object({ token: v.string(), expires: v.number() })

/** Every value is bound to its cookie's name and the session's id. */
const purpose = (name: string, id: string): string => `${name} ${id}`

export function createSealedCookies(sealer: Sealer, store: SharedStore): SealedCookies {
  const seal = (name: string, id: string, value: unknown) => sealer.seal(purpose(name, id), value, LIFE_MS)

  /** Undefined for a value that the store does not give, null for one that cannot be opened. */
  const open = async (name: string, id: string, value: string | null): Promise<unknown> => {
    if (!value?.startsWith(STORED)) return sealer.open(purpose(name, id), value)
    const sealed = await store.get(storedKey(value.slice(STORED.length)))
    return sealed === null ? undefined : sealer.open(purpose(name, id), sealed)
  }
  const cache = new LRUCache<string, StoredSession>(CACHE_OPTIONS)
  return {
    async write({ id, userId, beganMs, credentials: own }) {
      const bearer = seal(BEARER_TOKEN_COOKIE, id, {
        token: own.bearerToken,
        expires: own.bearerExpiresMs,
        user: userId,
        began: beganMs,
      })
      const refresh = seal(REFRESH_TOKEN_COOKIE, id, {
        token: own.refreshToken,
        expires: own.refreshExpiresMs,
      })
      const classic = own.classicToken === null ? '' : seal(CLASSIC_TOKEN_COOKIE, id, own.classicToken)
      const fitting = await fit([bearer, refresh, classic], (value) => move(value, store))
      return { id, bearer: fitting[0] ?? '', refresh: fitting[1] ?? '', classic: fitting[2] || null }
    },
    async read(cookies) {
      const text = textOf(cookies)
      const known = cache.get(text)
      if (known) return known
      const [bearer, refresh, classic] = await Promise.all([
        open(BEARER_TOKEN_COOKIE, cookies.id, cookies.bearer),
        open(REFRESH_TOKEN_COOKIE, cookies.id, cookies.refresh),
        open(CLASSIC_TOKEN_COOKIE, cookies.id, cookies.classic),
      ])
      if (bearer === null || refresh === null || (cookies.classic !== null && classic === null)) return null
      if (bearer === undefined || refresh === undefined) return 'unavailable'
      if (!v.is(BearerSchema, bearer) || !v.is(RefreshSchema, refresh)) return null
      const session: StoredSession = {
        id: cookies.id,
        userId: bearer.user,
        beganMs: bearer.began,
        credentials: {
          bearerToken: bearer.token,
          bearerExpiresMs: bearer.expires,
          refreshToken: refresh.token,
          refreshExpiresMs: refresh.expires,
          classicToken: typeof classic === 'string' ? classic : null,
        },
      }
      cache.set(text, session)
      return session
    },
  }
}

const textOf = ({ id, bearer, refresh, classic }: SessionCookies): string =>
  createHash('sha256')
    .update(`${id} ${bearer} ${refresh} ${classic ?? ''}`)
    .digest('base64')

const storedKey = (key: string): string => `session-value:${key}`

/** Move a value to the store: the cookie holds its key. */
async function move(value: string, store: SharedStore): Promise<string> {
  const key = randomBytes(18).toString('base64url')
  await store.set(storedKey(key), value, LIFE_MS)
  return `${STORED}${key}`
}

/** Move the longest values to the store until what is left fits into cookies. */
async function fit(
  values: readonly string[],
  moved: (value: string) => Promise<string>,
): Promise<readonly string[]> {
  const fitting = [...values]
  for (;;) {
    const together = fitting.reduce((sum, { length }) => sum + length, 0)
    const longest = fitting.reduce(
      (best, { length }, at) => (length > (fitting[best]?.length ?? 0) ? at : best),
      0,
    )
    const value = fitting[longest] ?? ''
    const isFine = value.length <= MAX_VALUE && together <= MAX_TOGETHER
    if (isFine || value.startsWith(STORED)) return fitting
    fitting[longest] = await moved(value)
  }
}
