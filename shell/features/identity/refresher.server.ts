import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { toAppError } from '@tessera/shared/contract'
import { createSingleFlight } from '@tessera/shared/io'
import { sessionError } from '../../errors.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import type { Credentials } from './session.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'

/** How long the result of a refresh is reused for requests that still carry the replaced token. */
const REUSE_MS = 30_000
/** How long a replaced token is remembered: a request that still carries it counts as late, not as an attack. */
const SPENT_MS = 600_000
/** After a failed refresh a session calls the platform again only after this, so that not every page waits for the time-out. */
const FAILURE_PAUSE_MS = 1_000
/** Lifetime of the claim: longer than the call to the platform may take, so that no second process starts one meanwhile. */
const CLAIM_MS = 5_000
/** How often the other processes poll the store for the result. */
const POLL_MS = 20
/** Longest wait for the refresh of another process. */
const MAX_WAIT_MS = 3_000

/** Gives the credentials that replace those of a refresh token. */
export interface Refresher {
  /**
   * @throws AppError session/ended when the token is no longer valid, session/unavailable when that could not be determined,
   *   session/late when it was replaced a while ago and is no longer accepted: requests with the newer token succeed.
   */
  readonly refresh: (sessionId: string, refreshToken: string) => Promise<Credentials>
}

interface Parts {
  readonly store: SharedStore
  readonly sealer: Sealer
  /** The one call to the platform. */
  readonly byRefreshToken: (refreshToken: string) => Promise<Credentials>
}

/**
 * Refreshes once per session, even if many tabs, requests or processes need it at the same time: in this process they share the
 * promise; of several processes only the holder of a claim refreshes, and stores the result for the others. Source: reference security 1.2.
 */
export function createRefresher(parts: Parts): Refresher {
  const calls = createSingleFlight<Credentials>()
  return {
    refresh(sessionId, refreshToken) {
      const key = keyOf(sessionId, refreshToken)
      return calls.run(key, undefined, () => refreshOnce(key, refreshToken, parts))
    },
  }
}

async function refreshOnce(key: string, refreshToken: string, parts: Parts): Promise<Credentials> {
  const { store } = parts
  for (const until = performance.now() + MAX_WAIT_MS; performance.now() < until; await wait(POLL_MS)) {
    const result = await resultOf(key, parts)
    if (result) return result
    if (!(await store.claim(claimKey(key), '1', CLAIM_MS))) continue
    try {
      // Another process may have finished between reading the result and taking the claim.
      return (await resultOf(key, parts)) ?? (await askPlatform(key, refreshToken, parts))
    } finally {
      await store.delete(claimKey(key))
    }
  }
  throw sessionError('session/unavailable', { details: { reason: 'another process is refreshing it' } })
}

async function askPlatform(key: string, refreshToken: string, parts: Parts): Promise<Credentials> {
  const { store, sealer, byRefreshToken } = parts
  try {
    const fresh = await byRefreshToken(refreshToken)
    await Promise.all([
      store.set(resultKey(key), sealer.seal(resultKey(key), fresh, REUSE_MS), REUSE_MS),
      // A platform may go on with the same token, which is then not spent.
      fresh.refreshToken !== refreshToken && store.set(spentKey(key), '1', SPENT_MS),
    ])
    return fresh
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code !== 'session/ended') {
      await store.set(resultKey(key), UNKNOWN, FAILURE_PAUSE_MS)
      throw error
    }
    // The request is late, or the answer with the newer token was lost. The browser may have newer cookies, so they are not cleared.
    if ((await store.get(spentKey(key))) !== null) throw sessionError('session/late', { cause: error })
    await store.set(resultKey(key), ENDED, REUSE_MS)
    throw error
  }
}

const ENDED = 'ended'
const UNKNOWN = 'unavailable'

/** The stored result of a refresh; null when there is none yet. @throws AppError session/ended, session/unavailable */
async function resultOf(key: string, { store, sealer }: Parts): Promise<Credentials | null> {
  const result = await store.get(resultKey(key))
  if (result === ENDED) throw sessionError('session/ended')
  if (result === UNKNOWN)
    throw sessionError('session/unavailable', { details: { reason: 'it has just failed' } })
  return result === null ? null : (sealer.open(resultKey(key), result) as Credentials | null)
}

/** Keys of the store contain a hash of the token, never the token itself. */
const keyOf = (sessionId: string, refreshToken: string): string =>
  `${sessionId}:${createHash('sha256').update(refreshToken).digest('base64url').slice(0, 22)}`

const claimKey = (key: string) => `refresh-claim:${key}`
const resultKey = (key: string) => `refresh-result:${key}`
const spentKey = (key: string) => `refresh-spent:${key}`
