import type { Readers } from './pools.ts'
import type { EntryAnswer, SearchAnswer } from './read-tasks.ts'

/** Limits of the cache: bytes of answers, and how long one is used, in milliseconds. Short, because queries may contain `now()`. */
export type CacheLimits = { readonly maxBytes: number; readonly lifetimeMs: number }

const LIMITS: CacheLimits = { maxBytes: 64 * 1024 * 1024, lifetimeMs: 10_000 }

type CacheEntry = { readonly answer: Promise<unknown>; readonly until: number; bytes: number }

/** Readers with a cache; `forget` drops every answer, running ones included, after a write of content. */
export type CachedReaders = Readers & { readonly forget: () => void }

/**
 * Readers that answer equal requests once: the cache key includes the reader's permissions, so no answer reaches a reader with
 * others. Equal requests at the same time share one answer; failures are not cached. Source: protocol notes 4.6.
 */
export function withAnswerCache(readers: Readers, limits: CacheLimits = LIMITS): CachedReaders {
  const cache = new Map<string, CacheEntry>()
  let bytes = 0
  const drop = (key: string): void => {
    bytes -= cache.get(key)?.bytes ?? 0
    cache.delete(key)
  }
  const keep = (key: string, one: CacheEntry, size: number): void => {
    if (cache.get(key) !== one) return
    one.bytes = size
    bytes += size
    // A map keeps the order of insertion, and a hit inserts again: the first key is the least recently used.
    for (const oldest of cache.keys()) {
      if (bytes <= limits.maxBytes) break
      drop(oldest)
    }
  }
  const ask = <T>(key: string, work: () => Promise<T>, sizeOf: (answer: T) => number): Promise<T> => {
    const known = cache.get(key)
    if (known !== undefined && known.until > performance.now()) {
      cache.delete(key)
      cache.set(key, known)
      return known.answer as Promise<T>
    }
    drop(key)
    const answer = work()
    const one: CacheEntry = { answer, until: performance.now() + limits.lifetimeMs, bytes: 0 }
    cache.set(key, one)
    answer.then(
      (value) => keep(key, one, sizeOf(value) + key.length),
      () => cache.get(key) === one && drop(key),
    )
    return answer
  }
  return {
    ...readers,
    forget: () => {
      cache.clear()
      bytes = 0
    },
    search: (task) => ask(keyOf('search', task), () => readers.search(task), sizeOfSearch),
    entries: (task) => ask(keyOf('entries', task), () => readers.entries(task), sizeOfEntries),
    present: (task) => ask(keyOf('present', task), () => readers.present(task), sizeOfIds),
  }
}

function keyOf(name: string, task: unknown): string {
  // JSON has no sets and maps; both are written as lists.
  return (
    name +
    JSON.stringify(task, (_, value: unknown) =>
      value instanceof Set || value instanceof Map ? [...value] : value,
    )
  )
}

const sizeOfSearch = (answer: SearchAnswer): number => answer.body.length + answer.used.length * ID_BYTES

const sizeOfEntries = (answer: EntryAnswer): number =>
  Object.values(answer.bodies).reduce((sum, body) => sum + body.length, answer.used.length * ID_BYTES)

const sizeOfIds = (ids: readonly string[]): number => ids.length * ID_BYTES

const ID_BYTES = 40
