const BUCKET_MS = 1_000
const BUCKETS = 10

/** Counts what happened in the last ten seconds. */
export interface RollingCount {
  add(): void
  sum(): number
  clear(): void
}

/** A rolling count in ten buckets of a second each; `now` in milliseconds, never going back. */
export function createRollingCount(now: () => number): RollingCount {
  const counts = new Array<number>(BUCKETS).fill(0)
  const seconds = new Array<number>(BUCKETS).fill(-BUCKETS)
  return {
    add() {
      const second = Math.floor(now() / BUCKET_MS)
      const place = second % BUCKETS
      if (seconds[place] !== second) counts[place] = 0
      seconds[place] = second
      counts[place]! += 1
    },
    sum() {
      const oldest = Math.floor(now() / BUCKET_MS) - BUCKETS
      return counts.reduce((sum, count, place) => sum + (seconds[place]! > oldest ? count : 0), 0)
    },
    clear() {
      counts.fill(0)
    },
  }
}
