import { AppError } from '@tessera/shared/contract'

/** A preload that failed counts as the first try, so there are three. Source: reference federation 6.2. */
export const MAX_TRIES = 3
/** Waited before the second try, twice as long before the third. */
const PAUSE_MS = 100

/** Whether another try may help, and at which address. */
type Judge = (thrown: unknown) => 'again' | 'elsewhere' | 'never'

/**
 * Try again where the failure was the network's, and there alone: what was evaluated once and failed leaves half of itself
 * behind. `attempt` is given what to add to its address: nothing, or a query that makes it another one.
 */
export async function withRetries<T>(
  attempt: (query: string) => Promise<T>,
  judge: Judge,
  pauseMs = PAUSE_MS,
): Promise<T> {
  let query = ''
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(query)
    } catch (thrown) {
      const verdict = judge(thrown)
      if (tries === MAX_TRIES || verdict === 'never') throw thrown
      if (verdict === 'elsewhere') query = `?try=${tries + 1}`
      await new Promise((resolve) => setTimeout(resolve, pauseMs * tries))
    }
  }
}

/** For scripts that we load: after a hang the address changes, since the browser would join the next request to the one that hangs. */
export function judgeScript(thrown: unknown): ReturnType<Judge> {
  if (!(thrown instanceof AppError)) return 'never'
  if (thrown.code === 'client/script-late') return 'elsewhere'
  return thrown.code === 'client/script-unreachable' ? 'again' : 'never'
}

/** For the chunks that a remote's own bundle loads. One that hangs would hang again: its address is not ours to change. */
export const judgeChunk = (thrown: unknown): ReturnType<Judge> =>
  thrown instanceof Error &&
  thrown.name === 'ChunkLoadError' &&
  (thrown as { readonly type?: string }).type !== 'timeout'
    ? 'again'
    : 'never'
