import type { Action, AppEpic } from '@tessera/shared/contract'
import { EMPTY, from, mergeMap, onAction, pathChanged } from '@tessera/shared/store'
import { changesBetween } from '../domain/address-changes.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { searchPlaceOf } from '../domain/search-place.ts'
import { canonical, fromUrl } from '../domain/search-url.ts'
import {
  filterSelected,
  orderChanged,
  pageChosen,
  pageSizeChanged,
  resultsRequested,
  termChanged,
} from './search-actions.ts'
import { addressOf, configOf } from './search-links.ts'
import type { SearchState } from './search-state.ts'
import { facetAt } from './search-changes.ts'
import { selectSearch } from './search.slice.ts'

/**
 * On the way to another state of the same search: what the visitor has changed holds at once, and the old results are marked as
 * being replaced. The page that comes then brings the answer. Source: specification 4, Search.
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

/** What an address says of the search that is on the screen; null where it leads away from it. */
function nextAddress(
  search: SearchState,
  routing: Parameters<typeof searchPlaceOf>[0],
  { path, search: text }: { readonly path: string; readonly search: string },
): SearchAddress | null {
  const place = searchPlaceOf(routing)
  if (search.context !== 'facets' || search.currentFacet === null || !path.startsWith(place.path)) return null
  const [facet = '', contentTypeId = '', ...rest] = path.slice(place.path.length).split('/').slice(1)
  if (rest.length > 0) return null
  const params = { ...(facet && { facet }), ...(contentTypeId && { contentTypeId }) }
  return fromUrl(configOf(search), place, { params, query: Object.fromEntries(new URLSearchParams(text)) })
}

/** What has happened, in the words of the field. Another facet only shows that it is on its way. */
function eventsOf(search: SearchState, next: SearchAddress): readonly Action[] {
  const target = { context: next.context, key: search.currentFacet ?? '' }
  const facet = facetAt(search, target)
  if (!facet) return []
  const changes = changesBetween(canonical(configOf(search), addressOf(search, 'facets', target.key)), next)
  if (changes.isOtherKey) return [resultsRequested(target)]
  const { pageSize } = facet.queryParams
  return [
    ...(changes.isOtherTerm ? [termChanged({ term: next.term })] : []),
    ...changes.toggled.map((one) => filterSelected({ ...target, ...one })),
    ...(changes.isOtherOrder ? [orderChanged({ ...target, orderBy: next.orderBy?.split(',') ?? [] })] : []),
    ...(changes.isOtherSize ? [pageSizeChanged({ ...target, pageSize: next.pageSize ?? pageSize })] : []),
    ...(changes.isOtherPage ? [pageChosen({ ...target, pageIndex: next.pageIndex })] : []),
    resultsRequested(target),
  ]
}
