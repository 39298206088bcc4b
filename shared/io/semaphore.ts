/** Lets a limited number of calls run and a limited number wait, and refuses the others at once. */
export interface Semaphore {
  /** Take a place, or wait for one; call the returned function to release it. Rejects with the refusal, or the signal's reason. */
  acquire(signal?: AbortSignal): Promise<() => void>
  readonly active: number
  readonly waiting: number
}

/** How many calls run at the same time, how many may wait, and for how long. */
interface SemaphoreSize {
  readonly concurrency: number
  readonly queue: number
  readonly queueWaitMs: number
}

/** A semaphore with all places free. @param refuse makes the error for a call that finds the queue full or waits too long */
export function createSemaphore(
  size: SemaphoreSize,
  refuse: (now: Pick<Semaphore, 'active' | 'waiting'>) => Error,
): Semaphore {
  const waiting = new Set<() => void>()
  let active = 0

  const release = () => {
    const [next] = waiting
    if (next) next()
    else active -= 1
  }

  /** A waiting call takes over the place of a finished one, so `active` does not change. */
  const queueUp = (signal: AbortSignal | undefined) =>
    new Promise<() => void>((resolve, reject) => {
      const done = (settle: () => void) => {
        waiting.delete(letIn)
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        settle()
      }
      const letIn = () => done(() => resolve(once(release)))
      const onAbort = () => done(() => reject(signal?.reason))
      const timer = setTimeout(() => done(() => reject(refuse(semaphore))), size.queueWaitMs)
      signal?.addEventListener('abort', onAbort, { once: true })
      waiting.add(letIn)
    })

  const semaphore: Semaphore = {
    async acquire(signal) {
      if (active < size.concurrency) {
        active += 1
        return once(release)
      }
      if (waiting.size >= size.queue) throw refuse(semaphore)
      return queueUp(signal)
    },
    get active() {
      return active
    },
    get waiting() {
      return waiting.size
    },
  }
  return semaphore
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}
