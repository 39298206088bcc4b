import { toAppError, type Action, type AppEpic } from '@tessera/shared/contract'
import { EMPTY, filter, map, mergeMap, Observable, of, onAction } from '@tessera/shared/store'
import type { FormDefinition } from '../domain/form-definition.ts'
import { formIdOf } from '../domain/form-options.ts'
import {
  fieldLeft,
  fileCancelled,
  fileChosen,
  fileProgressed,
  fileSendRequested,
  formRenewed,
  submitFailed,
  submitFinished,
  submitRequested,
} from './form-actions.ts'
import { NOT_SENT, selectForm, selectFormsState, type SubmitFailure } from './form-state.ts'
import type { FileOrder, FilesToSend } from './send-files.ts'
import { createSubmissionKeys } from './submission-keys.ts'
import type { FormsIo, Submission } from './submit-form.ts'
import { answersOf, asNew, filesOf } from './upload-steps.ts'

const failureOf = (thrown: unknown): SubmitFailure => {
  const { code } = toAppError(thrown)
  if (code === 'forms/timed-out') return 'timed-out'
  return code === 'forms/no-answer' ? 'no-answer' : 'unexpected'
}

/**
 * Send each form that was accepted for sending, or what is missing of its files. While it is on its way, further requests for it are
 * ignored; other forms of the page have their own.
 */
export const submitFormEpic: AppEpic<FormsIo> = (action$, state$, io) => {
  const keys = createSubmissionKeys(io.newIdempotencyKey, io.drafts)
  const onItsWay = new Set<string>()
  const filesFor = (formId: string, isRepeated: boolean): Omit<FilesToSend, 'report'> => ({
    list: () => filesOf(formId, selectForm(state$.value, formId), io.files),
    progress() {
      const byField = selectForm(state$.value, formId)?.submitStatus.files.byField ?? {}
      return isRepeated ? byField : asNew(byField)
    },
    orders$: ordersFor(action$, formId),
  })
  return onAction(action$, submitRequested, fileSendRequested).pipe(
    map(({ payload: { formId, ...rest } }) => ({
      formId,
      isTrapped: 'isTrapped' in rest ? rest.isTrapped : undefined,
      state: selectForm(state$.value, formId),
      // A foreign host has no page of its own.
      madeFor: state$.value.page?.madeFor,
      gate: selectFormsState(state$.value).gate,
    })),
    filter(({ formId, state }) => state?.submitStatus.isSubmitting === true && !onItsWay.has(formId)),
    mergeMap(({ formId, isTrapped, state, madeFor, gate }) => {
      if (!state?.definition) return of()
      const { definition, values, submitStatus, captchaToken } = state
      const { key, isRepeated } = keys.keyFor(formId, {
        definition,
        values,
        answers: answersOf(definition, values),
        isStored: submitStatus.formData.success === true,
      })
      const submission = {
        definition,
        values,
        captchaToken: captchaToken ?? null,
        // Other values are another submission.
        before: isRepeated ? submitStatus : NOT_SENT,
        options: {
          madeFor,
          gate,
          isTrapped,
          idempotencyKey: key,
          form: `${definition.provider}/${definition.formId}`,
        },
      }
      onItsWay.add(formId)
      return new Observable<Action>((out) => {
        const files = { ...filesFor(formId, isRepeated), report: reportTo(out, formId) }
        void send({ ...submission, files }, formId, io).then((action) => {
          onItsWay.delete(formId)
          if (submitFinished.match(action) && action.payload.result.success) keys.accepted(formId)
          out.next(action)
          out.complete()
        })
      })
    }),
  )
}

/** What sending has come to. Never rejects. */
async function send(submission: Submission, formId: string, io: FormsIo): Promise<Action> {
  try {
    const submit = await io.loadSubmit()
    return submitFinished({ formId, result: await submit(submission) })
  } catch (thrown) {
    return failedWith(thrown, formId, submission.definition, io)
  }
}

type Out = { readonly next: (action: Action) => void }

const reportTo =
  (out: Out, formId: string): FilesToSend['report'] =>
  (fieldId, progress) =>
    out.next(fileProgressed({ formId, fieldId, progress }))

const ordersFor = (action$: Parameters<AppEpic>[0], formId: string): Observable<FileOrder> =>
  onAction(action$, fileCancelled, fileChosen, fileSendRequested).pipe(
    filter(({ payload }) => payload.formId === formId),
    map((action) => {
      const { fieldId } = action.payload
      if (fileCancelled.match(action)) return { fieldId, want: 'cancel' }
      return { fieldId, want: fileSendRequested.match(action) ? 'send' : 'drop' }
    }),
  )

/** Why nothing was sent; where the form's author has changed it meanwhile, the form as it is now. */
const failedWith = (
  thrown: unknown,
  formId: string,
  { provider }: FormDefinition,
  { loadForm }: FormsIo,
): Promise<Action> | Action =>
  toAppError(thrown).code === 'forms/changed'
    ? loadForm(provider, formIdOf(formId)).then(
        (definition) => formRenewed({ formId, definition }),
        () => submitFailed({ formId, failure: 'unexpected' }),
      )
    : submitFailed({ formId, failure: failureOf(thrown) })

/** What sends forms is loaded once the first field has been left. If it does not come, it is loaded when it is wanted. */
export const preloadSubmitEpic: AppEpic<FormsIo> = (action$, _state$, { loadSubmit }) =>
  onAction(action$, fieldLeft).pipe(
    filter((_left, index) => index === 0),
    mergeMap(() => {
      void loadSubmit().catch(() => undefined)
      return EMPTY
    }),
  )

/** Hold a chosen file for sending. */
export const keepFileEpic: AppEpic<FormsIo> = (action$, _state$, { files }) =>
  onAction(action$, fileChosen).pipe(
    mergeMap(({ payload: { formId, fieldId, file } }) => {
      files.keep(formId, fieldId, file)
      return EMPTY
    }),
  )
