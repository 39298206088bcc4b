import { Link, Pagination, useSelector } from '@tessera/shared/ui'
import { LISTING_PAGE_SIZE, pageHref } from '../domain/listing-query.ts'
import type { ListingModel } from '../domain/page-model.ts'
import { selectContent, type ListingResults } from '../state/content.slice.ts'
import { CardList } from './card-list.tsx'
import { Composer } from './composer.tsx'
import { IntroBand } from './intro-band.tsx'
import type { PageProps } from './page-props.ts'
import styles from './listing-page.module.css'

/** Entries of one kind, newest or nearest first, page by page. */
export function ListingPage(page: PageProps<ListingModel>) {
  const { model, words } = page
  const { listing } = useSelector(selectContent)
  return (
    <article>
      <IntroBand page={page} />
      <div className={`wrap ${styles.body}`}>
        <Composer blocks={model.blocks} words={words} />
        {listing && listing.items.length > 0 ? (
          <Results page={page} listing={listing} />
        ) : (
          <Nothing page={page} listing={listing} />
        )}
      </div>
    </article>
  )
}

function Results({
  page: { route, words },
  listing,
}: {
  readonly page: PageProps<ListingModel>
  readonly listing: ListingResults
}) {
  const first = (listing.pageNumber - 1) * LISTING_PAGE_SIZE + 1
  const last = Math.min(first + LISTING_PAGE_SIZE - 1, listing.totalCount)
  const hasPictures = listing.items.some(({ image, dates }) => image || dates)
  return (
    <div className={styles.results}>
      <p className={styles.range}>{words.resultRange(first, last, listing.totalCount)}</p>
      <CardList
        cards={listing.items}
        level={2}

        words={words}
        layout={hasPictures ? 'grid' : 'rows'}
      />
      <Pagination
        page={listing.pageNumber}
        pageCount={listing.pageCount}
        hrefOf={(number) => pageHref(route.currentPath, number)}
        label={words.pages}
        messages={words}
      />
    </div>
  )
}

function Nothing({
  page: { route, words },
  listing,
}: {
  readonly page: PageProps<ListingModel>
  readonly listing: ListingResults | null
}) {
  if (!listing || listing.totalCount === 0) return <p className={styles.nothing}>{words.nothingListed}</p>
  return (
    <p className={styles.nothing}>
      {words.noSuchPage} <Link href={route.currentPath}>{words.backToFirst}</Link>
    </p>
  )
}
