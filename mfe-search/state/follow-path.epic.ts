import type { Action, AppEpic, HostState } from '@tessera/shared/contract'
import { EMPTY, from, mergeMap, of, onAction, pathChanged, stateAdopted } from '@tessera/shared/store'
import { changesBetween, isOtherSearch } from '../domain/address-changes.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { isPathOf, readParameters, searchRouteOf } from '../domain/search-route.ts'
import { canonical, fromUrl } from '../domain/search-url.ts'
import {
  facetChosen,
  filterCleared,
  filtersCleared,
  filterSelected,
  moreLoaded,
  orderChanged,
  pageChosen,
  pageSizeChanged,
  resultsRequested,
  searchReset,
  tabChosen,
  termChanged,
  type SearchTarget,
} from './search-actions.ts'
import { addressOf, configOf } from './search-links.ts'
import type { FacetState, SearchState } from '../domain/search-state.ts'
import { facetAt, hasResults, facetOfTab, selectedKeys } from './search-changes.ts'
import { selectSearch } from './search.slice.ts'

/**
 * On navigation to another state of the same search: applies the visitor's changes at once, and marks the old results as loading. The new
 * page then brings the answer. Source: specification 4, Search.
 */
export const followPathEpic: AppEpic = (action$, state$) =>
  onAction(action$, pathChanged).pipe(
    mergeMap(({ payload }) => {
      const { routing } = state$.value
      const search = selectSearch(state$.value)
      const next = routing ? nextAddress(search, routing, payload) : null
      return next ? from(eventsOf(search, next)) : EMPTY
    }),
  )

/** The answer to "show more" comes with a page of the site: once it is added to the results that were there, `moreLoaded` is dispatched. */
export const moreLoadedEpic: AppEpic = (action$, state$) => {
  let before = pagesShown(selectSearch(state$.value))
  return onAction(action$, stateAdopted).pipe(
    mergeMap(() => {
      const [{ target, pages }, after] = [before, pagesShown(selectSearch(state$.value))]
      before = after
      const isSame = target.context === after.target.context && target.key === after.target.key
      const isMore = pages.length > 0 && pages.length < after.pages.length
      return isSame && isMore ? of(moreLoaded({ ...target, pageIndex: after.pageIndex })) : EMPTY
    }),
  )
}

/** The facet or listing that is on the screen. */
export const shownIn = ({ context, currentFacet, currentListing }: SearchState): SearchTarget => ({
  context,
  key: (context === 'listings' ? currentListing : currentFacet) ?? '',
})

/** Which pages of which search are on the screen. */
function pagesShown(search: SearchState) {
  const target = shownIn(search)
  const { pagesLoaded = [], pageIndex = 0 } = facetAt(search, target)?.pagingInfo ?? {}
  return { target, pages: pagesLoaded, pageIndex }
}

interface Destination {
  readonly path: string
  /** With its question mark. */
  readonly search: string
}

/** Reads a path as an address of the search on the screen; null if it leads to another page. */
function nextAddress(
  search: SearchState,
  routing: HostState['routing'],
  next: Destination,
): SearchAddress | null {
  if (search.context === 'listings') return nextListing(search, routing, next)
  const { path, search: text } = next
  const searchRoute = searchRouteOf(routing)
  if (search.currentFacet === null || !isPathOf(searchRoute, path)) return null
  const [facet = '', contentTypeId = '', ...rest] = path.slice(searchRoute.path.length).split('/').slice(1)
  if (rest.length > 0) return null
  const params = { ...(facet && { facet }), ...(contentTypeId && { contentTypeId }) }
  return fromUrl(configOf(search), searchRoute, { params, query: readParameters(text) })
}

/** Reads a path as an address of the listing on the screen; null if it leads to another page, or to another listing of this one. */
function nextListing(
  search: SearchState,
  { currentPath, location }: HostState['routing'],
  { path, search: text }: Destination,
): SearchAddress | null {
  const query = readParameters(text)
  const isOther = query['listingType'] !== readParameters(location.search)['listingType']
  if (search.currentListing === null || path !== currentPath || isOther) return null
  const searchRoute = { context: 'listings', path, key: search.currentListing } as const
  // A listing has no term.
  return fromUrl(configOf(search), searchRoute, { query: { ...query, term: '' } })
}

/** The actions for what has changed. A search that failed is requested again. */
function eventsOf(search: SearchState, next: SearchAddress): readonly Action[] {
  const target = shownIn(search)
  const facet = facetAt(search, target)
  if (!facet) return []
  const changes = changesBetween(
    canonical(configOf(search), addressOf(search, target.context, target.key)),
    next,
  )
  if (changes.isOtherKey) return facetEvents(search, target, next.key)
  const { pageSize } = facet.queryParams
  const { isError } = facet.entries
  if (!isError && !isOtherSearch(changes)) return []
  return [
    ...(isError ? [searchReset(target)] : []),
    ...(changes.isOtherTerm ? [termChanged({ term: next.term, asWritten: next.asWritten })] : []),
    ...filterEvents(facet, target, changes.toggled),
    ...(changes.isOtherOrder ? [orderChanged({ ...target, orderBy: next.orderBy?.split(',') ?? [] })] : []),
    ...(changes.isOtherSize ? [pageSizeChanged({ ...target, pageSize: next.pageSize ?? pageSize })] : []),
    ...(changes.isOtherPage ? [pageChosen({ ...target, pageIndex: next.pageIndex })] : []),
    resultsRequested(target),
  ]
}

/** Another tab or facet. If it has no results yet, the previous ones stay, marked as loading. */
function facetEvents(search: SearchState, target: SearchTarget, key: string): readonly Action[] {
  const tab = search.tabs.find(({ facets }) => facets.includes(key))
  const isOtherTab = tab !== undefined && !tab.facets.includes(target.key) && facetOfTab(search, tab) === key
  return [
    isOtherTab ? tabChosen({ id: tab.id }) : facetChosen({ key }),
    resultsRequested(hasResults(search.facets[key]) ? { ...target, key } : target),
  ]
}

/** Filters without a selection are cleared, all of them at once if there were several; other items are selected or deselected. */
function filterEvents(
  { filters }: FacetState,
  target: SearchTarget,
  toggled: readonly { readonly filter: string; readonly item: string }[],
): readonly Action[] {
  const selected = Object.entries(filters).filter(([, filter]) => selectedKeys(filter).length > 0)
  const cleared = selected.flatMap(([name, filter]) => {
    const changed = toggled.filter((one) => one.filter === name).map(({ item }) => item)
    const keys = selectedKeys(filter)
    const isCleared = changed.length === keys.length && keys.every((key) => changed.includes(key))
    return isCleared ? [name] : []
  })
  const others = toggled.filter(({ filter }) => !cleared.includes(filter))
  return [
    ...(cleared.length > 1 && cleared.length === selected.length
      ? [filtersCleared(target)]
      : cleared.map((filter) => filterCleared({ ...target, filter }))),
    ...others.map((one) => filterSelected({ ...target, ...one })),
  ]
}
