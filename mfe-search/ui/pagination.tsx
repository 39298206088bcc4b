import { Link } from '@tessera/shared/ui'
import { pageNumbers } from '../domain/page-numbers.ts'
import type { PagingInfo } from '../domain/read-results.ts'
import { toUrl } from '../domain/search-url.ts'
import type { SearchMessages } from '../messages/index.ts'
import styles from './search.module.css'

interface PaginationProps {
  readonly paging: PagingInfo
  readonly term: string
  readonly path: string
  readonly words: SearchMessages
}

/** Links to the other pages of results. Nothing when there is one page. */
export function Pagination({ paging, term, path, words }: PaginationProps) {
  const { pageIndex, pageCount } = paging
  if (pageCount <= 1) return null
  const urlOf = (index: number) => toUrl(path, { term, pageIndex: index })
  return (
    <nav className={styles['pages']} aria-label={words.pagination}>
      {pageIndex > 0 && (
        <Link href={urlOf(pageIndex - 1)} rel="prev">
          {words.previous}
        </Link>
      )}
      <ul>
        {pageNumbers(pageIndex, pageCount).map((page, place) => (
          <li key={page ?? `gap-${place}`}>
            {page === null ? (
              '…'
            ) : (
              <Link
                href={urlOf(page - 1)}
                aria-label={words.page(page)}
                {...(page === pageIndex + 1 ? { 'aria-current': 'page' } : {})}
              >
                {page}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {pageIndex + 1 < pageCount && (
        <Link href={urlOf(pageIndex + 1)} rel="next">
          {words.next}
        </Link>
      )}
    </nav>
  )
}
