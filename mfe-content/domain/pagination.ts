/** One place in a pager: a page, or a gap between pages. */
export type PagerItem =
  { readonly page: number; readonly href: string; readonly isCurrent: boolean } | { readonly gap: true }

/** A pager's links. Every page has an address of its own, so that it works without script. */
export interface Pager {
  readonly previous: string | null
  readonly next: string | null
  readonly items: readonly PagerItem[]
}

/** Address of one page of a listing; the first has no parameter, so that a page has one address. */
export const pageHref = (path: string, page: number): string =>
  page === 1 ? path : `${path}?pageIndex=${page}`

/** The pager of a listing: first, last, and the pages around the current one. Null when there is one page only. */
export function pager(path: string, currentPage: number, pageCount: number): Pager | null {
  if (pageCount < 2) return null
  const around = [currentPage - 1, currentPage, currentPage + 1].filter(
    (page) => page >= 1 && page <= pageCount,
  )
  const pages = [...new Set([1, ...around, pageCount])].toSorted((a, b) => a - b)
  return {
    previous: currentPage > 1 ? pageHref(path, Math.min(currentPage - 1, pageCount)) : null,
    next: currentPage < pageCount ? pageHref(path, currentPage + 1) : null,
    items: pages.flatMap((page, index) => {
      const link = { page, href: pageHref(path, page), isCurrent: page === currentPage }
      const skipped = page - (pages[index - 1] ?? 0) - 1
      if (skipped === 0) return [link]
      // A gap of one page is that page.
      return skipped === 1
        ? [{ page: page - 1, href: pageHref(path, page - 1), isCurrent: false }, link]
        : [{ gap: true as const }, link]
    }),
  }
}
