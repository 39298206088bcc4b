import type { Fixture } from '@tessera/shared/contract'
import type { FacetState, SearchState } from './state/search-state.ts'

const FACET: FacetState = {
  title: 'Everything',
  filters: {},
  results: [
    {
      id: '1',
      contentTypeId: 'page',
      title: 'Bins and recycling',
      summary: 'When we collect',
      path: '/services/bins',
    },
  ],
  featuredResults: [],
  queryParams: {
    dynamicOrderBy: [],
    orderBy: [],
    pageSize: 20,
    internalPaging: false,
    loadMorePaging: false,
  },
  queryDuration: 10,
  pagingInfo: {
    pageCount: 1,
    pageIndex: 0,
    pageSize: 20,
    pagesLoaded: [0],
    prevPageIndex: 0,
    totalCount: 1,
    isLoading: false,
  },
  entries: { isLoading: false, isError: false },
}

/** What a release of this remote must be able to show before it goes live. */
export const fixtures: readonly Fixture[] = [
  {
    view: 'results',
    props: {},
    state: {
      routing: { currentPath: '/search', location: { pathname: '/search', search: '?term=bins', hash: '' } },
      page: { head: { language: 'en-GB' } },
      search: {
        context: 'facets',
        currentFacet: 'all',
        currentListing: null,
        term: 'bins',
        tabs: [],
        config: { isLoaded: true, isError: false, ssr: true },
        facets: { all: FACET },
        listings: {},
        minilist: {},
      } satisfies SearchState,
    },
    expect: '<mark>Bins</mark> and recycling',
  },
]
