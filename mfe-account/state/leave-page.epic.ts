import type { AppEpic } from '@tessera/shared/contract'
import { EMPTY, mergeMap, onAction } from '@tessera/shared/store'
import { pageLeft } from './account-events.ts'
import type { AccountIo } from './send-form.ts'

/** Leaves the page after a flow, once the state has the target path. */
export const leavePageEpic: AppEpic<AccountIo> = (action$, _state$, io) =>
  onAction(action$, pageLeft).pipe(
    mergeMap(({ payload }) => {
      io.leavePage(payload.path)
      return EMPTY
    }),
  )
