import { AppError } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { Breaker } from './breaker.ts'
import type { Bulkhead } from './bulkhead.ts'
import { waitMs } from './wait-ms.ts'
import { createRollingCount } from './rolling-count.ts'
import type { PlatformCall } from './platform-call.ts'
import type { Transport } from './transport.ts'

// Source of these: reference security 3.2.
const JITTER_FROM_MS = 50
const JITTER_TO_MS = 150
const RETRY_NEEDS_MS = 600
const RETRY_SHARE = 0.1
/** A quiet site may retry too, although one of its few calls is more than the share. */
const FREE_RETRIES = 10
const RETRY_STATUSES: readonly number[] = [502, 503, 504]
/** However long the platform asks to be left alone, we look again after this. */
const MAX_RETRY_AFTER_MS = 30_000

interface AttemptParts {
  readonly transport: Transport
  readonly read: AnswerReader
  readonly breaker: Breaker
  readonly bulkhead: Bulkhead
  readonly now: () => number
  readonly random: () => number
  readonly maxBodyBytes: number
}

type Attempt = (call: PlatformCall, signal: AbortSignal, deadline: number) => Promise<Answer>

/** A function that asks once, and once more where that may help: GET only, for faults that pass, while there is time. */
export function createAttempt(parts: AttemptParts): Attempt {
  const calls = createRollingCount(parts.now)
  const retries = createRollingCount(parts.now)
  const hasBudget = () => retries.sum() < Math.max(FREE_RETRIES, calls.sum() * RETRY_SHARE)

  return async (call, signal, deadline) => {
    calls.add()
    const first = await settle(askOnce(parts, call, signal))
    const mayRetry = call.mayRetry && call.method === 'GET' && isPassing(first) && !signal.aborted
    if (!mayRetry || deadline - parts.now() < RETRY_NEEDS_MS || !hasBudget()) return unwrap(first)
    retries.add()
    await waitMs(JITTER_FROM_MS + parts.random() * (JITTER_TO_MS - JITTER_FROM_MS), signal)
    return askOnce(parts, call, signal)
  }
}

/** One try, through the breaker and the bulkhead. */
async function askOnce(parts: AttemptParts, call: PlatformCall, signal: AbortSignal): Promise<Answer> {
  const { breaker, bulkhead, transport, read, maxBodyBytes } = parts
  breaker.check()
  const leave = await bulkhead.enter(signal)
  try {
    const end = breaker.begin()
    try {
      const { method, url, headers, body } = call
      const wire = await transport.send({ method, url, headers, body, signal, maxBodyBytes })
      const answer = read(call, wire)
      end(answer.status >= 500 || answer.status === 429 ? 'failed' : 'ok')
      if (answer.status === 429) obeyRetryAfter(breaker, wire.retryAfter)
      return answer
    } catch (thrown) {
      end(isGivenUp(thrown) ? 'unknown' : 'failed')
      throw thrown
    }
  } finally {
    leave()
  }
}

type Settled = { readonly answer: Answer } | { readonly thrown: unknown }

const settle = (asked: Promise<Answer>): Promise<Settled> =>
  asked.then(
    (answer) => ({ answer }),
    (thrown: unknown) => ({ thrown }),
  )

function unwrap(settled: Settled): Answer {
  if ('thrown' in settled) throw settled.thrown
  return settled.answer
}

const isPassing = (settled: Settled): boolean =>
  'thrown' in settled
    ? settled.thrown instanceof AppError && settled.thrown.code === 'content/unreachable'
    : RETRY_STATUSES.includes(settled.answer.status)

const isGivenUp = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.code === 'content/aborted'

function obeyRetryAfter(breaker: Breaker, retryAfter: string | null): void {
  const seconds = Number(retryAfter)
  if (seconds > 0) breaker.openFor(Math.min(seconds * 1_000, MAX_RETRY_AFTER_MS))
}
