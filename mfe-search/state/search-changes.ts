import type { SearchAddress } from '../domain/search-address.ts'
import type { OpenedSearch, SearchTarget } from './search-actions.ts'
import type {
  FacetState,
  FilterItem,
  FilterState,
  SearchContext,
  SearchState,
  TabState,
} from '../domain/search-state.ts'

/** A facet, listing or minilist; undefined where there is none of that name. */
export const facetAt = (state: SearchState, { context, key }: SearchTarget): FacetState | undefined =>
  state[context][key]

/** Keys of the items that are selected. */
export const selectedKeys = ({ items }: FilterState): readonly string[] =>
  items.filter(({ isSelected }) => isSelected).map(({ key }) => key)

/** Adds the searches of a slot to those of other slots. */
export function withOpened(state: SearchState, { context, key, ...given }: OpenedSearch): SearchState {
  const { facets, listings, minilist, ...rest } = given
  const next: SearchState = {
    ...state,
    ...rest,
    context: context === 'minilist' ? state.context : context,
    config: { isLoaded: true, isError: false, ssr: true },
    facets: { ...state.facets, ...facets },
    listings: { ...state.listings, ...listings },
    minilist: { ...state.minilist, ...minilist },
  }
  return withCurrent(next, context, key)
}

/** Sets the facet or listing that is shown; a tab keeps its own current facet. */
function withCurrent(state: SearchState, context: SearchContext, key: string): SearchState {
  if (context === 'minilist') return state
  if (context === 'listings') return { ...state, context, currentListing: key }
  const tabs = state.tabs.map((tab) => (tab.facets.includes(key) ? { ...tab, currentFacet: key } : tab))
  return { ...state, context, currentFacet: key, tabs }
}

/** Whether results of a facet are loaded. */
export const hasResults = (facet: FacetState | undefined): boolean =>
  facet !== undefined && facet.pagingInfo.pagesLoaded.length > 0

/** The facet that a tab leads to: the one that was shown there, else its default, else its first; one without results gives way to others. */
export function facetOfTab(
  { facets }: Pick<SearchState, 'facets'>,
  { currentFacet, defaultFacet, facets: keys }: TabState,
): string | undefined {
  const wanted = [currentFacet, defaultFacet, ...keys].filter((key) => key !== undefined)
  return wanted.find((key) => totalOf(facets[key]) !== 0) ?? wanted[0]
}

/** Chooses another facet: it is shown if it has results; until then the one before stays. */
export const withChosen = (state: SearchState, key: string | undefined): SearchState =>
  key !== undefined && hasResults(state.facets[key]) ? withCurrent(state, 'facets', key) : state

/** Applies an address, and resets everything else that a visitor could have chosen. */
export function withAddress(state: SearchState, address: SearchAddress): SearchState {
  const { context, key, term, asWritten, filters, orderBy, pageIndex, pageSize } = address
  const current = withCurrent({ ...state, term, asWritten }, context, key)
  return changeFacet(current, { context, key }, (facet) => {
    const ordered = withOrder(orderBy?.split(',') ?? [])(facet)
    const sized = pageSize === null ? ordered : withPageSize(ordered, pageSize)
    return {
      ...sized,
      pagingInfo: { ...sized.pagingInfo, pageIndex },
      filters: mapValues(sized.filters, (filter, name) =>
        withSelected(filter, filters[name] ?? filter.defaultKeys ?? []),
      ),
    }
  })
}

/** Sets the order of a facet's results. */
export const withOrder =
  (dynamicOrderBy: readonly string[]) =>
  (facet: FacetState): FacetState => ({
    ...facet,
    queryParams: { ...facet.queryParams, dynamicOrderBy },
  })

/** Sets the number of results on a page. */
export const withPageSize = (facet: FacetState, pageSize: number): FacetState => ({
  ...facet,
  pagingInfo: { ...facet.pagingInfo, pageSize },
})

/** Back to the first page with nothing loaded: what is shown stays until the next answer. */
export const reset = (facet: FacetState): FacetState => ({
  ...facet,
  queryDuration: 0,
  pagingInfo: { ...facet.pagingInfo, pageIndex: 0, pagesLoaded: [] },
})

/**
 * Changes the selection of a filter and resets the facet; if the filter is grouped, all other facets are reset too and get the same
 * selection.
 */
export function changeFilter(
  state: SearchState,
  target: SearchTarget,
  name: string,
  change: (filter: FilterState) => FilterState,
): SearchState {
  const before = facetAt(state, target)?.filters[name]
  if (!before) return state
  const after = change(before)
  const own = changeItems(state, target, name, () => after)
  if (!after.isGrouped) return changeFacet(own, target, reset)
  return changeAll(own, target.context, (facet) => {
    const counterpart = facet.filters[name]
    if (!counterpart?.isGrouped) return reset(facet)
    return reset({
      ...facet,
      filters: { ...facet.filters, [name]: withSelected(counterpart, selectedKeys(after)) },
    })
  })
}

/** Toggles an item; in a single-select filter the others are deselected. An item that is not known yet is added without a title. */
export function withToggled(filter: FilterState, key: string): FilterState {
  const selected = selectedKeys(filter)
  if (selected.includes(key))
    return withSelected(
      filter,
      selected.filter((one) => one !== key),
    )
  return withSelected(filter, filter.isSingleSelect ? [key] : [...selected, key])
}

/** Selects exactly these items. */
export const withSelected = (filter: FilterState, keys: readonly string[]): FilterState => ({
  ...filter,
  items: withKnownSelection(filter.items, keys),
})

/** Selects exactly these keys; those that are not among the items are added, without a title. */
export function withKnownSelection(
  items: readonly FilterItem[],
  keys: readonly string[],
): readonly FilterItem[] {
  const known = items.filter(({ key, title }) => title !== undefined || keys.includes(key))
  const missing = keys.filter((key) => !known.some((item) => item.key === key))
  return [
    ...known.map((item) =>
      item.isSelected === keys.includes(item.key) ? item : { ...item, isSelected: !item.isSelected },
    ),
    ...missing.map((key) => ({ key, isSelected: true })),
  ]
}

/** Sets the totals of facets, or of listings that are offered together, that were only counted. */
export function withTotals(state: SearchState, totals: Readonly<Record<string, number>>): SearchState {
  const { context } = state
  const shown = context === 'listings' ? state.currentListing : state.currentFacet
  const counted = mapValues(state[context], (facet, key) => {
    const totalCount = totals[key]
    if (totalCount === undefined || key === shown) return facet
    return { ...facet, preloaded: true, pagingInfo: { ...facet.pagingInfo, totalCount } }
  })
  return withTabTotals({ ...state, [context]: counted })
}

/** Sets the totals of tabs: the sum of their facets' totals, if all are known. */
export function withTabTotals(state: SearchState): SearchState {
  const tabs = state.tabs.map((tab) => {
    const counted = tab.countedFacet === undefined ? tab.facets : [tab.countedFacet]
    const totals = counted.map((key) => totalOf(state.facets[key]))
    const isKnown = totals.every((total) => total !== null) && totals.length > 0
    return { ...tab, totalCount: isKnown ? totals.reduce((sum, total) => sum + total, 0) : null }
  })
  return { ...state, tabs }
}

/** How many results a facet has; null if that is not known: it was not requested, or failed. */
export function totalOf(facet: FacetState | undefined): number | null {
  if (!facet || facet.entries.isError) return null
  return facet.preloaded || facet.pagingInfo.pagesLoaded.length > 0 ? facet.pagingInfo.totalCount : null
}

/** Changes one facet, listing or minilist; does nothing if it is unknown. */
export function changeFacet(
  state: SearchState,
  { context, key }: SearchTarget,
  change: (facet: FacetState) => FacetState,
): SearchState {
  const facet = state[context][key]
  return facet ? { ...state, [context]: { ...state[context], [key]: change(facet) } } : state
}

/** Changes all searches of a context. */
export const changeAll = (
  state: SearchState,
  context: SearchContext,
  change: (facet: FacetState) => FacetState,
): SearchState => ({ ...state, [context]: mapValues(state[context], change) })

/** Changes a filter without new results. */
export const changeItems = (
  state: SearchState,
  target: SearchTarget,
  name: string,
  change: (filter: FilterState) => FilterState,
): SearchState =>
  changeFacet(state, target, (facet) => {
    const filter = facet.filters[name]
    return filter ? { ...facet, filters: { ...facet.filters, [name]: change(filter) } } : facet
  })

/** A record with each of its values changed. */
export const mapValues = <V, R>(
  record: Readonly<Record<string, V>>,
  map: (value: V, key: string) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]))
