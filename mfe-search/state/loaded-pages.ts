import type { LoadedResults } from './search-actions.ts'
import type { FacetState, ResultCard, SearchState } from '../domain/search-state.ts'
import { mapValues, selectedKeys, withKnownSelection } from './search-changes.ts'

/** A facet with its results replaced by an answer. */
export function withResults(facet: FacetState, answer: LoadedResults, term: string): FacetState {
  const { results, pagingInfo, featuredResults = [], queryDuration = 0 } = answer
  const { aggregations, resultsInfo, correctedTerm, without, isLoose, isPartial } = answer
  const { pageIndex } = pagingInfo
  return {
    ...facet,
    results: facet.queryParams.loadMorePaging ? ofPage(results, pageIndex) : results,
    featuredResults,
    queryDuration,
    entries: { isLoading: false, isError: false },
    answeredTerm: term,
    pagingInfo: { ...facet.pagingInfo, ...pagingInfo, pagesLoaded: [pageIndex], isLoading: false },
    aggregations,
    resultsInfo,
    correctedTerm,
    without,
    isLoose,
    isPartial,
  }
}

/**
 * The state of a new page, merged with what earlier pages have loaded for the same query: a page of results that is added goes below or
 * above those that are there. Facets that the new page does not have are kept for going back. A search that failed keeps the results that
 * were there.
 */
export const adoptSearch = (previous: SearchState, served: SearchState): SearchState => ({
  ...served,
  // Results for a term as written are not those with corrections.
  facets: joinFacets(
    previous.asWritten === served.asWritten ? previous.facets : {},
    served.facets,
    served.term,
  ),
  listings: joinFacets(previous.listings, served.listings, ''),
})

type Facets = Readonly<Record<string, FacetState>>

function joinFacets(previous: Facets, served: Facets, term: string): Facets {
  const kept = Object.entries(previous).filter(([key, facet]) => isPaged(facet) && !served[key])
  const joined = Object.entries(served).map(([key, facet]) => [key, joinFacet(previous[key], facet, term)])
  return Object.fromEntries([...kept, ...joined])
}

/** A facet that the new page does not show keeps its loaded results for the same term, with the newer total if that is known. */
function joinFacet(before: FacetState | undefined, after: FacetState, term: string): FacetState {
  if (!before) return after
  if (after.entries.isError && after.results.length === 0) return withResultsBefore(before, after)
  if (after.pagingInfo.pagesLoaded.length > 0) return joinPages(before, after)
  if (!isPaged(before) || before.answeredTerm !== term) return after
  const { totalCount } = after.pagingInfo
  return after.preloaded
    ? { ...before, preloaded: true, pagingInfo: { ...before.pagingInfo, totalCount } }
    : before
}

/** A facet whose search failed, with the earlier results and options of filters. What these options count is not known. */
function withResultsBefore(
  before: FacetState,
  { entries, queryParams, pagingInfo, filters }: FacetState,
): FacetState {
  return {
    ...before,
    entries,
    queryParams,
    pagingInfo,
    without: undefined,
    isPartial: undefined,
    filters: mapValues(filters, (filter, name) => {
      const items = before.filters[name]?.items.map(({ count: _, ...item }) => item)
      return items ? { ...filter, items: withKnownSelection(items, selectedKeys(filter)) } : filter
    }),
  }
}

const isPaged = ({ queryParams, pagingInfo }: FacetState): boolean =>
  queryParams.loadMorePaging && pagingInfo.pagesLoaded.length > 0

function joinPages(before: FacetState, after: FacetState): FacetState {
  const { pageIndex } = before.pagingInfo
  const pagingInfo = {
    ...after.pagingInfo,
    // Where the page was chosen in the browser, the index before it is recorded already.
    prevPageIndex: pageIndex === after.pagingInfo.pageIndex ? before.pagingInfo.prevPageIndex : pageIndex,
  }
  const pages = [...new Set([...before.pagingInfo.pagesLoaded, ...after.pagingInfo.pagesLoaded])].toSorted(
    (a, b) => a - b,
  )
  const isWhole = pages.every((page, index) => index === 0 || page === (pages[index - 1] ?? page) + 1)
  if (!isPaged(before) || !isPaged(after) || !isWhole || questionOf(before) !== questionOf(after))
    return { ...after, pagingInfo }
  const fresh = new Set(after.pagingInfo.pagesLoaded)
  const ids = new Set(after.results.map(({ id }) => id))
  const old = before.results.filter(
    ({ id, pageIndex }) => pageIndex !== undefined && !fresh.has(pageIndex) && !ids.has(id),
  )
  return {
    ...after,
    results: [...old, ...after.results].toSorted((a, b) => (a.pageIndex ?? 0) - (b.pageIndex ?? 0)),
    pagingInfo: { ...pagingInfo, pagesLoaded: pages },
  }
}

/** A key for the query that the results of a facet answer: pages of different queries are never merged into one list. */
const questionOf = ({ answeredTerm, queryParams, filters, pagingInfo }: FacetState): string =>
  JSON.stringify([
    answeredTerm,
    queryParams.dynamicOrderBy,
    pagingInfo.pageSize,
    Object.entries(filters)
      .map(([name, { items }]) => [
        name,
        ...items
          .filter(({ isSelected }) => isSelected)
          .map(({ key }) => key)
          .toSorted(),
      ])
      .toSorted(),
  ])

const ofPage = (results: readonly ResultCard[], pageIndex: number): readonly ResultCard[] =>
  results.map((result) => ({ ...result, pageIndex }))
