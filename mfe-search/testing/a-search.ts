import type { FacetState, FilterState, SearchState } from '../domain/search-state.ts'
import { FACET } from '../fixtures.ts'

/** A facet with one result, changed by `given`. */
export const aFacet = (given: Partial<FacetState> = {}): FacetState => ({
  ...FACET,
  results: [{ id: '1', contentTypeId: 'page', title: 'Bins', path: '/bins' }],
  ...given,
})

/** A filter of two topics, neither selected. */
export const aFilter = (given: Partial<FilterState> = {}): FilterState => ({
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
    { key: 'homes', title: 'Homes', isSelected: false, count: 3 },
    { key: 'roads', title: 'Roads', isSelected: false, count: 0 },
  ],
  ...given,
})

/** A filter by distance, with nothing chosen. */
export const aNearFilter = (): FilterState =>
  aFilter({
    title: 'Distance',
    view: 'near',
    valueType: 'geo',
    items: [],
    near: { distances: ['1mi', '5mi', '10mi'], places: ['Hollin Cross', 'Brynfa'] },
  })

/** The state of a search page with one facet, `all`, changed by `given`. */
export const aSearch = (given: Partial<SearchState> = {}): SearchState => ({
  context: 'facets',
  currentFacet: 'all',
  currentListing: null,
  term: 'bins',
  tabs: [],
  config: { isLoaded: true, isError: false, ssr: true },
  facets: { all: aFacet() },
  listings: {},
  minilist: {},
  ...given,
})
