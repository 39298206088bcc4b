import { toAppError, type Action, type AppEpic } from '@tessera/shared/contract'
import { catchError, exhaustMap, from, mergeMap, of, onAction } from '@tessera/shared/store'
import { FORM_TOKEN } from '../domain/account-form.ts'
import type { Refusal } from '../domain/read-answer.ts'
import { formRefused } from './account-events.ts'
import { selectAccount } from './account-state.ts'
import { refusalOf, type AccountIo } from './send-form.ts'

interface Request<P> {
  readonly match: (action: unknown) => action is { readonly payload: P; readonly type: string }
}

/** The result of a flow: the actions to dispatch, or its refusal. */
export type FlowResult = { readonly actions: readonly Action[] } | { readonly refusal: Refusal }

/**
 * An epic of one flow. While a request is running, further ones are ignored. A refusal becomes two actions: its issues go to the
 * screen's state (`formRefused`), its error to the state of the request (`failed`).
 */
export const whenRequested =
  <P>(
    request: Request<P>,
    work: (payload: P, io: AccountIo) => Promise<FlowResult>,
    failed: (refusal: Refusal) => Action,
  ): AppEpic<AccountIo> =>
  (action$, state$, io) =>
    onAction(action$, request).pipe(
      exhaustMap(({ payload }) =>
        from(work(payload, withFormToken(io, state$.value))).pipe(
          catchError((thrown: unknown) => of({ refusal: refusalOf(toAppError(thrown), 'unavailable') })),
          mergeMap((result) => ('refusal' in result ? refused(result.refusal, failed) : result.actions)),
        ),
      ),
    )

const refused = (refusal: Refusal, failed: (refusal: Refusal) => Action): readonly Action[] => [
  formRefused({ issues: refusal.issues, waitSeconds: refusal.waitSeconds }),
  failed(refusal),
]

/** The calls with the page's anti-CSRF token in their fields: some proxies remove origin headers, also from requests by JavaScript. */
function withFormToken(io: AccountIo, state: Parameters<AppEpic>[1]['value']): AccountIo {
  const token = selectAccount(state).posted[FORM_TOKEN]
  if (!token) return io
  return {
    ...io,
    callAccount: ({ url, fields }) =>
      io.callAccount(fields ? { url, fields: { ...fields, [FORM_TOKEN]: token } } : { url }),
  }
}
