/** A queue for background jobs, such as sending an email: they run soon, and are retried with growing pauses when they fail. */
export interface RetryQueue {
  add(name: string, work: () => Promise<void>): void
  /** Add a job whose first attempt has failed elsewhere: it begins with the first pause. */
  retry(name: string, work: () => Promise<void>, error: unknown): void
  /**
   * Run the waiting jobs and those that pause; resolves when all have finished or failed. From now on nothing pauses, and a job that has
   * failed before has its last attempt, also one that fails or is added meanwhile.
   */
  drain(): Promise<void>
  /** Start no further jobs. */
  close(): void
}

interface Options {
  /** Jobs that run at the same time. */
  readonly concurrency: number
  /** Most waiting jobs; further ones are refused and reported as finally failed. */
  readonly maxWaiting: number
  /** Pause after so many failures, of which this was the last, in milliseconds; null to give the job up. */
  readonly pauseMs: (failures: number, error: unknown) => number | null
  /** Called for every failure; `isFinal` when there is no further attempt. */
  readonly onFailure: (name: string, error: unknown, isFinal: boolean) => void
}

interface Job {
  readonly name: string
  readonly work: () => Promise<void>
  readonly failures: number
}

/** An empty queue. A job that pauses before a retry does not count as running, so others may run meanwhile. */
export function createRetryQueue({ concurrency, maxWaiting, pauseMs, onFailure }: Options): RetryQueue {
  const waiting: Job[] = []
  const running = new Set<Promise<void>>()
  const pausing = new Map<NodeJS.Timeout, Job>()
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
  const attempt = (job: Job): Promise<void> => {
    const isLast = state !== 'open' && job.failures > 0
    return (async () => job.work())().catch((error: unknown) => fail(job, error, isLast))
  }
  const fail = ({ name, work, failures: before }: Job, error: unknown, isLast: boolean): void => {
    const job = { name, work, failures: before + 1 }
    const pause = isLast || state === 'closed' ? null : pauseMs(job.failures, error)
    onFailure(name, error, pause === null)
    if (pause === null) return
    if (state === 'draining') return enqueue(job)
    const timer = setTimeout(() => {
      pausing.delete(timer)
      enqueue(job)
    }, pause).unref()
    pausing.set(timer, job)
  }
  const enqueue = (job: Job): void => {
    const most = state === 'draining' && job.failures > 0 ? Infinity : maxWaiting // a last attempt is never refused
    if (waiting.length >= most) return onFailure(job.name, new Error('too much work waits'), true)
    waiting.push(job)
    setImmediate(begin) // so that the answer of the current request is sent first
  }
  const stop = (next: 'draining' | 'closed'): void => {
    state = next
    for (const timer of pausing.keys()) clearTimeout(timer)
  }

  return {
    add: (name, work) => enqueue({ name, work, failures: 0 }),
    retry: (name, work, error) => fail({ name, work, failures: 0 }, error, false),
    async drain() {
      stop('draining')
      waiting.push(...pausing.values())
      pausing.clear()
      do {
        begin()
        await Promise.all(running)
      } while (running.size > 0 || waiting.length > 0)
    },
    close: () => stop('closed'),
  }
}
