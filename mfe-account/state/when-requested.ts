import { toAppError, type Action, type AppEpic } from '@tessera/shared/contract'
import { catchError, exhaustMap, from, mergeMap, of, onAction } from '@tessera/shared/store'
import { FORM_TOKEN } from '../domain/account-form.ts'
import { formRefused } from './account-events.ts'
import { selectAccount } from './account-state.ts'
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
  (action$, state$, io) =>
    onAction(action$, request).pipe(
      exhaustMap(({ payload }) =>
        from(work(payload, withFormToken(io, state$.value))).pipe(
          mergeMap((actions) => from(actions)),
          catchError((thrown: unknown) => of(formRefused(refusalOf(toAppError(thrown), 'unavailable')))),
        ),
      ),
    )

/** The same calls, with the token of the page's forms: proxies that strip what the browser says do so with script too. */
function withFormToken(io: AccountIo, state: Parameters<AppEpic>[1]['value']): AccountIo {
  const token = selectAccount(state).posted[FORM_TOKEN]
  if (!token) return io
  return {
    ...io,
    askAccount: ({ url, fields }) =>
      io.askAccount(fields ? { url, fields: { ...fields, [FORM_TOKEN]: token } } : { url }),
  }
}
