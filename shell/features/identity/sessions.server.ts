import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { toAppError, type AppError, type User } from '@tessera/shared/contract'
import { createSingleFlight, raceDeadline } from '@tessera/shared/io'
import { sessionError } from '../../errors.ts'
import {
  authenticate,
  isBearerExpired,
  REFRESH_LIFE_MS,
  sessionOf,
  type Credentials,
  type IdentityClient,
  type Sessions,
  type UserAnswer,
} from './session.ts'
import type { Session } from '../../http/session.ts'
import type { Refresher } from './refresher.server.ts'
import type { Revocations } from './revocations.ts'
import {
  clearedCookies,
  hasSessionCookies,
  readSessionCookies,
  sessionCookies,
  type SealedCookies,
  type StoredSession,
} from './session-cookies.server.ts'

interface SessionParts {
  readonly isSecure: boolean
  /** Whether signing out ends a federated sign-in too: browsers then delete the data that it stored. */
  readonly isFederated: boolean
  readonly identity: IdentityClient
  readonly sealed: SealedCookies
  readonly revocations: Revocations
  readonly refresher: Refresher
  readonly facts: UserCache
  /** After this time a request waits no longer for the user of its session. */
  readonly confirmMs: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The result of reading one request's session. */
interface Reading {
  readonly stored: StoredSession | null
  readonly session: Session | null
  readonly failure: AppError | null
}

const NO_SESSION: Reading = { stored: null, session: null, failure: null }

/** The sessions of one shell process. State that requests share is in the parts; all other state is per request. */
export function createSessions(parts: SessionParts): Sessions {
  const readings = new WeakMap<FastifyRequest, Promise<Reading>>()
  const failures = new WeakMap<FastifyRequest, AppError>()
  const pending = new WeakMap<FastifyRequest, readonly string[]>()
  const { isSecure, isFederated, identity, sealed, revocations, facts, now } = parts

  const readOnce = (request: FastifyRequest): Promise<Reading> => {
    const known = readings.get(request)
    if (known) return known
    const own = readSession(request, parts, (cookies) => pending.set(request, cookies)).then((reading) => {
      if (reading.failure) failures.set(request, reading.failure)
      return reading
    })
    readings.set(request, own)
    return own
  }
  const close = async ({ id, credentials }: StoredSession) => {
    facts.forget(id)
    await Promise.allSettled([revocations.revoke(id), identity.end(credentials)])
  }
  return {
    read: async (request) => (await readOnce(request)).session,
    failureOf: (request) => failures.get(request) ?? null,
    async start(request, proof) {
      const before = (await readOnce(request)).stored
      const { credentials, answer } = await authenticate(proof, identity)
      const id = randomBytes(24).toString('base64url')
      const user = facts.set(id, answer)
      const stored: StoredSession = { id, userId: user.id, beganMs: now(), credentials }
      const session = sessionOf(stored, user)
      if (before) await close(before)
      pending.set(request, sessionCookies(await sealed.write(stored), hintOf(stored), isSecure))
      readings.set(request, Promise.resolve({ stored, session, failure: null }))
      return session
    },
    async end(request) {
      const { stored } = await readOnce(request)
      pending.set(request, clearedCookies(isFederated ? 'out.federated' : 'out', isSecure))
      readings.set(request, Promise.resolve(NO_SESSION))
      if (stored) await close(stored)
    },
    async endAllOf(userId, keep) {
      const kept = keep ? (await readOnce(keep)).stored : null
      await revocations.revokeAllOf(userId, kept?.id ?? null)
    },
    writeCookies(request: FastifyRequest, reply: FastifyReply) {
      const cookies = pending.get(request)
      if (!cookies) return
      pending.delete(request)
      void reply
        .header('set-cookie', [...cookies])
        .headers({ 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' })
        .removeHeader('surrogate-key')
    },
  }
}

/** Never rejects. A session that cannot be verified now gives a failure, with the session if its user is in memory. */
async function readSession(
  request: FastifyRequest,
  parts: SessionParts,
  setCookies: (cookies: readonly string[]) => void,
): Promise<Reading> {
  const { isSecure, sealed, revocations, facts } = parts
  const header = request.headers.cookie
  const over = () => {
    setCookies(clearedCookies('over', isSecure))
    return NO_SESSION
  }
  const cookies = readSessionCookies(header, isSecure)
  if (!cookies) return hasSessionCookies(header, isSecure) ? over() : NO_SESSION
  const opened = await sealed.read(cookies)
  if (opened === 'unavailable') return NO_SESSION
  if (!opened || opened.beganMs + REFRESH_LIFE_MS < parts.now()) return over()
  const state = await revocations.stateOf(opened)
  // The browser may have the cookies of a newer session, so they are not cleared.
  if (state !== 'valid') return state === 'late' ? NO_SESSION : over()
  let stored = opened
  try {
    const user = await confirmedUser(opened, parts, async (credentials) => {
      stored = { ...opened, credentials }
      // The same session: the hint keeps its value, else other tabs would reload as if another user had signed in.
      setCookies(sessionCookies(await sealed.write(stored), hintOf(opened), isSecure))
    })
    return { stored, session: sessionOf(stored, user), failure: null }
  } catch (thrown) {
    const error = toAppError(thrown)
    request.log.warn(
      { code: error.code, session: opened.id.slice(0, 6), details: error.details },
      'session not confirmed',
    )
    if (error.code === 'session/ended') return over()
    if (error.code === 'session/late') return { ...NO_SESSION, stored }
    const user = facts.known(opened.id)
    return { stored, session: user && sessionOf(stored, user), failure: error }
  }
}

/**
 * The user of a session. The bearer token is refreshed if it has expired by this clock, or is refused: that of the platform may differ. A
 * refresh is always awaited, since the platform takes the replaced token no more; a user who comes late is there for the next request.
 */
async function confirmedUser(
  { id, credentials }: StoredSession,
  { refresher, facts, confirmMs, now }: SessionParts,
  onRefreshed: (fresh: Credentials) => Promise<void>,
): Promise<User> {
  const until = performance.now() + confirmMs
  const userOf = ({ bearerToken }: Credentials) =>
    raceDeadline(Math.max(0, until - performance.now()), facts.of(id, bearerToken), () => {
      throw sessionError('session/unavailable', { details: { reason: `no answer in ${confirmMs} ms` } })
    })
  const known = isBearerExpired(credentials, now()) ? null : await userOf(credentials).catch(unlessEnded)
  if (known) return known
  const fresh = await refresher.refresh(id, credentials.refreshToken)
  await onRefreshed({ ...fresh, classicToken: fresh.classicToken ?? credentials.classicToken })
  return userOf(fresh)
}

const unlessEnded = (thrown: unknown): null => {
  if (toAppError(thrown).code !== 'session/ended') throw thrown
  return null
}

/** Value of the hint cookie, constant for a session. */
const hintOf = ({ beganMs }: StoredSession) => `in.${beganMs.toString(36)}` as const

/** How long user data are fresh: a change of groups takes effect within a minute. */
const FRESH_MS = 60_000
/** How long a failure is remembered before the platform is called again. */
const FAILURE_PAUSE_MS = 1_000
/** How long stale user data are used while the platform fails: an outage does not sign anybody out. */
const MAX_STALE_MS = 15 * 60_000
const MAX_SESSIONS = 10_000

/** The user data of sessions. */
interface UserCache {
  /** The user of a session, from memory while fresh, else from the platform. @throws AppError session/ended, session/unavailable */
  readonly of: (sessionId: string, bearerToken: string) => Promise<User>
  /** The user data in memory, however old; null if there is none. */
  readonly known: (sessionId: string) => User | null
  readonly set: (sessionId: string, answer: UserAnswer) => User
  readonly forget: (sessionId: string) => void
}

/** A cache of user data by session id: sessions share no entries. One call per session and bearer token at a time (single-flight). */
export function createUserCache(
  fetchUser: (bearerToken: string) => Promise<UserAnswer>,
  now: () => number = () => performance.now(),
): UserCache {
  const bounds = { max: MAX_SESSIONS, ttlResolution: 0, perf: { now } }
  const facts = new LRUCache<string, { readonly user: User; readonly at: number }>({
    ...bounds,
    ttl: MAX_STALE_MS,
  })
  /** While the platform is down, a session has one request a second wait for it, also when no user data are in memory. */
  const failures = new LRUCache<string, AppError>({ ...bounds, ttl: FAILURE_PAUSE_MS })
  const calls = createSingleFlight<User>()

  const set = (sessionId: string, { groups, ...rest }: UserAnswer): User => {
    const user = { ...rest, groups: groups ?? [] }
    // Without groups a member sees less, so they are asked for again soon.
    facts.set(sessionId, { user, at: groups ? now() : now() - FRESH_MS + FAILURE_PAUSE_MS })
    return user
  }
  const fetchFacts = async (sessionId: string, bearerToken: string): Promise<User> => {
    try {
      const answer = await fetchUser(bearerToken)
      if (!answer.groups && facts.has(sessionId)) throw sessionError('session/unavailable')
      return set(sessionId, answer)
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code !== 'session/unavailable') throw error
      failures.set(sessionId, error)
      const before = facts.get(sessionId)
      if (before) return before.user
      throw error
    }
  }
  return {
    of(sessionId, bearerToken) {
      const known = facts.get(sessionId)
      const failure = failures.get(sessionId)
      if (known && (failure || now() - known.at < FRESH_MS)) return Promise.resolve(known.user)
      if (failure) return Promise.reject(failure)
      return calls.run(`${sessionId} ${bearerToken}`, undefined, () => fetchFacts(sessionId, bearerToken))
    },
    set,
    known: (sessionId) => facts.get(sessionId)?.user ?? null,
    forget(sessionId) {
      facts.delete(sessionId)
      failures.delete(sessionId)
    },
  }
}
