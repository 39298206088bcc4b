import { Link } from '@tessera/shared/ui'
import { pager } from '../domain/pagination.ts'
import type { ContentMessages } from '../messages/index.ts'
import type { ListingResults } from '../state/content.slice.ts'
import styles from './pagination.module.css'

/** Links to the other pages of a listing. */
export function Pagination({
  path,
  listing,
  words,
}: {
  readonly path: string
  readonly listing: ListingResults
  readonly words: ContentMessages
}) {
  const links = pager(path, listing.pageNumber, listing.pageCount)
  if (!links) return null
  return (
    <nav className={styles.pager} aria-label={words.pages}>
      {links.previous && (
        <Link href={links.previous} rel="prev">
          {words.previous}
        </Link>
      )}
      <ol>
        {links.items.map((item, index) => (
          <li key={index}>
            {'gap' in item ? (
              <span>…</span>
            ) : (
              <Link
                href={item.href}
                aria-label={words.page(item.page)}
                {...(item.isCurrent ? { 'aria-current': 'page' as const } : {})}
              >
                {item.page}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {links.next && (
        <Link href={links.next} rel="next">
          {words.next}
        </Link>
      )}
    </nav>
  )
}
