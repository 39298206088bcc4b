import { createHash, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import {
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  COOKIE_LIFETIME_SECONDS,
  REFRESH_TOKEN_COOKIE,
} from '@tessera/shared/config'
import type { Sealer } from './sealer.server.ts'
import type { Credentials } from './credentials.ts'
import type { SessionCookies } from './session-cookies.ts'
import type { SharedStore } from './shared-store.ts'

/** What a session consists of, apart from who the user is. */
export interface StoredSession {
  readonly id: string
  readonly userId: string
  /** When somebody signed in; milliseconds since 1970. */
  readonly beganMs: number
  readonly credentials: Credentials
}

/** Turns a session into cookie values that only this site can read, and back. */
export interface SealedCookies {
  readonly write: (session: StoredSession) => Promise<SessionCookies>
  /** Null for anything forged, changed, mixed from two sessions, too old, or sealed by a key that is gone. */
  readonly read: (cookies: SessionCookies) => Promise<StoredSession | null>
}

const LIFE_MS = COOKIE_LIFETIME_SECONDS * 1_000
/** Longer values would be dropped by browsers: they move to the store and leave an id. Source: reference security 1.2. */
const MAX_VALUE = 3_800
/** All three together; proxies refuse `Cookie` headers over 8 KB. */
const MAX_TOGETHER = 6_000
const STORED = 's.'
/**
 * Cookies that have just been opened need not be opened again for the next request of the same visitor: exactly these texts,
 * known by their hash, for a moment. What decides on every request, revocation above all, is asked for all the same.
 */
const REMEMBERED = { max: 5_000, ttl: 10_000 } as const

const BearerSchema = v.object({ token: v.string(), expires: v.number(), user: v.string(), began: v.number() })
const RefreshSchema = v.object({ token: v.string(), expires: v.number() })

/** Every value is bound to its cookie's name and the session's id. */
const purpose = (name: string, id: string): string => `${name} ${id}`

export function createSealedCookies(sealer: Sealer, store: SharedStore): SealedCookies {
  const seal = (name: string, id: string, value: unknown) => sealer.seal(purpose(name, id), value, LIFE_MS)

  const move = async (value: string): Promise<string> => {
    const key = randomBytes(18).toString('base64url')
    await store.set(storedKey(key), value, LIFE_MS)
    return `${STORED}${key}`
  }
  const open = async (name: string, id: string, value: string | null): Promise<unknown> => {
    const sealed = value?.startsWith(STORED) ? await store.get(storedKey(value.slice(STORED.length))) : value
    return sealed ? sealer.open(purpose(name, id), sealed) : null
  }
  const remembered = new LRUCache<string, StoredSession>(REMEMBERED)
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
      const classic = own.classicToken === null ? null : seal(CLASSIC_TOKEN_COOKIE, id, own.classicToken)
      const [bearerValue = '', refreshValue = '', classicValue = ''] = await fit(
        [bearer, refresh, classic ?? ''],
        move,
      )
      return { id, bearer: bearerValue, refresh: refreshValue, classic: classicValue || null }
    },
    async read(cookies) {
      const { id } = cookies
      const text = textOf(cookies)
      const known = remembered.get(text)
      if (known) return known
      const [bearer, refresh, classic] = await Promise.all([
        open(BEARER_TOKEN_COOKIE, id, cookies.bearer),
        open(REFRESH_TOKEN_COOKIE, id, cookies.refresh),
        open(CLASSIC_TOKEN_COOKIE, id, cookies.classic),
      ])
      if (!v.is(BearerSchema, bearer) || !v.is(RefreshSchema, refresh)) return null
      const session: StoredSession = {
        id,
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
      remembered.set(text, session)
      return session
    },
  }
}

const textOf = ({ id, bearer, refresh, classic }: SessionCookies): string =>
  createHash('sha256')
    .update(`${id} ${bearer} ${refresh} ${classic ?? ''}`)
    .digest('base64')

const storedKey = (key: string): string => `session-value:${key}`

/** Move the longest values to the store until what is left fits into cookies. */
async function fit(
  values: readonly string[],
  move: (value: string) => Promise<string>,
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
    fitting[longest] = await move(value)
  }
}
