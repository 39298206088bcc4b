import { toAppError, type AppEpic } from '@tessera/shared/contract'
import { catchError, exhaustMap, filter, from, map, of, onAction } from '@tessera/shared/store'
import { submitFailed, submitFinished, submitRequested } from './form-actions.ts'
import { selectForm, type SubmitFailure } from './form-state.ts'
import { createSubmissionKeys } from './submission-keys.ts'
import { submitForm, type FormsIo } from './submit-form.ts'

const failureOf = (thrown: unknown): SubmitFailure => {
  const { code } = toAppError(thrown)
  if (code === 'forms/timed-out') return 'timed-out'
  return code === 'forms/no-answer' ? 'no-answer' : 'unexpected'
}

/** Send the form that was accepted for sending; while one is on its way, further requests are ignored. */
export const submitFormEpic: AppEpic<FormsIo> = (action$, state$, io) => {
  const keys = createSubmissionKeys(io.newIdempotencyKey)
  return onAction(action$, submitRequested).pipe(
    map(({ payload: { formId } }) => ({
      formId,
      state: selectForm(state$.value, formId),
      // A foreign host has no page of its own.
      madeFor: state$.value.page?.madeFor,
    })),
    filter(({ state }) => state?.submitStatus.isSubmitting === true),
    exhaustMap(({ formId, state, madeFor }) => {
      if (!state?.form) return of()
      const idempotencyKey = keys.keyFor(formId, state.values)
      return from(submitForm(state.form, state.values, io, { madeFor, idempotencyKey })).pipe(
        map((result) => {
          if (result.success) keys.accepted(formId)
          return submitFinished({ formId, result })
        }),
        catchError((thrown: unknown) => of(submitFailed({ formId, failure: failureOf(thrown) }))),
      )
    }),
  )
}
