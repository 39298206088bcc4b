import { toAppError, type AppEpic } from '@tessera/shared/contract'
import { catchError, exhaustMap, filter, from, map, of, onAction } from '@tessera/shared/store'
import { submitFailed, submitFinished, submitRequested } from './form-actions.ts'
import { selectForm, type SubmitFailure } from './form-state.ts'
import { submitForm, type FormsIo } from './submit-form.ts'

const failureOf = (thrown: unknown): SubmitFailure => {
  const { code } = toAppError(thrown)
  if (code === 'forms/timed-out') return 'timed-out'
  return code === 'forms/no-answer' ? 'no-answer' : 'unexpected'
}

/** Send the form that was accepted for sending; while one is on its way, further wishes are ignored. */
export const submitFormEpic: AppEpic<FormsIo> = (action$, state$, io) =>
  onAction(action$, submitRequested).pipe(
    map(({ payload: { formId } }) => ({
      formId,
      state: selectForm(state$.value, formId),
      // A foreign host has no page of its own.
      madeFor: state$.value.page?.madeFor,
    })),
    filter(({ state }) => state?.submitStatus.isSubmitting === true),
    exhaustMap(({ formId, state, madeFor }) =>
      state?.form
        ? from(submitForm(state.form, state.values, io, madeFor)).pipe(
            map((result) => submitFinished({ formId, result })),
            catchError((thrown: unknown) => of(submitFailed({ formId, failure: failureOf(thrown) }))),
          )
        : of(),
    ),
  )
