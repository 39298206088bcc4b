import { defineSlice, type On } from '@tessera/shared/store'
import {
  facetChosen,
  filterCleared,
  filterItemsFailed,
  filterItemsLoaded,
  filterItemsRequested,
  filtersCleared,
  filterSelected,
  orderChanged,
  pageChosen,
  pageSizeChanged,
  recentTermsCleared,
  recentTermsLoaded,
  resultsFailed,
  resultsLoaded,
  resultsRequested,
  routeFiltersApplied,
  searchOpened,
  searchReset,
  suggestionsCleared,
  suggestionsLoaded,
  tabChosen,
  termChanged,
  totalsLoaded,
  fewerFiltersLoaded,
} from './search-actions.ts'
import {
  changeAll,
  changeFacet,
  changeFilter,
  changeItems,
  facetAt,
  facetOfTab,
  withOpened,
  reset,
  selectedKeys,
  withAddress,
  withChosen,
  withKnownSelection,
  withOrder,
  withPageSize,
  withSelected,
  withToggled,
  withTabTotals,
  withTotals,
} from './search-changes.ts'
import { adoptSearch, withResults } from './loaded-pages.ts'
import type { SearchState } from '../domain/search-state.ts'

const EMPTY: SearchState = {
  context: 'facets',
  currentFacet: null,
  currentListing: null,
  term: '',
  tabs: [],
  config: { isLoaded: false, isError: false, ssr: false },
  facets: {},
  listings: {},
  minilist: {},
}

/** The remote's one slice, under its one key. Source: specification 4, Search. */
export const searchSlice = defineSlice(
  'search',
  EMPTY,
  (on) => {
    onChoices(on)
    onAnswers(on)
    onTyping(on)
  },
  adoptSearch,
)

/** This remote's part of the state; empty before anything was loaded. */
export const selectSearch = (state: Readonly<Record<string, unknown>>): SearchState =>
  (state['search'] as SearchState | undefined) ?? EMPTY

/** Actions of a page and its visitor. */
function onChoices(on: On<SearchState>): void {
  on(searchOpened, (state, { payload }) => withOpened(state, payload))
  on(routeFiltersApplied, (state, { payload }) => withAddress(state, payload))
  on(termChanged, (state, { payload: { term, asWritten } }) =>
    state.term === term && state.asWritten === asWritten
      ? state
      : changeAll({ ...state, term, asWritten }, 'facets', reset),
  )
  on(facetChosen, (state, { payload: { key } }) => withChosen(state, key))
  on(tabChosen, (state, { payload: { id } }) => {
    const tab = state.tabs.find((one) => one.id === id)
    return withChosen(state, tab && facetOfTab(state, tab))
  })
  on(filterSelected, (state, { payload: { filter, item, ...target } }) =>
    changeFilter(state, target, filter, (before) => withToggled(before, item)),
  )
  on(filterCleared, (state, { payload: { filter, ...target } }) =>
    changeFilter(state, target, filter, (before) => withSelected(before, [])),
  )
  on(filtersCleared, (state, { payload }) =>
    Object.keys(facetAt(state, payload)?.filters ?? {}).reduce(
      (next, filter) => changeFilter(next, payload, filter, (before) => withSelected(before, [])),
      state,
    ),
  )
  on(pageChosen, (state, { payload: { pageIndex, ...target } }) =>
    changeFacet(state, target, (facet) => ({
      ...facet,
      queryDuration: facet.queryParams.internalPaging ? facet.queryDuration : 0,
      pagingInfo: {
        ...facet.pagingInfo,
        pageIndex,
        prevPageIndex: facet.pagingInfo.pageIndex,
        isLoading: !facet.queryParams.internalPaging,
      },
    })),
  )
  on(pageSizeChanged, (state, { payload: { pageSize, ...target } }) =>
    changeFacet(state, target, (facet) => reset(withPageSize(facet, pageSize))),
  )
  on(orderChanged, (state, { payload: { orderBy, ...target } }) =>
    changeAll(changeFacet(state, target, withOrder(orderBy)), target.context, reset),
  )
}

/** Actions for requests and their answers. */
function onAnswers(on: On<SearchState>): void {
  on(searchReset, (state, { payload }) => changeFacet(state, payload, reset))
  on(resultsRequested, (state, { payload }) =>
    changeFacet(state, payload, (facet) => ({ ...facet, entries: { isLoading: true, isError: false } })),
  )
  on(resultsLoaded, (state, { payload }) =>
    withTabTotals(changeFacet(state, payload, (facet) => withResults(facet, payload, state.term))),
  )
  on(resultsFailed, (state, { payload: { error, ...target } }) =>
    changeFacet(state, target, (facet) => ({
      ...facet,
      entries: { isLoading: false, isError: true, ...(error && { error }) },
      pagingInfo: { ...facet.pagingInfo, isLoading: false },
    })),
  )
  on(filterItemsRequested, (state, { payload: { filter, ...target } }) =>
    changeItems(state, target, filter, (before) => ({ ...before, isLoading: true, isError: false })),
  )
  on(filterItemsLoaded, (state, { payload: { filter, items, isCut, ...target } }) =>
    changeItems(state, target, filter, (before) => ({
      ...before,
      isLoading: false,
      isError: false,
      items: withKnownSelection(items, selectedKeys(before)),
      ...(isCut !== undefined && { isCut }),
    })),
  )
  on(filterItemsFailed, (state, { payload: { filter, ...target } }) =>
    changeItems(state, target, filter, (before) => ({ ...before, isLoading: false, isError: true })),
  )
  on(totalsLoaded, (state, { payload: { totals } }) => withTotals(state, totals))
  on(fewerFiltersLoaded, (state, { payload: { without, ...target } }) =>
    changeFacet(state, target, (facet) => ({ ...facet, without })),
  )
}

/** Actions of the search box, in the browser. */
function onTyping(on: On<SearchState>): void {
  on(suggestionsLoaded, (state, { payload: suggestions }) => ({ ...state, suggestions }))
  on(suggestionsCleared, ({ suggestions: _, ...state }) => state)
  on(recentTermsLoaded, (state, { payload: { terms } }) => ({ ...state, recentTerms: terms }))
  on(recentTermsCleared, (state) => ({ ...state, recentTerms: [] }))
}
