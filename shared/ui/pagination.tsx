import { Link } from './link.tsx'
import styles from './pagination.module.css'

/** Messages of the links; part of a remote's messages. */
export interface PaginationMessages {
  readonly previous: string
  readonly next: string
  /** Accessible name of a page's link, whose text is only the number. */
  readonly page: (page: number) => string
}

export interface PaginationProps {
  /** The current page, counted from 1; may be past the last one. */
  readonly page: number
  readonly pageCount: number
  /** URL of a page; each page has its own, so that paging works without JavaScript. */
  readonly hrefOf: (page: number) => string
  /** Accessible name of the navigation. */
  readonly label: string
  readonly messages: PaginationMessages
}

/** Links to the other pages of a list. Renders nothing when there is only one page. */
export function Pagination({ page: current, pageCount, hrefOf, label, messages }: PaginationProps) {
  if (pageCount < 2) return null
  return (
    <nav className={styles['pagination']} aria-label={label}>
      {current > 1 && (
        <Link href={hrefOf(Math.min(current - 1, pageCount))} rel="prev" data-focus-key="previous">
          {messages.previous}
        </Link>
      )}
      <ol>
        {pageNumbers(current, pageCount).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span>…</span>
            ) : (
              <Link
                href={hrefOf(page)}
                data-focus-key={`page ${page}`}
                aria-label={messages.page(page)}
                {...(page === current ? { 'aria-current': 'page' as const } : {})}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {current < pageCount && (
        <Link href={hrefOf(current + 1)} rel="next" data-focus-key="next">
          {messages.next}
        </Link>
      )}
    </nav>
  )
}

/** Pages to link to: the first, the last, and those around the current one; null stands for a gap. */
function pageNumbers(current: number, pageCount: number): readonly (number | null)[] {
  const around = [current - 1, current, current + 1].filter((page) => page >= 1 && page <= pageCount)
  const pages = [...new Set([1, ...around, pageCount])].toSorted((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const skipped = page - (pages[index - 1] ?? 0) - 1
    if (skipped === 0) return [page]
    // A gap of a single page is filled with that page.
    return skipped === 1 ? [page - 1, page] : [null, page]
  })
}
