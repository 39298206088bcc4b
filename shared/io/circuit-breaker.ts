import { contentError } from './errors.ts'

/** How a call ended: `unknown` when it was given up before the platform had its chance. */
export type CallOutcome = 'ok' | 'failed' | 'unknown'

/** Leaves the platform alone when it fails, and finds out when it is back. */
export interface CircuitBreaker {
  /** @throws AppError content/unavailable */
  check(): void
  /** Begin a call; tell the answer how it ended, once. @throws AppError content/unavailable */
  begin(): (outcome: CallOutcome) => void
  /** Leave the platform alone for so long, e.g. because it asked for it. */
  openFor(ms: number): void
  readonly state: 'closed' | 'open' | 'probing'
}

// Source of all four: reference security 3.2.
const MIN_CALLS = 20
const FAILED_SHARE = 0.5
const OPEN_MS = 5_000
const PROBES = 3

/** A closed circuit breaker; `now` in milliseconds, never going back. */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  const calls = createRollingCount(now)
  const failures = createRollingCount(now)
  let openUntil: number | null = null
  let probing = 0
  let healthy = 0

  const state = () => (openUntil === null ? 'closed' : now() < openUntil ? 'open' : 'probing')
  const open = (ms: number) => {
    openUntil = now() + ms
    healthy = 0
  }
  const check = () => {
    const current = state()
    if (current === 'open' || (current === 'probing' && probing + healthy >= PROBES))
      throw contentError('content/unavailable')
  }
  const endProbe = (outcome: CallOutcome) => {
    probing -= 1
    if (state() !== 'probing') return
    if (outcome === 'failed') open(OPEN_MS)
    if (outcome !== 'ok' || (healthy += 1) < PROBES) return
    openUntil = null
    healthy = 0
    calls.clear()
    failures.clear()
  }
  const endCall = (outcome: CallOutcome) => {
    if (outcome === 'unknown') return
    calls.add()
    if (outcome === 'failed') failures.add()
    if (state() !== 'closed') return
    const total = calls.sum()
    if (total >= MIN_CALLS && failures.sum() / total >= FAILED_SHARE) open(OPEN_MS)
  }

  return {
    check,
    begin() {
      check()
      if (state() === 'closed') return endCall
      probing += 1
      return endProbe
    },
    openFor: (ms) => open(Math.max(ms, openUntil === null ? 0 : openUntil - now())),
    get state() {
      return state()
    },
  }
}

const BUCKET_MS = 1_000
const BUCKETS = 10

/** Counts what happened in the last ten seconds. */
interface RollingCount {
  add(): void
  sum(): number
  clear(): void
}

/** A rolling count in ten buckets of a second each; `now` in milliseconds, never going back. */
export function createRollingCount(now: () => number): RollingCount {
  const buckets = Array.from({ length: BUCKETS }, () => ({ second: -BUCKETS, count: 0 }))
  return {
    add() {
      const second = Math.floor(now() / BUCKET_MS)
      const bucket = buckets[second % BUCKETS]
      if (!bucket) return
      if (bucket.second !== second) bucket.count = 0
      bucket.second = second
      bucket.count += 1
    },
    sum() {
      const oldest = Math.floor(now() / BUCKET_MS) - BUCKETS
      return buckets.reduce((sum, { second, count }) => sum + (second > oldest ? count : 0), 0)
    },
    clear() {
      for (const bucket of buckets) bucket.count = 0
    },
  }
}
