import { PlatformError } from '../errors.ts'

/** How many run at the same time, how many may wait, and for how long, in milliseconds. */
export type TurnLimits = { readonly places: number; readonly maxWaiting: number; readonly patienceMs: number }

/** A semaphore: lets a limited number run at the same time, and the others in the order of their requests. */
export type Turns = {
  /** Wait for a place; call the result to give it back. Throws `platform/too-slow`. */
  readonly take: () => Promise<() => void>
}

/** Make a semaphore with all places free. */
export function createTurns({ places, maxWaiting, patienceMs }: TurnLimits): Turns {
  const waiting = new Set<() => void>()
  let free = places
  // The next waiting request gets the place directly.
  const leave = (): void => {
    const [next] = waiting
    if (next) next()
    else free += 1
  }
  const wait = (): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        end()
        resolve(leave)
      }
      const timer = setTimeout(() => {
        end()
        reject(tooBusy())
      }, patienceMs)
      const end = (): void => {
        waiting.delete(enter)
        clearTimeout(timer)
      }
      waiting.add(enter)
    })
  return {
    take: async () => {
      if (free === 0 && waiting.size >= maxWaiting) throw tooBusy()
      if (free === 0) return wait()
      free -= 1
      return leave
    },
  }
}

/** The error when no reader was free in time. */
export const tooBusy = (): PlatformError =>
  new PlatformError('platform/too-slow', 'The platform is too busy to answer this query')
