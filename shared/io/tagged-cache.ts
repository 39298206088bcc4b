import { LRUCache } from 'lru-cache'

/** A cache of values by key that can be dropped by tag; the least recently used are evicted first. */
export interface TaggedCache<V> {
  get(key: string): V | undefined
  /** Cache a value for `lifetimeMs` or until it is evicted; false if it was not cached because it is larger than the cache. */
  set(key: string, value: V, lifetimeMs?: number): boolean
  delete(key: string): void
  /** Drop every value with any of these tags; returns how many. */
  dropByTags(tags: readonly string[]): number
  clear(): void
  readonly size: number
  /** Total bytes of the values, as `sizeOf` counts them, and their keys. */
  readonly bytes: number
}

/** Limits of a cache, and functions that give size and tags of a value. */
export interface TaggedCacheOptions<V> {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly sizeOf: (value: V) => number
  readonly tagsOf: (value: V) => readonly string[]
}

/** Keys of the values with a tag. Most tags have only one value, and a Set for each would take most of the index's memory. */
type Tagged = string | Set<string>

/** An empty cache. Ages use a monotonic clock, so changes of the system time do not affect them. */
export function createTaggedCache<V extends object>(options: TaggedCacheOptions<V>): TaggedCache<V> {
  const { maxEntries, maxBytes, sizeOf, tagsOf } = options
  const keysByTag = new Map<string, Tagged>()
  const untag = (value: V, key: string) => {
    for (const tag of tagsOf(value)) forget(keysByTag, tag, key)
  }
  const values = new LRUCache<string, V>({
    max: maxEntries,
    maxSize: maxBytes,
    // The time is read for each value: remembering it for a millisecond, the default, takes a timer, which costs more.
    ttlResolution: 0,
    sizeCalculation: (value, key) => sizeOf(value) + key.length + 1,
    dispose: untag,
  })
  return {
    get: (key) => values.get(key),
    set(key, value, lifetimeMs) {
      values.set(key, value, lifetimeMs === undefined ? {} : { ttl: lifetimeMs })
      // A value that was not cached is never disposed of, so its tags would stay in the index for ever.
      if (!values.has(key)) return false
      for (const tag of tagsOf(value)) remember(keysByTag, tag, key)
      return true
    },
    delete: (key) => void values.delete(key),
    dropByTags(tags) {
      const keys = new Set(tags.flatMap((tag) => listOf(keysByTag.get(tag))))
      keys.forEach((key) => values.delete(key))
      return keys.size
    },
    clear: () => values.clear(),
    get size() {
      return values.size
    },
    get bytes() {
      return values.calculatedSize
    },
  }
}

function remember(index: Map<string, Tagged>, tag: string, key: string): void {
  const tagged = index.get(tag)
  if (tagged === undefined) index.set(tag, key)
  else if (typeof tagged !== 'string') tagged.add(key)
  else if (tagged !== key) index.set(tag, new Set([tagged, key]))
}

function forget(index: Map<string, Tagged>, tag: string, key: string): void {
  const tagged = index.get(tag)
  if (tagged === key) index.delete(tag)
  else if (typeof tagged === 'object' && tagged.delete(key) && tagged.size === 0) index.delete(tag)
}

const listOf = (tagged: Tagged | undefined): readonly string[] =>
  tagged === undefined ? [] : typeof tagged === 'string' ? [tagged] : [...tagged]
