import { createEpicMiddleware, type Epic } from 'redux-observable'
import { catchError, defer, EMPTY, Subject, takeUntil, type Observable } from 'rxjs'
import { toAppError, type Action, type AppEpic, type AppError } from '../contract/index.ts'
import type { EpicRunner } from './create-store.ts'

/** A failure of an epic; `isStopped` when it was not started again. */
export interface EpicFailure {
  readonly owner: string
  readonly epic: string
  readonly error: AppError
  readonly isStopped: boolean
}

type State = Parameters<AppEpic>[1]['value']

/** Most restarts of a failing epic; without a limit an epic that fails on start would loop for ever. */
const MAX_RESTARTS = 50

/** The epic runner of one store. An epic that fails is reported to `onError` and started again; other epics go on. */
export function withEpics(options: { readonly onError?: (failure: EpicFailure) => void } = {}): EpicRunner {
  const middleware = createEpicMiddleware<Action, Action, State>()
  const stopped$ = new Subject<void>()
  let isStopped = false
  return {
    middleware,
    run(owner, epic, io) {
      if (isStopped) return
      const isolated: Epic<Action, Action, State> = (action$, state$) =>
        restarting(owner, epic, () => epic(action$, state$, io as never), options.onError).pipe(
          takeUntil(stopped$),
        )
      middleware.run(isolated)
    },
    stop() {
      isStopped = true
      stopped$.next()
      stopped$.complete()
    },
  }
}

function restarting(
  owner: string,
  epic: AppEpic<never>,
  start: () => Observable<Action>,
  onError: ((failure: EpicFailure) => void) | undefined,
): Observable<Action> {
  let restarts = 0
  return defer(start).pipe(
    catchError((thrown, again$) => {
      const isStopped = restarts >= MAX_RESTARTS
      restarts += 1
      onError?.({ owner, epic: epic.name, error: toAppError(thrown), isStopped })
      return isStopped ? EMPTY : again$
    }),
  )
}
