import { DOCUMENT_FILE } from '../release-document/release-document.server.ts'
import { FileTooLong, type ReleaseStorage } from './storage.server.ts'

/** Longest wait before a store that does not answer is read again: halted releases must be noticed soon. */
const MAX_WAIT_MS = 10_000

interface Failure {
  readonly error: Error
  /** Time of the next attempt. */
  readonly askAt: number
  readonly waitMs: number
}

interface Options {
  /** Poll interval while the store answers; the wait after the first failure is twice as long. */
  readonly everyMs: number
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number
}

/**
 * Storage with exponential back-off: while it does not answer, waits grow, and reads in between fail at once with the last error. The
 * first successful read ends the back-off.
 */
export function withBackOff(
  storage: Pick<ReleaseStorage, 'name' | 'read'>,
  { everyMs, now = () => performance.now() }: Options,
): Pick<ReleaseStorage, 'name' | 'read'> {
  let failure: Failure | null = null
  return {
    name: storage.name,
    async read(file, maxBytes) {
      const before = failure
      if (before && now() < before.askAt) throw before.error
      try {
        const bytes = await storage.read(file, maxBytes)
        // The document always exists, so a missing one is a failure, e.g. a folder that is not mounted.
        if (bytes === null && file === DOCUMENT_FILE) throw new Error('there is no such file')
        failure = null
        return bytes
      } catch (thrown) {
        if (thrown instanceof FileTooLong) throw thrown // not a failure of the storage, which has answered
        const error = thrown as Error
        // Only one of several concurrent failures increases the wait.
        if (failure !== before) throw error
        const waitMs = Math.min(2 * (before?.waitMs ?? everyMs), MAX_WAIT_MS)
        failure = { error, waitMs, askAt: now() + waitMs }
        throw error
      }
    },
  }
}
