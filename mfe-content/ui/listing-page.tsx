import { CardList, Link, Pagination, useSelector } from '@tessera/shared/ui'
import { LISTING_PAGE_SIZE, pageHref } from '../domain/listing-query.ts'
import type { ListingModel } from '../domain/page-model.ts'
import { selectContent, type ListingResults } from '../state/content.slice.ts'
import { Composer } from './composer.tsx'
import { IntroBand } from './intro-band.tsx'
import type { PageProps } from './page-props.ts'
import styles from './listing-page.module.css'

/** Entries of one kind, newest or nearest first, page by page. */
export function ListingPage(page: PageProps<ListingModel>) {
  const { model, messages } = page
  const { listing } = useSelector(selectContent)
  return (
    <article>
      <IntroBand page={page} />
      <div className={`wrap ${styles.body}`}>
        <Composer blocks={model.blocks} messages={messages} />
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
  page: { route, messages },
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
      <p className={styles.range}>{messages.resultRange(first, last, listing.totalCount)}</p>
      <CardList
        cards={listing.items}
        level={2}

        messages={messages}
        layout={hasPictures ? 'grid' : 'rows'}
      />
      <Pagination
        page={listing.pageNumber}
        pageCount={listing.pageCount}
        hrefOf={(number) => pageHref(route.currentPath, number)}
        label={messages.pages}
        messages={messages}
      />
    </div>
  )
}

function Nothing({
  page: { route, messages },
  listing,
}: {
  readonly page: PageProps<ListingModel>
  readonly listing: ListingResults | null
}) {
  if (!listing || listing.totalCount === 0) return <p className={styles.nothing}>{messages.nothingListed}</p>
  return (
    <p className={styles.nothing}>
      {messages.noSuchPage} <Link href={route.currentPath}>{messages.backToFirst}</Link>
    </p>
  )
}
