import type { PageAnswer } from './fetch-page.client.ts'

const MAX_PAGES = 8
/** A page fetched in advance is good for this long. */
const LIFETIME_MS = 20_000
/** A fetch in advance that takes longer is of no use. */
const DEADLINE_MS = 8_000

type Fetch = (key: string, signal: AbortSignal) => Promise<PageAnswer>

/** Pages fetched in advance: a few, for a short time, each used once. */
export interface PageCache {
  /** Begin to fetch a page unless it is here already. */
  readonly prefetch: (key: string) => void
  /** The page, from what was fetched in advance or anew. */
  readonly take: Fetch
  /** Throw away all that was fetched, and what is on its way: it was for somebody who is not here any more. */
  readonly forget: () => void
}

export function createPageCache(fetchPage: Fetch, now: () => number = Date.now): PageCache {
  const pages = new Map<string, Kept>()
  let era = 0
  const fresh = (key: string): Kept | undefined => {
    const kept = pages.get(key)
    return kept && now() - kept.at < LIFETIME_MS ? kept : undefined
  }
  const keep = (key: string, page: Kept['page']) => {
    pages.delete(key)
    pages.set(key, { at: now(), page })
    for (const oldest of pages.keys()) {
      if (pages.size <= MAX_PAGES) break
      pages.delete(oldest)
    }
  }
  return {
    prefetch(key) {
      if (fresh(key)) return
      const page = withDeadline((signal) => fetchPage(key, signal))
      keep(key, page)
      // A failure is forgotten: the click, if it comes, asks again.
      const forget = () => pages.delete(key)
      page.then(({ status }) => status >= 500 && forget(), forget)
    },
    async take(key, signal) {
      const own = era
      const page = fresh(key)?.page
      // The place stays taken, so that the pointer still resting on the link does not fetch the page once more.
      keep(key, null)
      const known = await page?.catch(() => null)
      const answer = known && known.status < 500 && era === own ? known : await fetchPage(key, signal)
      return era === own ? answer : fetchPage(key, signal)
    },
    forget() {
      era += 1
      pages.clear()
    },
  }
}

interface Kept {
  readonly at: number
  /** Null once it has been used. */
  readonly page: Promise<PageAnswer> | null
}

function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DEADLINE_MS)
  return work(controller.signal).finally(() => clearTimeout(timer))
}
