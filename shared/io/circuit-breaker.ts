import { contentError } from './errors.ts'

/** How a call ended; `unknown` when it was aborted before the platform could answer. */
export type CallOutcome = 'ok' | 'failed' | 'unknown'

/** Blocks calls to a failing platform for a while, and detects when it works again. */
export interface CircuitBreaker {
  /** @throws AppError content/unavailable */
  check(): void
  /** Begin a call; call the returned function once with its outcome. @throws AppError content/unavailable */
  begin(): (outcome: CallOutcome) => void
  /** Block calls for so long, e.g. because of the platform's `Retry-After`. */
  openFor(ms: number): void
  readonly state: 'closed' | 'open' | 'probing'
}

// Source of all four: reference security 3.2.
const MIN_CALLS = 20
const FAILED_SHARE = 0.5
const OPEN_MS = 5_000
const PROBES = 3
/**
 * A site with few visitors never makes 20 calls in ten seconds, and each of its calls would wait for the whole deadline. So the breaker
 * also opens when the failed calls of the last minute took this many milliseconds in total and were at least half of all calls.
 */
const MAX_LOST_MS = 5_000

/** A closed circuit breaker. @param now monotonic clock in milliseconds */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const calls = createRollingCount(now)
  const failures = createRollingCount(now)
  const minute = {
    calls: createRollingCount(now, 60_000),
    failures: createRollingCount(now, 60_000),
    lostMs: createRollingCount(now, 60_000),
  }
  const all = [calls, failures, ...Object.values(minute)]
  let openUntil: number | null = null
  let probing = 0
  let healthy = 0

  const state = () => (openUntil === null ? 'closed' : now() < openUntil ? 'open' : 'probing')
  const open = (ms: number) => {
    openUntil = now() + ms
    healthy = 0
  }
  /** Until calls are let through again; a second while a few of them test the platform. */
  const secondsLeft = () => Math.max(1, Math.ceil(((openUntil ?? 0) - now()) / 1_000))
  const check = () => {
    const current = state()
    if (current === 'open' || (current === 'probing' && probing + healthy >= PROBES))
      throw contentError('content/unavailable', { details: { retryAfterSeconds: secondsLeft() } })
  }
  const endProbe = (outcome: CallOutcome) => {
    probing -= 1
    if (state() !== 'probing') return
    if (outcome === 'failed') open(OPEN_MS)
    if (outcome !== 'ok' || (healthy += 1) < PROBES) return
    openUntil = null
    healthy = 0
    for (const count of all) count.clear()
  }
  const endCall = (outcome: CallOutcome, ms: number) => {
    if (outcome === 'unknown') return
    for (const count of [calls, minute.calls]) count.add()
    if (outcome === 'ok') return
    for (const count of [failures, minute.failures]) count.add()
    minute.lostMs.add(ms)
    if (state() !== 'closed') return
    const isMostly = (failed: RollingCount, of: RollingCount) => failed.sum() / of.sum() >= FAILED_SHARE
    const isBusyAndFails = calls.sum() >= MIN_CALLS && isMostly(failures, calls)
    const isSlow = minute.lostMs.sum() >= MAX_LOST_MS && isMostly(minute.failures, minute.calls)
    if (isBusyAndFails || isSlow) open(OPEN_MS)
  }

  return {
    check,
    begin() {
      check()
      const since = now()
      if (state() === 'closed') return (outcome) => endCall(outcome, now() - since)
      probing += 1
      return endProbe
    },
    openFor: (ms) => open(Math.max(ms, openUntil === null ? 0 : openUntil - now())),
    get state() {
      return state()
    },
  }
}

const BUCKETS = 10

/** Counts events of a recent period. */
interface RollingCount {
  /** Count one event, or `by` of them. */
  add(by?: number): void
  sum(): number
  clear(): void
}

/** A rolling count over `overMs` milliseconds, in ten buckets. @param now monotonic clock in milliseconds */
export function createRollingCount(now: () => number, overMs = 10_000): RollingCount {
  const bucketMs = overMs / BUCKETS
  const buckets = Array.from({ length: BUCKETS }, () => ({ at: -BUCKETS, count: 0 }))
  return {
    add(by = 1) {
      const at = Math.floor(now() / bucketMs)
      const bucket = buckets[at % BUCKETS]
      if (!bucket) return
      if (bucket.at !== at) bucket.count = 0
      bucket.at = at
      bucket.count += by
    },
    sum() {
      const oldest = Math.floor(now() / bucketMs) - BUCKETS
      return buckets.reduce((sum, { at, count }) => sum + (at > oldest ? count : 0), 0)
    },
    clear() {
      for (const bucket of buckets) bucket.count = 0
    },
  }
}
