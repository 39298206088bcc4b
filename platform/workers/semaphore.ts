import { PlatformError } from '../errors.ts'

/** How many run at the same time, how many may wait, and for how long, in milliseconds. */
export type SemaphoreLimits = {
  readonly concurrency: number
  readonly maxWaiting: number
  readonly maxWaitMs: number
}

/** A semaphore: lets a limited number run at the same time, and the others in the order of their requests. */
export type Semaphore = {
  /** Wait for a place; call the result to give it back. Throws `platform/busy`. */
  readonly acquire: () => Promise<() => void>
}

/** Make a semaphore with all places free. */
export function createSemaphore({ concurrency, maxWaiting, maxWaitMs }: SemaphoreLimits): Semaphore {
  const waiting = new Set<() => void>()
  let free = concurrency
  // The next waiting request gets the place directly.
  const release = (): void => {
    const [next] = waiting
    if (next) next()
    else free += 1
  }
  const wait = (): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        end()
        resolve(release)
      }
      const timer = setTimeout(() => {
        end()
        reject(tooBusy())
      }, maxWaitMs)
      const end = (): void => {
        waiting.delete(start)
        clearTimeout(timer)
      }
      waiting.add(start)
    })
  return {
    acquire: async () => {
      if (free === 0 && waiting.size >= maxWaiting) throw tooBusy()
      if (free === 0) return wait()
      free -= 1
      return release
    },
  }
}

/** The error when no reader was free in time. */
export const tooBusy = (): PlatformError =>
  new PlatformError('platform/busy', 'The platform is too busy to answer this query')
