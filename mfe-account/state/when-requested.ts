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

/** What becomes of a flow: what follows, or why it was refused. */
export type FlowResult = { readonly actions: readonly Action[] } | { readonly refusal: Refusal }

/**
 * An epic of one flow: the first request wins, and until it has ended further ones are ignored. A refusal is told twice, each
 * part to its owner: its issues to the screen's state, its error to the state of the request (`failed`).
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
