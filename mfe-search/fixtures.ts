import type { Fixture } from '@tessera/shared/contract'
import type { FacetState, ResultCard, SearchState } from './domain/search-state.ts'

/** A facet with one result. */
export const FACET: FacetState = {
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

const CARD: ResultCard = {
  id: '2',
  contentTypeId: 'newsArticle',
  title: 'New footbridge opens at Weirside',
  summary: 'The bridge links the towpath with the market.',
  path: '/news/new-footbridge',
  date: '2026-03-14T09:00:00Z',
}
/** The second of six pages of a listing, narrowed to a topic. */
const LISTING: FacetState = {
  ...FACET,
  title: 'News',
  layout: 'grid',
  filters: {
    topic: {
      title: 'Topic',
      fieldId: 'topic',
      isGrouped: false,
      isSingleSelect: false,
      renderable: true,
      isLoading: false,
      isError: false,
      view: 'list',
      valueType: 'text',
      items: [
        { key: 'travel', title: 'Travel', isSelected: true, count: 112 },
        { key: 'homes', title: 'Homes', isSelected: false, count: 7 },
      ],
    },
  },
  results: [CARD],
  pagingInfo: { ...FACET.pagingInfo, pageCount: 6, pageIndex: 1, pagesLoaded: [1], totalCount: 112 },
}
const pageAt = (path: string, search: Partial<SearchState>): Fixture['state'] => ({
  routing: { currentPath: path, location: { pathname: path, search: '', hash: '' } },
  page: { head: { language: 'en-GB' } },
  search: {
    context: 'listings',
    currentFacet: null,
    currentListing: null,
    term: '',
    tabs: [],
    config: { isLoaded: true, isError: false, ssr: true },
    facets: {},
    listings: {},
    minilist: {},
    ...search,
  } satisfies SearchState,
})

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
  {
    view: 'listing',
    props: { listing: 'news', title: 'News' },
    state: pageAt('/news', { currentListing: 'news', listings: { news: LISTING } }),
    expect: '112 results, showing 21 to 21',
  },
  {
    view: 'composition',
    props: { composition: 'whatsOn' },
    state: pageAt('/whats-on', {
      currentListing: 'news',
      tabs: [{ id: 'whatsOn', label: 'What’s on', facets: ['news', 'events'], totalCount: null }],
      listings: { news: LISTING, events: { ...LISTING, title: 'Events', filters: {} } },
    }),
    expect: '?listingType=events',
  },
  {
    view: 'minilist',
    props: {
      minilist: 'latestNews',
      level: 2,
      heading: 'Latest news',
      link: { title: 'News', href: '/news' },
    },
    // The id that a fixture's slot has.
    state: pageAt('/', { minilist: { fixture: { ...FACET, title: 'Latest', results: [CARD] } } }),
    expect: 'See all',
  },
]
