import { fieldsOf, type Field, type FormDefinition } from '../domain/form-definition.ts'
import type { FormsMessages } from '../messages/index.ts'
import { COULD_NOT_SEND, type FileProgress, type FormState, type SubmitStatus } from '../state/form-state.ts'

/** Which files are accepted, shown before one is chosen; null if there is no limit. */
export function filesHint(
  { type, allowedFileTypes, maxFileBytes }: Field,
  messages: FormsMessages,
): string | null {
  if (type !== 'Upload') return null
  const types = allowedFileTypes && messages.fileTypes(allowedFileTypes.join(', '))
  const limit = maxFileBytes !== undefined && messages.fileLimit(messages.fileSize(maxFileBytes))
  return [types, limit].filter(Boolean).join('. ') || null
}

/** Why a file has failed: in the host's words if it has given a reason; null if it has not failed. */
export function fileFailure(progress: FileProgress | null, messages: FormsMessages): string | null {
  if (progress?.step !== 'failed') return null
  return progress.refusal ?? (progress.error === COULD_NOT_SEND ? messages.fileGone : messages.fileFailed)
}

/** The status text while a form is sent, null otherwise: how many of its files have arrived, once they are being sent. */
export function sendingText(
  { isSubmitting, files: { byField } }: SubmitStatus,
  messages: FormsMessages,
): string | null {
  if (!isSubmitting) return null
  const steps = Object.values(byField).map(({ step }) => step)
  const isBegun = steps.some((step) => step === 'sending' || step === 'arrived')
  if (!isBegun) return messages.submitting
  return messages.sendingFiles(steps.filter((step) => step === 'arrived').length, steps.length)
}

/** File fields of other pages whose files are being sent, or have not arrived: they are shown with the page that the form is sent from. */
export function uploadsElsewhere(
  definition: FormDefinition,
  { pageInfo, submitStatus }: FormState,
): readonly Field[] {
  if (!submitStatus.isSubmitting && submitStatus.success !== false) return []
  const here = pageInfo.review === 'shown' ? [] : (definition.pages[pageInfo.currentPageIndex]?.fields ?? [])
  const { byField } = submitStatus.files
  const isBegun = Object.values(byField).some(({ step }) => step !== 'waiting')
  return isBegun ? fieldsOf(definition).filter((field) => field.id in byField && !here.includes(field)) : []
}
