import { createAction } from '@tessera/shared/store'
import type { JsonObject } from '@tessera/shared/contract'
import type { SearchAddress } from '../domain/search-address.ts'
import type {
  FewerFilters,
  FacetState,
  FilterState,
  PagingInfo,
  SearchContext,
  SearchState,
  Suggestion,
} from '../domain/search-state.ts'

/** The place of a search in the state: a facet, a listing, or the minilist of a slot. */
export interface SearchTarget {
  readonly context: SearchContext
  readonly key: string
}

type PlacedFilter = SearchTarget & { readonly filter: string }

/** Initial state of a page's searches, before any call. Several slots of one page add to each other. */
export type OpenedSearch = SearchTarget &
  Partial<
    Pick<
      SearchState,
      'tabs' | 'facets' | 'listings' | 'minilist' | 'currentComposition' | 'contactPath' | 'term'
    >
  >

/** An answer: results, and whatever else it contained. */
export type LoadedResults = SearchTarget &
  Pick<FacetState, 'results'> &
  Partial<
    Pick<
      FacetState,
      | 'featuredResults'
      | 'queryDuration'
      | 'aggregations'
      | 'resultsInfo'
      | 'correctedTerm'
      | 'without'
      | 'isLoose'
      | 'isPartial'
    >
  > & { readonly pagingInfo: Pick<PagingInfo, 'pageCount' | 'pageIndex' | 'pageSize' | 'totalCount'> }

/** The searches of a page are known. */
export const searchOpened = createAction<OpenedSearch>('search/opened')
/** Facet, term, filters, page, size and order of the address are applied. Source: specification 4, Search. */
export const routeFiltersApplied = createAction<SearchAddress>('search/routeFiltersApplied')

export const termChanged = createAction<{ readonly term: string; readonly asWritten?: true | undefined }>(
  'search/termChanged',
)
export const facetChosen = createAction<{ readonly key: string }>('search/facetChosen')
export const tabChosen = createAction<{ readonly id: string }>('search/tabChosen')
/** One item of a filter was selected or deselected. */
export const filterSelected = createAction<PlacedFilter & { readonly item: string }>('search/filterSelected')
/** All items of a filter were deselected. */
export const filterCleared = createAction<PlacedFilter>('search/filterCleared')
/** All items of all filters were deselected. */
export const filtersCleared = createAction<SearchTarget>('search/filtersCleared')
export const pageChosen = createAction<SearchTarget & { readonly pageIndex: number }>('search/pageChosen')
export const pageSizeChanged = createAction<SearchTarget & { readonly pageSize: number }>(
  'search/pageSizeChanged',
)
export const orderChanged = createAction<SearchTarget & { readonly orderBy: readonly string[] }>(
  'search/orderChanged',
)

export const resultsRequested = createAction<SearchTarget>('search/resultsRequested')
export const resultsLoaded = createAction<LoadedResults>('search/resultsLoaded')
/** A further page of results was added to those that were there, for the same query. */
export const moreLoaded = createAction<SearchTarget & { readonly pageIndex: number }>('search/moreLoaded')
/** `error` is for staff; visitors see the page's own message. */
export const resultsFailed = createAction<SearchTarget & { readonly error?: JsonObject }>(
  'search/resultsFailed',
)

export const filterItemsRequested = createAction<PlacedFilter>('search/filterItemsRequested')
/** The items of a filter are known; what was selected stays selected. */
export const filterItemsLoaded = createAction<PlacedFilter & Pick<FilterState, 'items' | 'isCut'>>(
  'search/filterItemsLoaded',
)
export const filterItemsFailed = createAction<PlacedFilter>('search/filterItemsFailed')

/** How many results there would be with fewer filters, if the selected ones leave none. */
export const fewerFiltersLoaded = createAction<SearchTarget & { readonly without: FewerFilters }>(
  'search/withoutLoaded',
)

/** How many results other facets have for the same query. */
export const totalsLoaded = createAction<{ readonly totals: Readonly<Record<string, number>> }>(
  'search/totalsLoaded',
)
/** The page is shown, and the browser may request the data that was not loaded with it. `params` are those of its address. */
export const deferredRequested = createAction<
  SearchTarget & { readonly params: Readonly<Record<string, string>> }
>('search/restRequested')
/** Back to the first page with nothing loaded, so that the next search is made. */
export const searchReset = createAction<SearchTarget>('search/reset')

/** The search box has the focus. */
export const boxOpened = createAction('search/boxOpened')
/** The text in the search box has changed, and was not searched for yet. */
export const termTyped = createAction<{ readonly term: string }>('search/termTyped')
export const suggestionsLoaded = createAction<{
  readonly term: string
  readonly items: readonly Suggestion[]
}>('search/suggestionsLoaded')
/** There are no suggestions for the typed text, or they could not be loaded: the box then shows none. */
export const suggestionsCleared = createAction('search/suggestionsCleared')

/** Results for a term are on the screen. */
export const termSearched = createAction<{ readonly term: string }>('search/termSearched')
export const recentTermsLoaded = createAction<{ readonly terms: readonly string[] }>(
  'search/recentTermsLoaded',
)
export const recentTermsCleared = createAction('search/recentTermsCleared')
