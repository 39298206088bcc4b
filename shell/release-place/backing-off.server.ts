import { DOCUMENT_FILE } from '../release-document/release-document.server.ts'
import { FileTooLong, type ReleasePlace } from './place.server.ts'

/** The longest that a shell waits before it asks a store again that does not answer: what is halted there has to be heard of soon. */
export const MOST_WAIT_MS = 10_000

interface Failure {
  readonly error: Error
  /** No request before. */
  readonly askAt: number
  readonly waitMs: number
}

interface Options {
  /** How often the store is looked at as long as it answers: the wait after a first failure is twice that. */
  readonly everyMs: number
  /** In milliseconds, never going back. */
  readonly now?: () => number
}

/**
 * A place that is read ever less often while it does not answer: meanwhile reads fail at once, with what the last one said. After one
 * that is answered it is read as before.
 */
export function backingOff(
  place: Pick<ReleasePlace, 'name' | 'read'>,
  { everyMs, now = () => performance.now() }: Options,
): Pick<ReleasePlace, 'name' | 'read'> {
  let failure: Failure | null = null
  return {
    name: place.name,
    async read(file, maxBytes) {
      const before = failure
      if (before && now() < before.askAt) throw before.error
      try {
        const bytes = await place.read(file, maxBytes)
        // A folder that is not mounted, say: nothing but the document is always there.
        if (bytes === null && file === DOCUMENT_FILE) throw new Error('there is no such file')
        failure = null
        return bytes
      } catch (thrown) {
        if (thrown instanceof FileTooLong) throw thrown // it has answered
        const error = thrown as Error
        // Of several that were read at the same time one makes the wait longer.
        if (failure !== before) throw error
        const waitMs = Math.min(2 * (before?.waitMs ?? everyMs), MOST_WAIT_MS)
        failure = { error, waitMs, askAt: now() + waitMs }
        throw error
      }
    },
  }
}
