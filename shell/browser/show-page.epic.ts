import type { AppEpic } from '@tessera/shared/contract'
import { concatMap, EMPTY, from, mergeMap } from '@tessera/shared/store'
import { pageArrived, pageFailed } from '../state/follow-path.epic.ts'

type Arrived = ReturnType<typeof pageArrived>['payload']
type Failed = ReturnType<typeof pageFailed>['payload']

/** What happens on the screen. Neither may reject. */
export interface ShowPageIo {
  readonly show: (arrived: Arrived) => Promise<void>
  readonly fail: (failed: Failed) => Promise<void>
}

/** Show arrived pages one after the other: a swap that has begun is finished before the next one begins. */
export const showPage: AppEpic<ShowPageIo> = (action$, _state$, io) =>
  action$.pipe(
    concatMap((action) => {
      if (pageArrived.match(action)) return from(io.show(action.payload)).pipe(mergeMap(() => EMPTY))
      if (pageFailed.match(action)) return from(io.fail(action.payload)).pipe(mergeMap(() => EMPTY))
      return EMPTY
    }),
  )
