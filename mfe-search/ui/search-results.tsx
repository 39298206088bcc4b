import { Link, Pagination } from '@tessera/shared/ui'
import { cleanTerm, type CleanTerm } from '../domain/clean-term.ts'
import { significantTerm } from '../domain/significant-term.ts'
import { SortAndPageSize, isInDefaultOrder } from './sort-and-page-size.tsx'
import { NoResults } from './no-results.tsx'
import { PlacesMap, UnknownPlace } from './near-parts.tsx'
import { byMonth } from '../domain/by-month.ts'
import { FeaturedResults, ResultList, type ResultListProps } from './result-list.tsx'
import type { SearchView } from './search-view.ts'
import places from './places.module.css'
import styles from './search.module.css'

/** The outcome of a search: results, none, or a failure above the earlier results. Empty before a search was made. */
export function SearchResults(view: SearchView) {
  const { facet, messages, links } = view
  const { pagingInfo, results, entries } = facet
  if (entries.isError)
    return (
      <>
        <Failure {...view} />
        {results.length > 0 && <ResultsBefore {...view} />}
      </>
    )
  // While the first results are loading nothing is shown; earlier results stay until then.
  if (pagingInfo.pagesLoaded.length === 0 && results.length === 0) return null
  if (pagingInfo.totalCount === 0) return <NoResults {...view} />
  if (results.length === 0 && pagingInfo.pageIndex >= pagingInfo.pageCount)
    return (
      <p>
        {messages.pastTheEnd} <Link href={links.toPage(0)}>{messages.firstPage}</Link>
      </p>
    )
  return <Found {...view} />
}

/** What a search that failed says; only a search page has a box with the visitor's words. */
const Failure = ({ messages, here, context }: SearchView) => (
  <div className={styles['failed']} role="alert">
    <h2 id="search-count" tabIndex={-1} data-focus-fallback="">
      {messages.failed}
    </h2>
    <p>
      {context === 'facets' ? messages.failedHelp : messages.failedListHelp}{' '}
      <Link href={here}>{messages.retry}</Link>
    </p>
  </div>
)

/** The results of the search before one that failed. */
function ResultsBefore(view: SearchView) {
  const { search, facet, messages } = view
  const term = significantTerm(cleanTerm(facet.correctedTerm ?? facet.answeredTerm ?? search.term))
  return (
    <section className={styles['before']} aria-labelledby="search-before">
      <h2 className={styles['heading']} id="search-before">
        {messages.resultsBefore}
      </h2>
      <Results {...view} start={1} term={term} />
    </section>
  )
}

function Found(view: SearchView) {
  const { search, facet, messages } = view
  const { pagingInfo, results, featuredResults, correctedTerm } = facet
  const first = firstPageOf(facet) * pagingInfo.pageSize + 1
  const words = search.term.trim().split(/\s+/).length
  const term = significantTerm(cleanTerm(correctedTerm ?? search.term))
  return (
    <section
      className={styles['found']}
      aria-labelledby="search-count"
      data-scroll-target=""
      aria-busy={entriesBusy(view) || undefined}
    >
      <h2 className={styles['heading']} id="search-count" tabIndex={-1} data-focus-fallback="">
        {results.length === 0
          ? messages.nothingListed
          : messages.count(pagingInfo.totalCount, first, first + results.length - 1)}
      </h2>
      <UnknownPlace {...view} />
      {facet.isLoose && <p>{messages.loose(words)}</p>}
      {correctedTerm !== undefined && (
        <p>
          {messages.corrected(search.term, words)}{' '}
          <Link href={view.links.toTerm(correctedTerm)}>{correctedTerm}</Link>
          {'. '}
          <Link href={view.links.toTermAsWritten()} rel="nofollow">
            {messages.searchInstead(search.term)}
          </Link>
        </p>
      )}
      <SortAndPageSize {...view} />
      <div data-results="">
        <FeaturedResults results={featuredResults} term={term} messages={messages} />
        <Earlier {...view} />
        <Results {...view} start={first} term={term} />
      </div>
      <Further {...view} />
    </section>
  )
}

/** Results with dates, under the months that they begin in; those that have begun come first. */
function Months({
  results,
  start,
  messages,
  term,
}: Omit<ResultListProps, 'start'> & { readonly start: number }) {
  return byMonth(results, messages).map(({ month, first, cards }) => (
    <section key={month} className={styles['month']}>
      {month && <h3>{month}</h3>}
      <ResultList
        results={cards}
        term={term}
        messages={messages}
        start={start + first}
        layout="grid"
        level={4}
      />
    </section>
  ))
}

/** The list of results; places have a map beside them. */
function Results({
  start,
  term,
  ...view
}: SearchView & { readonly start: number; readonly term: CleanTerm }) {
  const { facet, messages } = view
  const list = { results: facet.results, term, messages, start }
  if (facet.layout === 'months' && isInDefaultOrder(view)) return <Months {...list} />
  if (facet.layout !== 'places')
    return (
      <ResultList {...list} layout={facet.layout === 'grid' || facet.layout === 'months' ? 'grid' : 'rows'} />
    )
  return (
    <div className={places['beside']}>
      <div className={places['list']}>
        <PlacesMap facet={facet} messages={messages} start={start} />
        <ResultList {...list} isNumbered />
      </div>
    </div>
  )
}

/** Index of the first page that is shown. */
const firstPageOf = ({ pagingInfo: { pagesLoaded, pageIndex } }: SearchView['facet']): number =>
  pagesLoaded.length > 0 ? Math.min(...pagesLoaded) : pageIndex

const entriesBusy = ({ facet }: SearchView): boolean => facet.entries.isLoading || facet.pagingInfo.isLoading

/** A link that adds the page before above, if a later page was opened directly. */
function Earlier({ facet, links, messages }: SearchView) {
  const first = firstPageOf(facet)
  if (!facet.queryParams.loadMorePaging || first === 0) return null
  return (
    <p className={styles['more']} data-joins="">
      <Link href={links.toPage(first - 1)} className="button button--quiet" data-focus-key="earlier">
        {messages.loadEarlier}
      </Link>
    </p>
  )
}

/** Pagination, which shows each page from its start, or a link that adds a page below, where the visitor stays. */
function Further({ facet, links, messages }: SearchView) {
  const { pageCount, pageIndex, pagesLoaded } = facet.pagingInfo
  if (!facet.queryParams.loadMorePaging)
    return (
      <div data-scroll="top">
        <Pagination
          page={pageIndex + 1}
          pageCount={pageCount}
          hrefOf={(page) => links.toPage(page - 1)}
          label={messages.pagination}
          messages={messages}
        />
      </div>
    )
  const last = Math.max(pageIndex, ...pagesLoaded)
  if (last + 1 >= pageCount) return null
  return (
    <p className={styles['more']} data-joins="">
      <Link href={links.toPage(last + 1)} className="button button--quiet" data-focus-key="more">
        {messages.loadMore}
      </Link>
    </p>
  )
}
