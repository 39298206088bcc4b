import type { AppEpic } from '@tessera/shared/contract'
import { catchError, from, mergeMap, of, onAction } from '@tessera/shared/store'
import { formIdOf } from '../domain/form-options.ts'
import { captchaKeyLoaded, formFailed, formLoaded, loadRequested } from './form-actions.ts'
import type { FormsIo } from './submit-form.ts'

/** Loads a form in the browser: its page was served without it, or the visitor tries again. */
export const loadFormEpic: AppEpic<Pick<FormsIo, 'loadForm'>> = (action$, _state$, { loadForm }) =>
  onAction(action$, loadRequested).pipe(
    mergeMap(({ payload: { formId, provider } }) =>
      from(loadForm(provider, formIdOf(formId))).pipe(
        mergeMap((definition) => [
          formLoaded({ formId, definition }),
          ...(definition.hasCaptcha
            ? [captchaKeyLoaded({ siteKey: definition.captchaSiteKey ?? null })]
            : []),
        ]),
        catchError(() => of(formFailed({ formId }))),
      ),
    ),
  )
