import { OWN_STATE_HEADER } from '@tessera/shared/config'
import type { ServedState } from '@tessera/shared/contract'

/** The response to a request for the state of a page. */
export interface PageAnswer {
  readonly status: number
  /** The state of the page, or of an error page; null for redirects, and for every other response. */
  readonly page: ServedState | null
  /** Where a visitor without access is redirected, as received. */
  readonly redirect: unknown
  /** The request id, which the visitor can quote. */
  readonly requestId: string | null
}

/**
 * The state of a page from `?redux=true`; `isOwn` when it is that of the document on the screen. Rejects when the network fails or the
 * signal aborts. Source: design 2.
 */
export async function fetchPage(key: string, signal: AbortSignal, isOwn = false): Promise<PageAnswer> {
  const address = `${key}${key.includes('?') ? '&' : '?'}redux=true`
  const response = await fetch(address, {
    signal,
    headers: { accept: 'application/json', ...(isOwn && { [OWN_STATE_HEADER]: '1' }) },
    credentials: 'same-origin',
  })
  const { status, headers, redirected } = response
  const isJson = (headers.get('content-type') ?? '').includes('application/json')
  const body = isJson && !redirected ? ((await response.json()) as Body) : null
  const isRefusal = status === 401 || status === 403
  return {
    status,
    page: !isRefusal && isPage(body) ? body : null,
    redirect: isRefusal ? body?.redirect : null,
    requestId: headers.get('x-request-id'),
  }
}

/** Any JSON: the state of a page, the body of a 401 or 403, or something else. */
type Body = (Partial<ServedState> & { readonly redirect?: unknown }) | null

/** Whether a body has the parts that every page is read by. */
const isPage = (body: Body): body is ServedState =>
  Boolean(body?.routing && body.page?.head && body.page.releases && Array.isArray(body.page.slots))

/**
 * The state of a page whose document contains none; null when it cannot be fetched: the page then works as without JavaScript.
 * Never rejects. Source: specification 2, Routes.
 */
export const fetchState = (key: string): Promise<ServedState | null> =>
  withDeadline((signal) => fetchPage(key, signal, true)).then(
    ({ status, page }) => (status < 500 ? page : null),
    () => null,
  )

const MAX_PAGES = 8
/** How long a prefetched page may be used. */
const LIFETIME_MS = 20_000
/** Deadline of a request that is no navigation. */
const DEADLINE_MS = 8_000

type Fetch = (key: string, signal: AbortSignal, isOwn?: boolean) => Promise<PageAnswer>

/** Prefetched pages: a few, for a short time, each used once. */
export interface PageCache {
  /** Start to fetch a page unless it is cached already. */
  readonly prefetch: (key: string) => void
  /** The page, prefetched or fetched now. */
  readonly take: Fetch
  /** Drop all prefetched pages, those in progress included: another user is signed in now. */
  readonly clear: () => void
}

export function createPageCache(fetchPage: Fetch, now: () => number = Date.now): PageCache {
  const pages = new Map<string, CachedPage>()
  let generation = 0
  const fresh = (key: string): CachedPage | undefined => {
    const kept = pages.get(key)
    return kept && now() - kept.at < LIFETIME_MS ? kept : undefined
  }
  const keep = (key: string, page: CachedPage['page']) => {
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
      // A failure is not cached: a click fetches the page again.
      const forget = () => pages.delete(key)
      page.then(({ status }) => status >= 500 && forget(), forget)
    },
    async take(key, signal, isOwn) {
      const own = generation
      const page = fresh(key)?.page
      // The key stays in the cache, so that a pointer that still rests on the link does not fetch the page again.
      keep(key, null)
      const known = await page?.catch(() => null)
      const ask = () => fetchPage(key, signal, isOwn)
      const answer = known && known.status < 500 && generation === own ? known : await ask()
      return generation === own ? answer : ask()
    },
    clear() {
      generation += 1
      pages.clear()
    },
  }
}

interface CachedPage {
  readonly at: number
  /** Null once it has been used. */
  readonly page: Promise<PageAnswer> | null
}

function withDeadline<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DEADLINE_MS)
  return work(controller.signal).finally(() => clearTimeout(timer))
}
