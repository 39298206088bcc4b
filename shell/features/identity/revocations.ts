import { COOKIE_LIFETIME_SECONDS } from '@tessera/shared/config'
import type { SharedStore } from '../../store/shared-store.server.ts'

/**
 * Sessions that have been revoked although their cookies can still be decrypted. Source: reference security 1.2. An entry lives
 * longer than every cookie that was sealed before it, refreshes that are under way included.
 */
export interface Revocations {
  readonly isRevoked: (session: {
    readonly id: string
    readonly userId: string
    readonly beganMs: number
  }) => Promise<boolean>
  readonly revoke: (sessionId: string) => Promise<void>
  /** Revokes all sessions that this user began before now, except one. */
  readonly revokeAllOf: (userId: string, keepId: string | null) => Promise<void>
}

const LIFE_MS = (COOKIE_LIFETIME_SECONDS + 300) * 1_000

export function createRevocations(store: SharedStore, now: () => number): Revocations {
  return {
    async isRevoked({ id, userId, beganMs }) {
      const [own, all] = await Promise.all([store.get(sessionKey(id)), store.get(userKey(userId))])
      if (own !== null) return true
      if (all === null) return false
      const [since = '', keepId = ''] = all.split(' ')
      return beganMs <= Number(since) && id !== keepId
    },
    revoke: (sessionId) => store.set(sessionKey(sessionId), '1', LIFE_MS),
    revokeAllOf: (userId, keepId) => store.set(userKey(userId), `${now()} ${keepId ?? ''}`, LIFE_MS),
  }
}

const sessionKey = (id: string): string => `revoked-session:${id}`
const userKey = (id: string): string => `revoked-user:${id}`
