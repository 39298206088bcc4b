import { failureOf } from '../errors.ts'

/** Resolves after some milliseconds; rejects when the signal is aborted. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<void>

/** Why a pause ends early: one error for all, since creating one, with its stack, takes longer than all else here. */
const SETTLED = new Error('settled')

/** Whether an answer is available immediately, as from a cache. Without `pause` that is not known: false. */
export async function isImmediate(answer: Promise<unknown>, pause?: Pause): Promise<boolean> {
  if (!pause) return false
  const settled = new AbortController()
  try {
    return await Promise.race([answer.then(() => true), pause(0, settled.signal).then(() => false)])
  } finally {
    settled.abort(SETTLED)
  }
}

/** If a query has no answer after this time, its plain form is queried too: both fit into the time limit of a slot. */
export const FALLBACK_DELAY_MS = 800

/**
 * Errors for a query that is too expensive for the platform: it refuses the query, or does not answer in time. For other failures a simpler
 * query would not help.
 */
const TOO_EXPENSIVE: readonly string[] = ['content/failed', 'content/timeout']

/** An answer, and whether it is that of the plain query. */
interface FallbackAnswer<T> {
  readonly answer: T
  readonly isPlain: boolean
}

/**
 * The answer to a query with relevance. If the platform refuses or aborts it, the answer to the plain query; if it is slow, the first
 * of the two. Without `pause` a slow answer is awaited. Source: docs/decisions/0048-near-a-place-and-costly-questions.md.
 */
export async function withPlainFallback<T>(
  query: Promise<T>,
  queryPlain: () => Promise<T>,
  pause?: Pause,
): Promise<FallbackAnswer<T>> {
  let plain: Promise<FallbackAnswer<T>> | undefined
  const instead = () => (plain ??= queryPlain().then((answer) => ({ answer, isPlain: true })))
  const settled = new AbortController()
  const composed = query
    .then((answer) => ({ answer, isPlain: false }))
    .catch((thrown: unknown) => {
      if (plain || TOO_EXPENSIVE.includes(failureOf(thrown)?.code ?? '')) return instead()
      throw thrown
    })
  // A failed plain query is ignored as long as the other query may still answer.
  const late = pause?.(FALLBACK_DELAY_MS, settled.signal)
    .then(instead)
    .catch(() => composed)
  try {
    return await Promise.race([composed, ...(late ? [late] : [])])
  } finally {
    settled.abort(SETTLED)
  }
}
