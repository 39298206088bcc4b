import { createTaggedCache } from '@tessera/shared/io'
import { LRUCache } from 'lru-cache'
import { answerKeys, type CacheClass } from '../domain/response-headers.ts'
import { sizeOf, type StoredPage } from './stored-page.server.ts'

/** The public pages that are kept in this process, found by request and dropped by surrogate key. */
export interface PageStore {
  get(key: string): StoredPage | undefined
  /** Keep a page, in place of what was there. `isWild`: anybody can make up such addresses, so only one asked for again is kept. */
  set(key: string, page: StoredPage, isWild: boolean): void
  /** Put a page in place of another form of itself; nothing when that one has gone meanwhile. */
  replace(key: string, before: StoredPage, page: StoredPage): void
  delete(key: string): void
  dropByKeys(keys: readonly string[]): number
  clear(): void
  readonly size: number
  readonly bytes: number
}

interface Options {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly alias: string
}

/** Kept longest, whatever becomes of the platform. Source: reference security 3.6, X3. */
const MAX_AGE_MS = 24 * 3_600_000
const REMEMBERED = 10_000

/** What may be kept at all. */
export const isStorable = (cacheClass: CacheClass): boolean =>
  cacheClass === 'page' || cacheClass === 'not-found'

/** An empty store. */
export function createPageStore({ maxEntries, maxBytes, alias }: Options): PageStore {
  const pages = createTaggedCache<StoredPage>({
    maxEntries,
    maxBytes,
    sizeOf,
    // Exactly what the header says: here and in a cache in front, the same keys drop the same pages.
    tagsOf: ({ answer }) => answerKeys(answer.cacheClass, alias, answer.keys),
  })
  const asked = new LRUCache<string, true>({ max: REMEMBERED })
  const isFirst = (key: string): boolean => {
    const before = asked.has(key)
    asked.set(key, true)
    return !before
  }
  return {
    get: (key) => pages.get(key),
    set(key, page, isWild) {
      if (isWild && isFirst(key)) return
      pages.set(key, page, MAX_AGE_MS)
    },
    replace(key, before, page) {
      if (pages.get(key) === before) pages.set(key, page, MAX_AGE_MS)
    },
    delete: (key) => pages.delete(key),
    dropByKeys: (keys) => pages.dropByTags(keys),
    clear: () => pages.clear(),
    get size() {
      return pages.size
    },
    get bytes() {
      return pages.bytes
    },
  }
}
