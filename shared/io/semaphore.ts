import { contentError } from './errors.ts'

/** Lets a bounded number of calls through, and a bounded number wait. */
export interface Semaphore {
  /** Take a place, or wait for one; call the answer to release it. @throws AppError content/overloaded, or the signal's reason */
  acquire(signal: AbortSignal): Promise<() => void>
  readonly active: number
  readonly waiting: number
}

/** A semaphore of which nothing is taken. */
export function createSemaphore(size: {
  readonly concurrency: number
  readonly queue: number
  readonly queueWaitMs: number
}): Semaphore {
  const waiting = new Set<() => void>()
  let active = 0

  const release = () => {
    const [next] = waiting
    if (next) next()
    else active -= 1
  }

  /** Whoever is let in takes the place of the one that leaves, so `active` stays as it is. */
  const queueUp = (signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const done = (settle: () => void) => {
        waiting.delete(letIn)
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
        settle()
      }
      const letIn = () => done(() => resolve(once(release)))
      const onAbort = () => done(() => reject(signal.reason))
      const timer = setTimeout(() => done(() => reject(contentError('content/overloaded'))), size.queueWaitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.add(letIn)
    })

  return {
    async acquire(signal) {
      if (active < size.concurrency) {
        active += 1
        return once(release)
      }
      if (waiting.size >= size.queue) throw contentError('content/overloaded')
      return queueUp(signal)
    },
    get active() {
      return active
    },
    get waiting() {
      return waiting.size
    },
  }
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}
