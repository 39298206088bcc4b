import { toAppError, type Action, type AppEpic, type FormGate } from '@tessera/shared/contract'
import { filter, map, onAction, type Observable } from '@tessera/shared/store'
import { fileOf } from '../domain/field-value.ts'
import { fieldsOf, type FormDefinition, type FormValues } from '../domain/form-definition.ts'
import { formIdOf } from '../domain/form-options.ts'
import type { ChosenFiles } from '../io/chosen-files.ts'
import {
  fileCancelled,
  fileChosen,
  fileProgressed,
  fileSendRequested,
  formRenewed,
  gateGiven,
  submitFailed,
  submitFinished,
} from './form-actions.ts'
import {
  NOT_SENT,
  selectForm,
  selectFormsState,
  type FilesProgress,
  type FormState,
  type SubmitFailure,
} from './form-state.ts'
import { withFileLimit } from './open-form.ts'
import type { FileRequest, FilesToSend, FileToSend } from './send-files.ts'
import { createSubmissionKeys } from './submission-keys.ts'
import { submitForm, type CreateSendForm, type FormsIo, type SubmitIo } from './submit-form.ts'

/** Sends the forms of a page with these calls. */
export const createSendForm =
  (calls: SubmitIo): CreateSendForm =>
  (action$, state$, io) => {
    const keys = createSubmissionKeys(io.newIdempotencyKey, io.drafts)
    const filesFor = (formId: string, isRepeated: boolean): Omit<FilesToSend, 'report'> => ({
      list: () => filesOf(formId, selectForm(state$.value, formId), io.files),
      progress() {
        const byField = selectForm(state$.value, formId)?.submitStatus.files.byField ?? {}
        return isRepeated ? byField : asNew(byField)
      },
      requests$: fileRequests(action$, formId),
    })
    return async ({ formId, isBot, state }, report) => {
      const form = selectForm(state, formId)
      if (!form?.definition) return submitFailed({ formId, failure: 'unexpected' })
      const { definition, values, submitStatus, captchaToken } = form
      const { gate } = selectFormsState(state)
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
        // With other values it is another submission.
        before: isRepeated ? submitStatus : NOT_SENT,
        options: {
          // In an embed there is no page state.
          madeFor: state.page?.madeFor,
          gate,
          isBot,
          renewHidden: (hidden: FormGate['hidden']) =>
            report(gateGiven({ trapField: '', ...gate, hidden: { ...gate?.hidden, ...hidden } })),
          idempotencyKey: key,
          form: `${definition.provider}/${definition.formId}`,
        },
        files: {
          ...filesFor(formId, isRepeated),
          report: (fieldId, progress) => report(fileProgressed({ formId, fieldId, progress })),
        } satisfies FilesToSend,
      }
      try {
        const result = await submitForm(submission, calls)
        if (result.success) keys.accepted(formId)
        return submitFinished({ formId, result })
      } catch (thrown) {
        return failedWith(thrown, formId, definition, gate, io)
      }
    }
  }

const fileRequests = (action$: Parameters<AppEpic>[0], formId: string): Observable<FileRequest> =>
  onAction(action$, fileCancelled, fileChosen, fileSendRequested).pipe(
    filter(({ payload }) => payload.formId === formId),
    map((action) => {
      const { fieldId } = action.payload
      if (fileCancelled.match(action)) return { fieldId, kind: 'cancel' }
      return { fieldId, kind: fileSendRequested.match(action) ? 'send' : 'drop' }
    }),
  )

/** The action for a failed submission; if the form's author has changed the form meanwhile, the new version of the form. */
const failedWith = (
  thrown: unknown,
  formId: string,
  { provider }: FormDefinition,
  gate: FormGate | null,
  { loadLoaders }: FormsIo,
): Promise<Action> | Action =>
  toAppError(thrown).code === 'forms/changed'
    ? loadLoaders()
        .then(({ loadForm }) => loadForm(provider, formIdOf(formId)))
        .then(
          (definition) => formRenewed({ formId, definition: withFileLimit(definition, gate) }),
          () => submitFailed({ formId, failure: 'unexpected' }),
        )
    : submitFailed({ formId, failure: failureOf(thrown) })

const failureOf = (thrown: unknown): SubmitFailure => {
  const { code } = toAppError(thrown)
  if (code === 'forms/timed-out') return 'timed-out'
  return code === 'forms/no-answer' ? 'no-answer' : 'unexpected'
}

/** For a new submission, files that had arrived are sent again. */
const asNew = (byField: FilesProgress): FilesProgress =>
  Object.fromEntries(
    Object.entries(byField).map(([id, file]) => [id, file.step === 'arrived' ? { step: 'waiting' } : file]),
  )

/** The files that are chosen in a form's fields now. */
const filesOf = (
  formId: string,
  state: FormState | null,
  files: Pick<ChosenFiles, 'get'>,
): readonly FileToSend[] =>
  (state?.definition ? fieldsOf(state.definition) : []).flatMap(({ id, originalId }) => {
    const name = fileOf(state?.values[id])?.name
    return name === undefined
      ? []
      : [{ fieldId: id, elementId: originalId, name, chosen: files.get(formId, id) }]
  })

/** The answers of a form without its files, which may be replaced after the answers were stored. */
const answersOf = (definition: FormDefinition, values: FormValues): FormValues => {
  const uploads = fieldsOf(definition).filter(({ type }) => type === 'Upload')
  return Object.fromEntries(
    Object.entries(values).filter(([id]) => uploads.every((field) => field.id !== id)),
  )
}
