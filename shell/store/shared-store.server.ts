import { LRUCache } from 'lru-cache'

/**
 * Data that several shell processes share: revoked sessions, token refreshes in progress, rate limits, single-use tokens.
 * In memory for one process, or anything that speaks the Redis protocol for several. Values are text; every key expires.
 */
export interface SharedStore {
  get(key: string): Promise<string | null>
  set(key: string, value: string, lifetimeMs: number): Promise<void>
  /** Set the value unless there is one; true when it was set. */
  claim(key: string, value: string, lifetimeMs: number): Promise<boolean>
  /** Read and delete in one step, for a token that is used once. */
  take(key: string): Promise<string | null>
  /** Add one to a counter whose lifetime starts with its first count; gives the new count and the remaining lifetime. */
  count(key: string, lifetimeMs: number): Promise<{ readonly count: number; readonly remainingMs: number }>
  delete(key: string): Promise<void>
  close(): Promise<void>
}

/** A shared store answers that it does not do what it is asked, e.g. since it is full, or a read-only copy of another one. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError'
}

/** Most keys; beyond it the least recently used one is evicted, so that no client can fill the memory. */
const MAX_KEYS = 100_000
/** Most characters of all keys and values together. */
const MAX_SIZE = 64 * 1024 * 1024

interface Options {
  readonly maxKeys?: number
  /** Monotonic, in milliseconds. */
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
      // At least 1: the entry may expire between the two calls, and to lru-cache a lifetime of 0 means that it never expires.
      const remainingMs =
        before === undefined ? lifetimeMs : Math.max(1, Math.ceil(values.getRemainingTTL(key)))
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
