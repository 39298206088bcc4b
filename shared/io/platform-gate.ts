import { performance } from 'node:perf_hooks'
import { DEFAULT_LIMITS } from '../config/index.ts'
import type { Limits } from '../config/index.ts'
import { createAnswerCache } from './answer-cache.ts'
import type { Answer } from './answer.ts'
import { createAnswerReader } from './answer-reader.ts'
import { createAttempt } from './attempt.ts'
import { createBreaker } from './breaker.ts'
import type { Breaker } from './breaker.ts'
import { createBulkhead } from './bulkhead.ts'
import { contentError } from './errors.ts'
import { createFlights } from './flights.ts'
import type { PlatformCall } from './platform-call.ts'
import type { Transport } from './transport.ts'
import { createUndiciTransport } from './undici-transport.server.ts'

/** What the gate is doing, for metrics. */
export interface GateStats {
  readonly breaker: Breaker['state']
  readonly active: number
  readonly waiting: number
  readonly cached: number
}

/** The one way to the platform, made once per process: everything that calls share lives here and nowhere else. */
export interface PlatformGate {
  readonly limits: Limits
  /** An answer that is still fresh, without waiting. */
  fresh(call: PlatformCall): Answer | undefined
  /** Ask the platform, or join somebody who is asking the same. Rejects with an AppError `content/…`. */
  ask(call: PlatformCall): Promise<Answer>
  /** Forget answers by surrogate key or group, and let no call that is under way fill their places; how many were dropped. */
  dropByKeys(keys: readonly string[]): number
  /** Forget every answer. */
  clear(): void
  /** Data of answers that were looked through and are what they should be. */
  readonly sound: WeakSet<object>
  stats(): GateStats
  close(): Promise<void>
}

/** What a gate is made of; the defaults are what a server wants. */
export interface GateOptions {
  readonly limits?: Partial<Limits>
  readonly transport?: Transport
  /** Milliseconds, never going back. */
  readonly now?: () => number
  /** From 0 to 1, for the jitter of retries. */
  readonly random?: () => number
}

/** A gate with an empty cache and a closed breaker. */
export function createPlatformGate(options: GateOptions = {}): PlatformGate {
  const { transport = createUndiciTransport(), now = () => performance.now(), random = Math.random } = options
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits }
  const breaker = createBreaker(now)
  const bulkhead = createBulkhead(limits)
  const cache = createAnswerCache(limits)
  const flights = createFlights<Answer>()
  const attempt = createAttempt({
    transport,
    read: createAnswerReader(limits),
    breaker,
    bulkhead,
    now,
    random,
    maxBodyBytes: limits.maxBodyBytes,
  })
  let generation = 0

  const fetchAnswer = async (call: PlatformCall, key: string, end: AbortController): Promise<Answer> => {
    const started = generation
    const timer = setTimeout(() => end.abort(contentError('content/timeout')), call.deadlineMs)
    try {
      const answer = await attempt(call, end.signal, now() + call.deadlineMs)
      if (call.isPublic && answer.status === 200 && started === generation)
        cache.set(key, answer, call.freshMs, call.group)
      return answer
    } finally {
      clearTimeout(timer)
    }
  }
  const outdate = () => {
    generation += 1
    flights.forget()
  }

  return {
    limits,
    fresh: (call) => (call.isPublic ? cache.get(keyOf(call)) : undefined),
    ask(call) {
      const key = keyOf(call)
      return flights.join(key, call.signal, (end) => fetchAnswer(call, key, end))
    },
    dropByKeys(keys) {
      outdate()
      return cache.dropByKeys(keys)
    },
    clear() {
      outdate()
      cache.clear()
    },
    sound: new WeakSet(),
    stats: () => ({
      breaker: breaker.state,
      active: bulkhead.active,
      waiting: bulkhead.waiting,
      cached: cache.size,
    }),
    close: () => transport.close(),
  }
}

/** A line break cannot be part of a lane, a method or an address. */
const keyOf = ({ lane, method, url, body = '' }: PlatformCall): string => `${lane}\n${method} ${url}\n${body}`
