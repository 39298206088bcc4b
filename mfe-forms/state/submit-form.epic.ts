import { toAppError, type AppEpic } from '@tessera/shared/contract'
import {
  catchError,
  EMPTY,
  exhaustMap,
  filter,
  from,
  map,
  mergeMap,
  of,
  onAction,
} from '@tessera/shared/store'
import { fileChosen, submitFailed, submitFinished, submitRequested } from './form-actions.ts'
import { NOT_SENT, selectForm, selectFormsState, type SubmitFailure } from './form-state.ts'
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
      captchaToken: selectFormsState(state$.value).settings.recaptcha.response.token,
      // A foreign host has no page of its own.
      madeFor: state$.value.page?.madeFor,
      gate: selectFormsState(state$.value).gate,
    })),
    filter(({ state }) => state?.submitStatus.isSubmitting === true),
    exhaustMap(({ formId, state, madeFor, gate, captchaToken }) => {
      if (!state?.definition) return of()
      const { definition, values, submitStatus } = state
      const { key, isRepeated } = keys.keyFor(formId, values)
      const submission = {
        formId,
        definition,
        values,
        captchaToken: definition.hasCaptcha ? captchaToken : null,
        // Other values are another submission.
        before: isRepeated ? submitStatus : NOT_SENT,
        options: { madeFor, gate, idempotencyKey: key, form: `${definition.provider}/${definition.formId}` },
      }
      return from(submitForm(submission, io)).pipe(
        map((result) => {
          if (result.success) keys.accepted(formId)
          return submitFinished({ formId, result })
        }),
        catchError((thrown: unknown) => of(submitFailed({ formId, failure: failureOf(thrown) }))),
      )
    }),
  )
}

/** Hold a chosen file for sending. */
export const keepFileEpic: AppEpic<FormsIo> = (action$, _state$, { files }) =>
  onAction(action$, fileChosen).pipe(
    mergeMap(({ payload: { formId, fieldId, file } }) => {
      files.keep(formId, fieldId, file)
      return EMPTY
    }),
  )
