import type { PageTree } from '../state/follow-path.epic.ts'

const MAX_PAGES = 8
/** A page fetched in advance is good for this long. */
const LIFETIME_MS = 20_000
/** A fetch in advance that takes longer is of no use. */
const DEADLINE_MS = 8_000

type Fetch = (key: string, signal: AbortSignal) => Promise<PageTree | null>

/** Pages fetched in advance: a few, for a short time, each used once. */
export interface PageCache {
  /** Begin to fetch a page unless it is here already. */
  readonly prefetch: (key: string) => void
  /** The page, from what was fetched in advance or anew. */
  readonly take: Fetch
}

export function createPageCache(fetchPage: Fetch, now: () => number = Date.now): PageCache {
  const pages = new Map<string, { readonly at: number; readonly page: Promise<PageTree | null> }>()
  const isFresh = (key: string) => now() - (pages.get(key)?.at ?? -Infinity) < LIFETIME_MS
  return {
    prefetch(key) {
      if (isFresh(key)) return
      pages.delete(key)
      const page = withDeadline((signal) => fetchPage(key, signal))
      pages.set(key, { at: now(), page })
      // A failure is forgotten: the click, if it comes, asks again.
      page.catch(() => pages.delete(key))
      for (const oldest of pages.keys()) {
        if (pages.size <= MAX_PAGES) break
        pages.delete(oldest)
      }
    },
    async take(key, signal) {
      const known = isFresh(key) ? pages.get(key) : undefined
      pages.delete(key)
      return known ? known.page.catch(() => fetchPage(key, signal)) : fetchPage(key, signal)
    },
  }
}

function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DEADLINE_MS)
  return work(controller.signal).finally(() => clearTimeout(timer))
}
