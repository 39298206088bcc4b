import { LRUCache } from 'lru-cache'
import { toAppError, type User } from '@tessera/shared/contract'

/** Facts about a user are fresh this long: a change of groups is seen within a minute. */
const FRESH_MS = 60_000
/** Older facts are used this long while the platform is in trouble: an outage signs nobody out. */
const KEPT_MS = 15 * 60_000
const MAX_SESSIONS = 10_000

/** Who the user of a session is. */
export interface UserFacts {
  /** From memory while it is fresh, else from the platform. @throws AppError session/ended, session/unavailable */
  readonly of: (sessionId: string, bearerToken: string) => Promise<User>
  /** What is known of the user without asking, however old. */
  readonly known: (sessionId: string) => User | null
  readonly forget: (sessionId: string) => void
}

interface Known {
  readonly user: User
  readonly at: number
}

/**
 * Facts by session id: what belongs to one session is never given to another. One call per session at a time, however many
 * of its requests want to know.
 */
export function createUserFacts(
  fetchUser: (bearerToken: string) => Promise<User>,
  now: () => number = () => performance.now(),
): UserFacts {
  const facts = new LRUCache<string, Known>({ max: MAX_SESSIONS, ttl: KEPT_MS, perf: { now } })
  const underWay = new Map<string, Promise<User>>()

  const fetchFacts = async (sessionId: string, bearerToken: string): Promise<User> => {
    try {
      const user = await fetchUser(bearerToken)
      facts.set(sessionId, { user, at: now() })
      return user
    } catch (thrown) {
      const error = toAppError(thrown)
      const before = facts.get(sessionId)
      if (error.code === 'session/unavailable' && before) return before.user
      throw error
    }
  }
  return {
    of(sessionId, bearerToken) {
      const known = facts.get(sessionId)
      if (known && now() - known.at < FRESH_MS) return Promise.resolve(known.user)
      const asking = underWay.get(sessionId)
      if (asking) return asking
      const own = fetchFacts(sessionId, bearerToken).finally(() => underWay.delete(sessionId))
      underWay.set(sessionId, own)
      return own
    },
    known: (sessionId) => facts.get(sessionId)?.user ?? null,
    forget: (sessionId) => void facts.delete(sessionId),
  }
}
