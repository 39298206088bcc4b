import type { Action, AppEpic } from '@tessera/shared/contract'
import { catchError, EMPTY, from, mergeMap, onAction, pathChanged, switchMap } from '@tessera/shared/store'
import type { SearchState } from '../domain/search-state.ts'
import type { Rest } from '../io/ask-rest.ts'
import {
  filterItemsFailed,
  filterItemsLoaded,
  restRequested,
  totalsLoaded,
  withoutLoaded,
  type SearchTarget,
} from './search-actions.ts'
import type { SearchIo } from './search-box.epic.ts'
import { facetAt } from './search-changes.ts'
import { selectSearch } from './search.slice.ts'

/** Requests the data that was not loaded with the page, when the browser is idle. Navigation cancels the request. */
export const restEpic: AppEpic<SearchIo> = (action$, state$, { askRest }) => {
  let newest = new AbortController()
  return onAction<Action>(action$, restRequested, pathChanged).pipe(
    switchMap((action) => {
      newest.abort()
      newest = new AbortController()
      if (!restRequested.match(action)) return EMPTY
      const { params, ...target } = action.payload
      const search = selectSearch(state$.value)
      const { currentComposition: composition } = search
      const left = leftFilters(search, target)
      return from(askRest({ ...params, ...(composition && { composition }) }, newest.signal)).pipe(
        mergeMap((rest) =>
          from(
            rest
              ? actionsOf(rest, target, left)
              : // A visitor who saves data: nothing was requested.
                left.map((filter) => filterItemsLoaded({ ...target, filter, items: [] })),
          ),
        ),
        // Totals and counts are missing then, and the items that were left.
        catchError(() => from(left.map((filter) => filterItemsFailed({ ...target, filter })))),
      )
    }),
  )
}

/** Filters whose items were left to the browser. */
const leftFilters = (search: SearchState, target: SearchTarget): readonly string[] =>
  Object.entries(facetAt(search, target)?.filters ?? {}).flatMap(([key, { isLoading }]) =>
    isLoading ? [key] : [],
  )

function actionsOf(rest: Rest, target: SearchTarget, left: readonly string[]): readonly Action[] {
  const items = Object.entries(rest.items).map(([filter, items]) =>
    filterItemsLoaded({ ...target, filter, items, ...(rest.cut.includes(filter) && { isCut: true }) }),
  )
  const failed = left
    .filter((filter) => !rest.items[filter])
    .map((filter) => filterItemsFailed({ ...target, filter }))
  const without = rest.without && [withoutLoaded({ ...target, without: rest.without })]
  return [totalsLoaded({ totals: rest.totals }), ...items, ...failed, ...(without ?? [])]
}
