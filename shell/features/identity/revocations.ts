import { COOKIE_LIFETIME_SECONDS } from '@tessera/shared/config'
import type { SharedStore } from '../../store/shared-store.server.ts'

/**
 * Sessions that have been revoked although their cookies can still be decrypted. Source: reference security 1.2. An entry lives
 * longer than every cookie that was sealed before it, refreshes that are under way included.
 */
export interface Revocations {
  readonly stateOf: (session: {
    readonly id: string
    readonly userId: string
    readonly beganMs: number
  }) => Promise<SessionState>
  /** Revokes a session because its own browser has signed out, or has signed in anew. */
  readonly revoke: (sessionId: string) => Promise<void>
  /** Revokes all sessions that this user began before now, except one. */
  readonly revokeAllOf: (userId: string, keepId: string | null) => Promise<void>
}

/**
 * `late`: revoked by its own browser less than `LATE_MS` ago. The answer to that request has changed the browser's cookies, so a
 * request with the old ones was sent before it.
 */
type SessionState = 'valid' | 'late' | 'revoked'

/** How long a request that was sent before a sign-out or a new sign-in may be under way. */
const LATE_MS = 60_000

const LIFE_MS = (COOKIE_LIFETIME_SECONDS + 300) * 1_000

export function createRevocations(store: SharedStore, now: () => number): Revocations {
  return {
    async stateOf({ id, userId, beganMs }) {
      const [own, all] = await Promise.all([store.get(sessionKey(id)), store.get(userKey(userId))])
      if (own !== null) return now() - Number(own) < LATE_MS ? 'late' : 'revoked'
      if (all === null) return 'valid'
      const [since = '', keepId = ''] = all.split(' ')
      return beganMs <= Number(since) && id !== keepId ? 'revoked' : 'valid'
    },
    revoke: (sessionId) => store.set(sessionKey(sessionId), `${now()}`, LIFE_MS),
    revokeAllOf: (userId, keepId) => store.set(userKey(userId), `${now()} ${keepId ?? ''}`, LIFE_MS),
  }
}

const sessionKey = (id: string): string => `revoked-session:${id}`
const userKey = (id: string): string => `revoked-user:${id}`
