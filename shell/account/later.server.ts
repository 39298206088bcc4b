/** Work that nobody waits for, such as writing to somebody: what a visitor asked takes the same time whatever there is to do. */
export interface Later {
  /** Do it soon, and again a few times when it fails. */
  readonly run: (name: string, work: () => Promise<void>) => void
  /** Resolves when everything that was begun is done, or has failed once more. */
  readonly close: () => Promise<void>
}

const MAX_RUNNING = 4
const MAX_WAITING = 1_000
const RETRY_MS: readonly number[] = [1_000, 10_000, 60_000]

interface Job {
  readonly name: string
  readonly work: () => Promise<void>
  readonly tries: number
}

/** A bounded number of jobs side by side, and a bounded number that wait. */
export function createLater(
  onFailure: (name: string, error: unknown, isFinal: boolean) => void,
  retryMs: readonly number[] = RETRY_MS,
): Later {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false

  const begin = (): void => {
    while (running.size < MAX_RUNNING) {
      const job = waiting.shift()
      if (!job) return
      const done = attempt(job).finally(() => {
        running.delete(done)
        begin()
      })
      running.add(done)
    }
  }
  const attempt = async (job: Job): Promise<void> => {
    try {
      await job.work()
    } catch (error) {
      const pause = retryMs[job.tries]
      const isFinal = pause === undefined || isClosed
      onFailure(job.name, error, isFinal)
      if (isFinal) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        add({ ...job, tries: job.tries + 1 })
      }, pause).unref()
      timers.add(timer)
    }
  }
  const add = (job: Job): void => {
    if (waiting.length >= MAX_WAITING) return onFailure(job.name, new Error('too much work waits'), true)
    waiting.push(job)
    // Not within the request that asks: its answer goes first.
    setImmediate(begin)
  }

  return {
    run: (name, work) => add({ name, work, tries: 0 }),
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      begin()
      while (running.size > 0 || waiting.length > 0) {
        await Promise.all(running)
        begin()
      }
    },
  }
}
