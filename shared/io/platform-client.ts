import { performance } from 'node:perf_hooks'
import { DEFAULT_LIMITS, type Limits } from '../config/index.ts'
import { createAnswerReader, type Answer } from './answer.ts'
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { abortAfter } from './deadline.ts'
import { contentError } from './errors.ts'
import { createSendWithRetry, type PlatformCall } from './platform-call.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { createSemaphore } from './semaphore.ts'
import { createSingleFlight } from './single-flight.ts'
import { createUndiciTransport, type Transport } from './transport.server.ts'

/** What the platform client is doing, for metrics. */
export interface PlatformStats {
  /** Of the calls that pages cannot do without. */
  readonly breaker: CircuitBreaker['state']
  readonly active: number
  readonly waiting: number
  readonly cached: number
}

/**
 * The one way to the platform, made once per process. What calls share lives here and nowhere else: connections, answer cache,
 * single flight, semaphore, circuit breaker.
 */
export interface PlatformClient {
  readonly limits: Limits
  /** An answer of the cache that is still fresh, or may be used while a newer one is fetched: it is being fetched then. */
  cached(call: PlatformCall): Answer | undefined
  /** Call the platform, or join an identical call that is under way. Rejects with an AppError `content/…`. */
  fetch(call: PlatformCall): Promise<Answer>
  /** Drop answers by surrogate key or group, and keep no answer of a call that is under way; how many were dropped. */
  dropByKeys(keys: readonly string[]): number
  /** Drop every answer. */
  clear(): void
  /** Data whose shape has been checked. */
  readonly validated: WeakSet<object>
  stats(): PlatformStats
  close(): Promise<void>
}

/** What a platform client is made of; the defaults are what a server wants. */
export interface PlatformClientOptions {
  readonly limits?: Partial<Limits>
  readonly transport?: Transport
  /** Milliseconds, never going back. */
  readonly now?: () => number
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number
}

/** A client with an empty cache and a closed circuit breaker. */
export function createPlatformClient(options: PlatformClientOptions = {}): PlatformClient {
  const { transport = createUndiciTransport(), now = () => performance.now(), random = Math.random } = options
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits }
  const breakers = {
    primary: createCircuitBreaker(now),
    optional: createCircuitBreaker(now),
    tree: createCircuitBreaker(now),
  }
  const semaphore = createSemaphore(limits, () => contentError('content/overloaded'))
  const kept = createKeptAnswers(limits, now)
  const singleFlight = createSingleFlight<Answer>()
  const send = createSendWithRetry({
    transport,
    read: createAnswerReader(limits),
    breakers,
    semaphore,
    now,
    random,
    maxBodyBytes: limits.maxBodyBytes,
  })
  let generation = 0

  const fetchAnswer = async (call: PlatformCall, end: AbortController): Promise<Answer> => {
    const started = generation
    const answer = await abortAfter(call.deadlineMs, end, timeout, () =>
      send(call, end.signal, now() + call.deadlineMs),
    )
    if (answer.status === 200 && started === generation) kept.set(call, answer)
    return answer
  }
  /** Whoever asked does not wait for it, and cannot end it. */
  const fetchBehind = ({ signal: _, ...call }: PlatformCall): void => {
    singleFlight.run(call.key, undefined, (end) => fetchAnswer(call, end)).catch(() => undefined)
  }
  const forgetCallsUnderWay = () => {
    generation += 1
    singleFlight.forget()
  }

  return {
    limits,
    cached: (call) => kept.get(call, () => fetchBehind(call)),
    fetch(call) {
      return singleFlight.run(call.key, call.signal, (end) => fetchAnswer(call, end))
    },
    dropByKeys(keys) {
      forgetCallsUnderWay()
      return kept.dropByTags(keys)
    },
    clear() {
      forgetCallsUnderWay()
      kept.clear()
    },
    validated: new WeakSet(),
    stats: () => ({
      breaker: breakers.primary.state,
      active: semaphore.active,
      waiting: semaphore.waiting,
      cached: kept.size,
    }),
    close: () => transport.close(),
  }
}

const timeout = () => contentError('content/timeout')
