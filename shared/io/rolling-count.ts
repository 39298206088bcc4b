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
  const buckets = Array.from({ length: BUCKETS }, () => ({ second: -BUCKETS, count: 0 }))
  return {
    add() {
      const second = Math.floor(now() / BUCKET_MS)
      const bucket = buckets[second % BUCKETS]
      if (!bucket) return
      if (bucket.second !== second) bucket.count = 0
      bucket.second = second
      bucket.count += 1
    },
    sum() {
      const oldest = Math.floor(now() / BUCKET_MS) - BUCKETS
      return buckets.reduce((sum, { second, count }) => sum + (second > oldest ? count : 0), 0)
    },
    clear() {
      for (const bucket of buckets) bucket.count = 0
    },
  }
}
