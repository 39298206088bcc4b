/** Work that nobody waits for, such as a message to somebody: it is done soon, and again with growing pauses when it fails. */
export interface RetryQueue {
  add(name: string, work: () => Promise<void>): void
  /** Do what waits, without further retries; resolves when all of it is done or has failed. What pauses before a retry is dropped. */
  drain(): Promise<void>
  /** Begin nothing more. */
  close(): void
}

interface Options {
  /** Jobs side by side. */
  readonly concurrency: number
  /** Jobs that may wait; more are refused, and told as failed for good. */
  readonly maxWaiting: number
  /** How long to pause after so many failures, in milliseconds; null gives the job up. */
  readonly pauseMs: (failures: number) => number | null
  /** Told of every failure; `isFinal` when there is no further try. */
  readonly onFailure: (name: string, error: unknown, isFinal: boolean) => void
}

interface Job {
  readonly name: string
  readonly work: () => Promise<void>
  readonly failures: number
}

/** An empty queue. A job that pauses before a retry takes no place: others go on meanwhile. */
export function createRetryQueue({ concurrency, maxWaiting, pauseMs, onFailure }: Options): RetryQueue {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  let state: 'open' | 'draining' | 'closed' = 'open'

  const begin = (): void => {
    while (running.size < concurrency && state !== 'closed') {
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
      const failures = job.failures + 1
      const pause = state === 'open' ? pauseMs(failures) : null
      onFailure(job.name, error, pause === null)
      if (pause === null) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        enqueue({ ...job, failures })
      }, pause).unref()
      timers.add(timer)
    }
  }
  const enqueue = (job: Job): void => {
    if (waiting.length >= maxWaiting) return onFailure(job.name, new Error('too much work waits'), true)
    waiting.push(job)
    // Not within the request that asks: its answer goes first.
    setImmediate(begin)
  }
  const stop = (next: 'draining' | 'closed'): void => {
    state = next
    for (const timer of timers) clearTimeout(timer)
  }

  return {
    add: (name, work) => enqueue({ name, work, failures: 0 }),
    async drain() {
      stop('draining')
      begin()
      while (running.size > 0 || waiting.length > 0) {
        await Promise.all(running)
        begin()
      }
    },
    close: () => stop('closed'),
  }
}
