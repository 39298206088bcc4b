import { contentError } from './errors.ts'

/** Lets a bounded number of calls through, and a bounded number wait. */
export interface Bulkhead {
  /** Come in, or wait to; call the answer to leave. @throws AppError content/overloaded, or the signal's reason */
  enter(signal: AbortSignal): Promise<() => void>
  readonly active: number
  readonly waiting: number
}

/** An empty bulkhead. */
export function createBulkhead(size: {
  readonly concurrency: number
  readonly queue: number
  readonly queueWaitMs: number
}): Bulkhead {
  const waiting = new Set<() => void>()
  let active = 0

  const leave = () => {
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
      const letIn = () => done(() => resolve(once(leave)))
      const onAbort = () => done(() => reject(signal.reason))
      const timer = setTimeout(() => done(() => reject(contentError('content/overloaded'))), size.queueWaitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      waiting.add(letIn)
    })

  return {
    async enter(signal) {
      if (active < size.concurrency) {
        active += 1
        return once(leave)
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
