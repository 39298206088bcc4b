import { fileOf } from '../domain/field-value.ts'
import { fieldsOf, type FormDefinition } from '../domain/form-definition.ts'
import { validateField } from '../domain/validate-field.ts'
import type { FileProgress, FormState, SubmitStatus } from './form-state.ts'

/** Changes of the files of one form, for the reducer: the visitor's requests, and the progress of each file. */

const withFile = (status: SubmitStatus, fieldId: string, progress: FileProgress): SubmitStatus => ({
  ...status,
  files: { ...status.files, byField: { ...status.files.byField, [fieldId]: progress } },
})

/** Every file that has not arrived is to be sent. */
export function allWaiting(
  definition: FormDefinition,
  { values, submitStatus }: FormState,
): SubmitStatus['files'] {
  const { files } = submitStatus
  const named = fieldsOf(definition).filter(({ id }) => fileOf(values[id]))
  const byField = named.map(({ id }) => {
    const before = files.byField[id]
    return [id, before?.step === 'arrived' ? before : ({ step: 'waiting' } as const)] as const
  })
  return { ...files, success: null, errors: [], byField: Object.fromEntries(byField) }
}

/** A field has another file, or none: nothing of it has been sent. */
export const replaced = (state: FormState, fieldId: string): Partial<FormState> =>
  fieldId in state.submitStatus.files.byField ? progressed(state, fieldId, { step: 'chosen' }) : {}

export const progressed = (
  { submitStatus }: FormState,
  fieldId: string,
  progress: FileProgress,
): Partial<FormState> => ({ submitStatus: withFile(submitStatus, fieldId, progress) })

/** Only a file that has not arrived can be cancelled. */
export function cancelled(state: FormState, fieldId: string): Partial<FormState> {
  const step = state.submitStatus.files.byField[fieldId]?.step
  return step === 'waiting' || step === 'sending' ? progressed(state, fieldId, { step: 'cancelled' }) : {}
}

/** Sends one file that was not sent: together with those that are being sent, or alone after its form has been stored. */
export function sentAgain(state: FormState, definition: FormDefinition, fieldId: string): Partial<FormState> {
  const { submitStatus, values } = state
  const step = submitStatus.files.byField[fieldId]?.step
  const field = fieldsOf(definition).find(({ id }) => id === fieldId)
  const isSendable = field && fileOf(values[fieldId]) && validateField(field, values[fieldId]).length === 0
  if (!isSendable || !submitStatus.formData.success) return {}
  if (step !== 'failed' && step !== 'cancelled' && step !== 'chosen') return {}
  return {
    submitStatus: {
      ...withFile(submitStatus, fieldId, { step: 'waiting' }),
      isSubmitting: true,
      success: null,
      failure: null,
    },
  }
}
