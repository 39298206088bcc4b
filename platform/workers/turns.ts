import { PlatformError } from '../errors.ts'

/** How many go at once, how many may wait for their turn, and for how long, in milliseconds. */
export type TurnLimits = { readonly places: number; readonly maxWaiting: number; readonly patienceMs: number }

/** Lets so many through at once, and the others in the order in which they came. */
export type Turns = {
  /** Wait for a place; call the answer to leave it. Throws `platform/too-slow`. */
  readonly take: () => Promise<() => void>
}

/** Turns of which none is taken. */
export function createTurns({ places, maxWaiting, patienceMs }: TurnLimits): Turns {
  const waiting = new Set<() => void>()
  let free = places
  // Whoever comes next has the place of the one that leaves.
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

/** Nobody was free to answer in time. */
export const tooBusy = (): PlatformError =>
  new PlatformError('platform/too-slow', 'The platform is too busy to answer this query')
