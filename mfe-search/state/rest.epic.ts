import type { Action, AppEpic } from '@tessera/shared/contract'
import { catchError, EMPTY, from, mergeMap, onAction, pathChanged, switchMap } from '@tessera/shared/store'
import { filterItemsLoaded, restRequested, totalsLoaded, withoutLoaded } from './search-actions.ts'
import type { SearchIo } from './search-box.epic.ts'
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
      const { currentComposition: composition } = selectSearch(state$.value)
      return from(askRest({ ...params, ...(composition && { composition }) }, newest.signal)).pipe(
        mergeMap((rest) => {
          if (!rest) return EMPTY
          const items = Object.entries(rest.items).map(([filter, items]) =>
            filterItemsLoaded({
              ...target,
              filter,
              items,
              ...(rest.cut.includes(filter) && { isCut: true }),
            }),
          )
          const without = rest.without && [withoutLoaded({ ...target, without: rest.without })]
          return from([totalsLoaded({ totals: rest.totals }), ...items, ...(without ?? [])])
        }),
        // Only totals and counts are missing then.
        catchError(() => EMPTY),
      )
    }),
  )
}
