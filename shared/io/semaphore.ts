/** Lets a bounded number of calls through and a bounded number wait, and refuses the rest at once. */
export interface Semaphore {
  /** Take a place, or wait for one; call the answer to release it. Rejects with the refusal, or the signal's reason. */
  acquire(signal?: AbortSignal): Promise<() => void>
  readonly active: number
  readonly waiting: number
}

/** How many go through at once, how many may wait, and for how long. */
interface SemaphoreSize {
  readonly concurrency: number
  readonly queue: number
  readonly queueWaitMs: number
}

/** A semaphore of which nothing is taken; `refuse` makes the error for who finds no place, or waits too long for one. */
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

  /** Whoever is let in takes the place of the one that leaves, so `active` stays as it is. */
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
