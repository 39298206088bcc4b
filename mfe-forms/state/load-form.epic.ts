import type { AppEpic } from '@tessera/shared/contract'
import { catchError, from, mergeMap, of, onAction } from '@tessera/shared/store'
import { formFailed, loadRequested } from './form-actions.ts'
import type { FormsIo } from './submit-form.ts'

/** Loads a form in the browser: its page was served without it, or the visitor tries again. */
export const loadFormEpic: AppEpic<Pick<FormsIo, 'loadLoaders'>> = (action$, state$, { loadLoaders }) =>
  onAction(action$, loadRequested).pipe(
    mergeMap(({ payload }) =>
      from(loadLoaders()).pipe(
        mergeMap(({ openForm }) => openForm(payload, state$.value)),
        mergeMap((actions) => actions),
        catchError(() => of(formFailed({ formId: payload.formId }))),
      ),
    ),
  )
