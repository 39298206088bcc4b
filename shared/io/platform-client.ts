import { performance } from 'node:perf_hooks'
import { DEFAULT_LIMITS, type Limits } from '../config/index.ts'
import { createAnswerReader, type Answer } from './answer.ts'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { abortAfter } from './deadline.ts'
import { contentError } from './errors.ts'
import { createSendWithRetry, type Need, type PlatformCall } from './platform-call.ts'
import { createAnswerCache } from './answer-cache.ts'
import { createLateCalls } from './late-calls.ts'
import { createSemaphore } from './semaphore.ts'
import { createUndiciTransport, type Transport } from './transport.server.ts'

/** State of the platform client, for metrics. */
export interface PlatformStats {
  /** Circuit breaker of the calls that every page needs. */
  readonly breaker: CircuitBreaker['state']
  /** The circuit breaker of each need. */
  readonly breakers: Readonly<Record<Need, CircuitBreaker['state']>>
  readonly active: number
  readonly waiting: number
  readonly cached: number
}

/**
 * The client through which all calls to the platform go, created once per process. It has everything that calls share: connections,
 * answer cache, single flight, semaphore, circuit breakers.
 */
export interface PlatformClient {
  readonly limits: Limits
  /** A fresh answer from the cache, or a stale one that may still be used: then a newer one is fetched in the background. */
  cached(call: PlatformCall): Answer | undefined
  /** Call the platform, or join an identical running call with the same deadline. Rejects with an AppError `content/…`. */
  fetch(call: PlatformCall): Promise<Answer>
  /** Drop answers by surrogate key or group, and do not cache answers of running calls. @returns number of dropped answers */
  dropByKeys(keys: readonly string[]): number
  /** Drop every answer. */
  clear(): void
  /** Data that has been validated. */
  readonly validated: WeakSet<object>
  stats(): PlatformStats
  close(): Promise<void>
}

/** Parts of a platform client; the defaults are for servers. */
export interface PlatformClientOptions {
  readonly limits?: Partial<Limits>
  readonly transport?: Transport
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
  /** Random numbers from 0 to 1, for the jitter of retries. */
  readonly random?: () => number
}

/** A client with an empty cache and a closed circuit breaker. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { transport = createUndiciTransport(), now = () => performance.now(), random = Math.random } = options
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits }
  const breakers = createBreakers(now)
  const semaphore = createSemaphore(limits, () => contentError('content/overloaded'))
  const answerCache = createAnswerCache(limits, now)
  const send = createSendWithRetry({
    transport,
    read: createAnswerReader(limits),
    breakers,
    semaphore,
    now,
    random,
    maxBodyBytes: limits.maxBodyBytes,
  })
  const calls = createLateCalls<Answer>()
  let generation = 0

  const fetchAnswer = async (call: PlatformCall, end: AbortController): Promise<Answer> => {
    const started = generation
    const answer = await abortAfter(call.deadlineMs, end, timeout, () =>
      send(call, end.signal, now() + call.deadlineMs),
    )
    if (answer.status !== 200 || started !== generation) return answer
    answerCache.set(calls.isLate(flightKey(call)) ? { ...call, staleMs: LATE_STALE_MS } : call, answer)
    return answer
  }
  const run = (call: PlatformCall): Promise<Answer> =>
    calls.run(flightKey(call), call, (end) => fetchAnswer(call, end))
  /** Fetches in the background: the request that triggered it neither waits for it nor aborts it. */
  const revalidate = ({ signal: _, ...call }: PlatformCall): void => void run(call).catch(() => undefined)
  const forgetPendingCalls = () => {
    generation += 1
    calls.forget()
  }

  return {
    limits,
    cached: (call) => answerCache.get(call, () => revalidate(call)),
    fetch: run,
    dropByKeys(keys) {
      forgetPendingCalls()
      return answerCache.dropByTags(keys)
    },
    clear() {
      forgetPendingCalls()
      answerCache.clear()
    },
    validated: new WeakSet(),
    stats: () => ({
      breaker: breakers.primary.state,
      breakers: statesOf(breakers),
      active: semaphore.active,
      waiting: semaphore.waiting,
      cached: answerCache.size,
    }),
    close: () => transport.close(),
  }
}

/** A closed circuit breaker for each need. */
const createBreakers = (now: () => number) => ({
  primary: createCircuitBreaker(now),
  search: createCircuitBreaker(now),
  form: createCircuitBreaker(now),
  optional: createCircuitBreaker(now),
  tree: createCircuitBreaker(now),
})

const statesOf = ({ primary, search, form, optional, tree }: Readonly<Record<Need, CircuitBreaker>>) => ({
  primary: primary.state,
  search: search.state,
  form: form.state,
  optional: optional.state,
  tree: tree.state,
})

/** How long an answer that came late is still used while a newer one, which will probably be late too, is fetched. */
const LATE_STALE_MS = 60_000

/** Calls with different deadlines are not merged: the longer one would be ended by the deadline of the shorter. */
const flightKey = ({ key, deadlineMs }: PlatformCall): string => `${key}\n${deadlineMs}`

const timeout = () => contentError('content/timeout')
