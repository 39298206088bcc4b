import { toAppError, type Action, type AppEpic } from '@tessera/shared/contract'
import { catchError, exhaustMap, from, mergeMap, of, onAction } from '@tessera/shared/store'
import { formRefused } from './account-events.ts'
import { refusalOf, type AccountIo } from './send-form.ts'

interface Request<P> {
  readonly match: (action: unknown) => action is { readonly payload: P; readonly type: string }
}

/** An epic of one flow: the first wish wins, and until it has ended further ones are ignored. */
export const whenRequested =
  <P>(
    request: Request<P>,
    work: (payload: P, io: AccountIo) => Promise<readonly Action[]>,
  ): AppEpic<AccountIo> =>
  (action$, _state$, io) =>
    onAction(action$, request).pipe(
      exhaustMap(({ payload }) =>
        from(work(payload, io)).pipe(
          mergeMap((actions) => from(actions)),
          catchError((thrown: unknown) => of(formRefused(refusalOf(toAppError(thrown), 'unavailable')))),
        ),
      ),
    )
