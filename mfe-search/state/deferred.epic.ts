import type { Action, AppEpic } from '@tessera/shared/contract'
import { catchError, EMPTY, from, mergeMap, onAction, pathChanged, switchMap } from '@tessera/shared/store'
import type { SearchState } from '../domain/search-state.ts'
import type { DeferredData } from '../io/fetch-deferred.ts'
import {
  filterItemsFailed,
  filterItemsLoaded,
  deferredRequested,
  totalsLoaded,
  fewerFiltersLoaded,
  type SearchTarget,
} from './search-actions.ts'
import type { SearchIo } from './search-box.epic.ts'
import { facetAt } from './search-changes.ts'
import { selectSearch } from './search.slice.ts'

/** Requests the data that was not loaded with the page, when the browser is idle. Navigation cancels the request. */
export const deferredEpic: AppEpic<SearchIo> = (action$, state$, { deferred }) => {
  let newest = new AbortController()
  return onAction<Action>(action$, deferredRequested, pathChanged).pipe(
    switchMap((action) => {
      newest.abort()
      newest = new AbortController()
      if (!deferredRequested.match(action)) return EMPTY
      const { params, ...target } = action.payload
      const search = selectSearch(state$.value)
      const { currentComposition: composition } = search
      const waiting = deferredFilters(search, target)
      const asked = { ...params, ...(composition && { composition }) }
      return from(deferred(asked, newest.signal, waiting.length > 0)).pipe(
        mergeMap((data) => from(actionsOf(data, target, waiting))),
        // Totals and counts are missing then, and the items that were left.
        catchError(() => from(waiting.map((filter) => filterItemsFailed({ ...target, filter })))),
      )
    }),
  )
}

/** Filters whose items were left to the browser. */
const deferredFilters = (search: SearchState, target: SearchTarget): readonly string[] =>
  Object.entries(facetAt(search, target)?.filters ?? {}).flatMap(([key, { isLoading }]) =>
    isLoading ? [key] : [],
  )

function actionsOf(data: DeferredData, target: SearchTarget, waiting: readonly string[]): readonly Action[] {
  const items = Object.entries(data.items).map(([filter, items]) =>
    filterItemsLoaded({ ...target, filter, items, ...(data.cut.includes(filter) && { isCut: true }) }),
  )
  const failed = waiting
    .filter((filter) => !data.items[filter])
    .map((filter) => filterItemsFailed({ ...target, filter }))
  const without = data.without && [fewerFiltersLoaded({ ...target, without: data.without })]
  return [totalsLoaded({ totals: data.totals }), ...items, ...failed, ...(without ?? [])]
}
