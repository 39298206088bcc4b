import { LRUCache } from 'lru-cache'

/** Values found again by key and dropped by tag; the least recently used go first. */
export interface TaggedCache<V> {
  get(key: string): V | undefined
  /** Keep a value, for `lifetimeMs` or until it is pushed out; whether it was kept: one that is larger than the cache is not. */
  set(key: string, value: V, lifetimeMs?: number): boolean
  delete(key: string): void
  /** Drop every value that has any of these tags, and return how many. */
  dropByTags(tags: readonly string[]): number
  clear(): void
  readonly size: number
  /** Bytes of everything in it, as `sizeOf` counts them. */
  readonly bytes: number
}

/** Bounds of a cache, and what it has to know of a value. */
export interface TaggedCacheOptions<V> {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly sizeOf: (value: V) => number
  readonly tagsOf: (value: V) => readonly string[]
}

/** Most tags belong to one value alone: a set for each would be most of what the index weighs. */
type Tagged = string | Set<string>

/** An empty cache. Ages are monotonic: a clock that jumps does not make a value fresh or stale. */
export function createTaggedCache<V extends object>(options: TaggedCacheOptions<V>): TaggedCache<V> {
  const { maxEntries, maxBytes, sizeOf, tagsOf } = options
  const keysByTag = new Map<string, Tagged>()
  const untag = (value: V, key: string) => {
    for (const tag of tagsOf(value)) forget(keysByTag, tag, key)
  }
  const values = new LRUCache<string, V>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (value, key) => sizeOf(value) + key.length + 1,
    dispose: untag,
  })
  return {
    get: (key) => values.get(key),
    set(key, value, lifetimeMs) {
      values.set(key, value, lifetimeMs === undefined ? {} : { ttl: lifetimeMs })
      // Tags of what is not there would never go.
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
