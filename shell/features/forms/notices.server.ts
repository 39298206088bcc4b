import { toAppError } from '@tessera/shared/contract'
import { createRetryQueue } from '@tessera/shared/io'
import type { SharedStore } from '../../store/shared-store.server.ts'
import type { FormPlatform } from './form-platform.server.ts'

/** Pauses before a notification that failed is tried again; in milliseconds. */
const PAUSES_MS = [1_000, 5_000, 30_000] as const
/** The last pause, unless a claim lasts longer. */
const LAST_PAUSE_MS = 120_000
/** How much longer than a call its claim lasts. */
const CLAIM_MARGIN_MS = 2_000
const [CONCURRENCY, MAX_WAITING] = [16, 1_000]

interface Parts {
  readonly store: Pick<SharedStore, 'claim' | 'delete' | 'get' | 'set'>
  readonly postMs: number
  readonly keptMs: number
  /** Called for every failure; `isFinal` when it is not tried again. */
  readonly onFailure: (formPostId: string, error: unknown, isFinal: boolean) => void
  /** Called instead where the last attempt finds that another process is notifying. */
  readonly onLeftToOther: (formPostId: string) => void
  readonly pausesMs?: readonly number[]
}

interface Notices {
  /** @throws AppError gateway/… when the first attempt failed */
  readonly notify: FormPlatform['notify']
  /** Tries those that failed a last time, also those that fail from now on; resolves when no attempt is under way. */
  readonly close: () => Promise<void>
}

/**
 * Notifies about each post once, however often this is asked for. An attempt that failed for the moment is repeated a few times, although
 * nobody waits for it: mostly the platform is only being restarted, and authors hear of the post in no other way. So it is while another
 * process seems to notify, which may end before it has: the last attempt is made when its claim has expired. A process that is killed
 * loses its attempts.
 */
export function createNotices(
  call: FormPlatform['notify'],
  { store, postMs, keptMs, onFailure, onLeftToOther, pausesMs }: Parts,
): Notices {
  const claimMs = postMs + CLAIM_MARGIN_MS
  const attempt = createAttempt(call, { store, keptMs, claimMs })
  const pauses = pausesMs ?? [...PAUSES_MS, Math.max(LAST_PAUSE_MS, claimMs)]
  const retrying = new Set<string>()
  /** First attempts, by post. Requests are not waited for once their visitor has left, so these are. */
  const first = new Map<string, Promise<void>>()
  let isClosing = false
  const queue = createRetryQueue({
    concurrency: CONCURRENCY,
    maxWaiting: MAX_WAITING,
    pauseMs: (failures, error) => (isRefusal(error) ? null : (pauses[failures - 1] ?? null)),
    onFailure(formPostId, error, isFinal) {
      if (isFinal) retrying.delete(formPostId)
      if (!(error instanceof ClaimedError)) onFailure(formPostId, error, isFinal)
      else if (isFinal) onLeftToOther(formPostId)
    },
  })
  const begin = async (versionId: string, formPostId: string): Promise<void> => {
    try {
      await attempt(versionId, formPostId, isClosing)
    } catch (error) {
      if (!retrying.has(formPostId)) {
        retrying.add(formPostId)
        const again = async (): Promise<void> => {
          await first.get(formPostId)?.catch(() => undefined) // its claim is no other process's
          await attempt(versionId, formPostId, isClosing)
          retrying.delete(formPostId)
        }
        queue.retry(formPostId, again, error)
      }
      if (!(error instanceof ClaimedError)) throw error
    }
  }
  return {
    notify(versionId, formPostId) {
      const begun =
        first.get(formPostId) ??
        begin(versionId, formPostId).finally(() => {
          first.delete(formPostId)
        })
      first.set(formPostId, begun)
      return begun
    },
    async close() {
      isClosing = true
      await Promise.all([queue.drain(), Promise.allSettled(first.values())])
      await queue.drain()
    },
  }
}

/** One attempt to notify, unless that was done; it claims the post, so that nobody else notifies meanwhile. @throws ClaimedError, AppError gateway/… */
const createAttempt =
  (
    call: FormPlatform['notify'],
    { store, keptMs, claimMs }: Pick<Parts, 'store' | 'keptMs'> & { readonly claimMs: number },
  ) =>
  async (versionId: string, formPostId: string, isLast: boolean): Promise<void> => {
    const key = `form-notified:${versionId}:${formPostId}`
    if (!(await store.claim(key, 'pending', claimMs))) {
      if ((await store.get(key)) === 'done') return
      throw new ClaimedError('another request had begun to notify, and has not said that it did')
    }
    try {
      await call(versionId, formPostId, isLast)
    } catch (error) {
      await store.delete(key)
      throw error
    }
    await store.set(key, 'done', keptMs)
  }

class ClaimedError extends Error {
  override readonly name = 'ClaimedError'
}

/** Whether the platform has answered what it would answer again, such as 404 for a form that is gone. */
function isRefusal(error: unknown): boolean {
  const { code, details } = toAppError(error)
  const status = Number(details['status'])
  return code === 'gateway/bad-answer' && !(status >= 500 || status === 429)
}
