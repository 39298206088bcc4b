import { AppError } from '@tessera/shared/contract'

/** Resolves after some milliseconds; rejects when the signal is aborted. */
export type Pause = (durationMs: number, signal: AbortSignal) => Promise<void>

/** Whether an answer is there before anybody could have been asked for it. Without `pause` that is not known, and false. */
export async function isAtOnce(answer: Promise<unknown>, pause?: Pause): Promise<boolean> {
  if (!pause) return false
  const settled = new AbortController()
  try {
    return await Promise.race([answer.then(() => true), pause(0, settled.signal).then(() => false)])
  } finally {
    settled.abort('settled')
  }
}

/** A question that has no answer after this is asked in its plain form too: both fit into the time of a slot. */
export const PATIENCE_MS = 800

/** What the platform says of a question that costs it too much: a refusal of its own, or nothing in time. Of other failures a simpler one is no way out. */
const TOO_COSTLY: readonly string[] = ['content/failed', 'content/timeout']

/** An answer, and whether it is that of the plain query. */
interface Answered<T> {
  readonly answer: T
  readonly isPlain: boolean
}

/**
 * The answer to a question that goes beyond the plain query. Where the platform refuses or stops it, the plain query's; where it takes its time,
 * whichever comes first. Without `pause` there is no hurry. Source: docs/decisions/0048-near-a-place-and-costly-questions.md.
 */
export async function orPlain<T>(
  asked: Promise<T>,
  askPlain: () => Promise<T>,
  pause?: Pause,
): Promise<Answered<T>> {
  let plain: Promise<Answered<T>> | undefined
  const instead = () => (plain ??= askPlain().then((answer) => ({ answer, isPlain: true })))
  const settled = new AbortController()
  const composed = asked
    .then((answer) => ({ answer, isPlain: false }))
    .catch((thrown: unknown) => {
      if (plain || (thrown instanceof AppError && TOO_COSTLY.includes(thrown.code))) return instead()
      throw thrown
    })
  // A plain query that fails is no failure as long as the other may answer.
  const late = pause?.(PATIENCE_MS, settled.signal)
    .then(instead)
    .catch(() => composed)
  try {
    return await Promise.race([composed, ...(late ? [late] : [])])
  } finally {
    // A reason of its own: to make the usual one, an exception with its stack, takes longer than all of this.
    settled.abort('settled')
  }
}
