import { createEpicMiddleware, type Epic } from 'redux-observable'
import { catchError, defer, EMPTY, Subject, takeUntil, type Observable } from 'rxjs'
import { toAppError, type Action, type AppEpic, type AppError } from '../contract/index.ts'
import type { EpicRunner } from './create-store.ts'

type State = Parameters<AppEpic>[1]['value']

/** Most restarts of a failing epic; without a limit an epic that fails on start would loop for ever. */
const MAX_RESTARTS = 50

/** The epic runner of one store. The error of an epic that fails is passed to `onError`, and the epic started again; other epics go on. */
export function withEpics({ onError }: { readonly onError?: (error: AppError) => void } = {}): EpicRunner {
  const middleware = createEpicMiddleware<Action, Action, State>()
  const stopped$ = new Subject<void>()
  let isStopped = false
  return {
    middleware,
    run(epic, io) {
      if (isStopped) return
      const isolated: Epic<Action, Action, State> = (action$, state$) =>
        restarting(() => epic(action$, state$, io as never), onError).pipe(takeUntil(stopped$))
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
  start: () => Observable<Action>,
  onError: ((error: AppError) => void) | undefined,
): Observable<Action> {
  let restarts = 0
  return defer(start).pipe(
    catchError((thrown, again$) => {
      onError?.(toAppError(thrown))
      return (restarts += 1) > MAX_RESTARTS ? EMPTY : again$
    }),
  )
}
