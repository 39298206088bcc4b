import { LRUCache } from 'lru-cache'

/**
 * What several shell processes have to agree on: revoked sessions, refreshes under way, rate limits, single-use tokens.
 * In memory for one process, or anything that speaks the Redis protocol for several. Values are text; every key ends.
 */
export interface SharedStore {
  get(key: string): Promise<string | null>
  set(key: string, value: string, lifetimeMs: number): Promise<void>
  /** Set unless there is a value; whether it was set. */
  claim(key: string, value: string, lifetimeMs: number): Promise<boolean>
  /** Read and remove, as one step: a token that is used once. */
  take(key: string): Promise<string | null>
  /** Add one to a counter whose life begins with its first count; the new count and what is left of its life. */
  count(key: string, lifetimeMs: number): Promise<{ readonly count: number; readonly remainingMs: number }>
  delete(key: string): Promise<void>
  close(): Promise<void>
}

/** Keys at most; beyond it the least recently used goes first, so that nobody can fill the memory. */
const MAX_KEYS = 100_000
/** Characters at most, all values together. */
const MAX_SIZE = 64 * 1024 * 1024

interface Options {
  readonly maxKeys?: number
  /** Milliseconds, never going back. */
  readonly now?: () => number
}

/** The store of a site with one shell process: bounded, and empty again after a restart. */
export function createMemoryStore({
  maxKeys = MAX_KEYS,
  now = () => performance.now(),
}: Options = {}): SharedStore {
  const values = new LRUCache<string, string>({
    max: maxKeys,
    maxSize: MAX_SIZE,
    sizeCalculation: (value, key) => value.length + key.length + 1,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    get: async (key) => values.get(key) ?? null,
    async set(key, value, lifetimeMs) {
      values.set(key, value, { ttl: lifetimeMs })
    },
    async claim(key, value, lifetimeMs) {
      if (values.get(key) !== undefined) return false
      values.set(key, value, { ttl: lifetimeMs })
      return true
    },
    async take(key) {
      const value = values.get(key) ?? null
      values.delete(key)
      return value
    },
    async count(key, lifetimeMs) {
      const before = values.get(key)
      const remainingMs = before === undefined ? lifetimeMs : Math.ceil(values.getRemainingTTL(key))
      const count = Number(before ?? 0) + 1
      values.set(key, String(count), { ttl: remainingMs })
      return { count, remainingMs }
    },
    async delete(key) {
      values.delete(key)
    },
    async close() {
      values.clear()
    },
  }
}
