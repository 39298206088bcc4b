import { raceDeadline } from '@tessera/shared/io'

/** How long the end of a process waits for sends, from its beginning, and once its connections have ended at least. */
const [LAST_MS, LEAST_MS] = [15_000, 1_000]

/** Forms that are being sent. A server that closes waits for its connections only, and visitors may have left. */
export interface Sends {
  readonly add: <T>(send: Promise<T>) => Promise<T>
  readonly beginEnd: () => void
  /** Resolves when none is under way, or the time is over. */
  readonly end: () => Promise<void>
}

export function createSends(): Sends {
  const all = new Set<Promise<unknown>>()
  let endsAt = 0
  return {
    add(send) {
      all.add(send)
      return send.finally(() => all.delete(send))
    },
    beginEnd() {
      endsAt = performance.now() + LAST_MS
    },
    async end() {
      const leftMs = Math.max(LEAST_MS, endsAt - performance.now())
      await raceDeadline(leftMs, Promise.allSettled(all), () => undefined)
    },
  }
}
