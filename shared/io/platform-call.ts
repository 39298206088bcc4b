import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../contract/index.ts'
import type { Answer, AnswerReader } from './answer.ts'
import { createRollingCount, type CircuitBreaker } from './circuit-breaker.ts'
import { retryAfterOf } from './retry-after.ts'
import type { Semaphore } from './semaphore.ts'
import type { Transport } from './transport.server.ts'

/**
 * What a page needs the answer for. Primary: nodes and entries, without which there is no page. Searches (with lists and taxonomies) and
 * forms are made with the same deadline, but most pages can do without them. The tree is optional too, but has its own cache time.
 * Source: reference security 3.2.
 */
export type Need = 'primary' | 'search' | 'form' | 'optional' | 'tree'

/** A call to the platform. */
export interface PlatformCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Cache partition (credentials and version status), method, URL and body: only calls with the same key share an answer. */
  readonly key: string
  /** Whether the answer may be cached: it is published and the same for every visitor. */
  readonly isPublic: boolean
  /** How long a public answer is fresh, in milliseconds. */
  readonly freshMs: number
  /** How long a stale answer is used after that while a newer one is fetched, in milliseconds. */
  readonly staleMs: number
  /**
   * A cache key by which the answer is dropped besides its surrogate keys: a new node may change the navigation tree and other
   * lists of nodes, but is not among their surrogate keys.
   */
  readonly group?: 'tree' | 'nodes'
  /** Each need has its own circuit breaker, so that failing searches or optional calls do not block the calls that every page needs. */
  readonly need: Need
  readonly deadlineMs: number
  /** How long requests wait for the answer, where that is less than its deadline: the call then runs on for the next ones. */
  readonly waitMs?: number
  readonly mayRetry: boolean
  /** Ends the wait, e.g. because the visitor has disconnected. */
  readonly signal?: AbortSignal
}

// Source of these: reference security 3.2.
const JITTER_FROM_MS = 50
const JITTER_TO_MS = 150
const RETRY_NEEDS_MS = 600
const RETRY_SHARE = 0.1
/** Retries that are always allowed: on a site with few calls a single retry would exceed the share. */
const FREE_RETRIES = 10
const RETRY_STATUSES: readonly number[] = [500, 502, 503, 504]
/** Longest time for which a `Retry-After` of the platform is obeyed, and passed on. */
const MAX_RETRY_AFTER_SECONDS = 30

type Breakers = Readonly<Record<Need, CircuitBreaker>>

interface Parts {
  readonly transport: Transport
  readonly read: AnswerReader
  readonly breakers: Breakers
  readonly semaphore: Semaphore
  readonly now: () => number
  readonly random: () => number
  readonly maxBodyBytes: number
}

type Send = (call: PlatformCall, signal: AbortSignal, deadline: number) => Promise<Answer>

/** A function that sends a call with one retry: only GET, only after transient errors, and only if enough time is left. */
export function createSendWithRetry(parts: Parts): Send {
  const budgets = new Map<Need, RetryBudget>()

  return async (call, signal, deadline) => {
    const budget = budgets.get(call.need) ?? createRetryBudget(parts.now)
    budgets.set(call.need, budget)
    budget.calls.add()
    const first = await settle(sendOnce(parts, call, signal))
    const mayRetry = call.mayRetry && call.method === 'GET' && isTransient(first) && !signal.aborted
    if (!mayRetry || deadline - parts.now() < RETRY_NEEDS_MS || !budget.isLeft()) return unwrap(first)
    budget.retries.add()
    const jitterMs = JITTER_FROM_MS + parts.random() * (JITTER_TO_MS - JITTER_FROM_MS)
    await wait(jitterMs, undefined, { signal }).catch(() => {
      throw signal.reason
    })
    return sendOnce(parts, call, signal)
  }
}

type RetryBudget = ReturnType<typeof createRetryBudget>

/** Each need has its own, so that failing searches do not use up the retries of calls that every page needs. */
function createRetryBudget(now: () => number) {
  const calls = createRollingCount(now)
  const retries = createRollingCount(now)
  const isLeft = () => retries.sum() < Math.max(FREE_RETRIES, calls.sum() * RETRY_SHARE)
  return { calls, retries, isLeft }
}

/** One attempt, through the circuit breaker and the semaphore. */
async function sendOnce(parts: Parts, call: PlatformCall, signal: AbortSignal): Promise<Answer> {
  const { breakers, semaphore, transport, read, maxBodyBytes } = parts
  const breaker = breakers[call.need]
  breaker.check()
  const release = await semaphore.acquire(signal)
  try {
    const end = breaker.begin()
    try {
      const { method, url, headers, body } = call
      const wire = await transport.send({ method, url, headers, body, signal, maxBodyBytes })
      const answer = read(call, wire)
      end(answer.status >= 500 || answer.status === 429 ? 'failed' : 'ok')
      const { retryAfterSeconds: wanted = 0 } = retryAfterOf(wire.retryAfter)
      if (answer.status === 200 || wanted === 0) return answer
      const retryAfterSeconds = Math.min(wanted, MAX_RETRY_AFTER_SECONDS)
      if (answer.status === 429) leaveAlone(breakers, retryAfterSeconds)
      return { ...answer, retryAfterSeconds }
    } catch (thrown) {
      end(isAborted(thrown) || isTooLarge(thrown) ? 'unknown' : 'failed')
      throw thrown
    }
  } finally {
    release()
  }
}

type Settled = { readonly answer: Answer } | { readonly thrown: unknown }

const settle = (sent: Promise<Answer>): Promise<Settled> =>
  sent.then(
    (answer) => ({ answer }),
    (thrown: unknown) => ({ thrown }),
  )

function unwrap(settled: Settled): Answer {
  if ('thrown' in settled) throw settled.thrown
  return settled.answer
}

const isTransient = (settled: Settled): boolean =>
  'thrown' in settled
    ? settled.thrown instanceof AppError && settled.thrown.code === 'content/unreachable'
    : RETRY_STATUSES.includes(settled.answer.status)

const isAborted = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.code === 'content/aborted'

/** The platform did answer: what one page cannot use says nothing about the calls of others. */
const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.details['isTooLarge'] === true

/** Opens all circuit breakers, since `Retry-After` concerns the whole platform. */
function leaveAlone(breakers: Breakers, seconds: number): void {
  for (const breaker of Object.values(breakers)) breaker.openFor(seconds * 1_000)
}
