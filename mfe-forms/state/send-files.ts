import { FORM_SUCCESS_STATUS } from '@tessera/shared/config'
import { toAppError } from '@tessera/shared/contract'
import type { SendFile } from '../io/send-files.ts'
import type { FilesStatus } from './form-state.ts'

/** A file that was chosen; null when the browser no longer has it. */
export interface FileToSend {
  readonly fieldId: string
  readonly elementId: string
  readonly name: string
  readonly file: Blob | null
}

interface Files {
  readonly files: readonly FileToSend[]
  readonly versionId: string
  readonly formPostId: string
  /** Ids of fields whose files have arrived before. */
  readonly sentBefore: readonly string[]
}

/** Requests at a time. */
const AT_ONCE = 2

/** Send files, one request each. One that fails keeps no other from being sent, and the next attempt sends what is missing. */
export async function sendFiles(
  { files, sentBefore, ...post }: Files,
  sendFile: SendFile,
): Promise<FilesStatus> {
  const waiting = files.filter(({ fieldId }) => !sentBefore.includes(fieldId))
  const sent = files.filter(({ fieldId }) => sentBefore.includes(fieldId)).map(({ fieldId }) => fieldId)
  const errors: string[] = []
  const sendNext = async (): Promise<void> => {
    const next = waiting.shift()
    if (!next) return
    const error = await errorOf(next, post, sendFile)
    if (error === null) sent.push(next.fieldId)
    else errors.push(error)
    await sendNext()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  const processed = sent.length
  return { success: errors.length === 0, errors, total: files.length, processed, sent }
}

/** Why a file did not arrive, in the words of specification 8; null when it did. */
async function errorOf(
  { elementId, name, file }: FileToSend,
  post: Pick<Files, 'versionId' | 'formPostId'>,
  sendFile: SendFile,
): Promise<string | null> {
  if (!file) return 'could not send file'
  try {
    const { status, text } = await sendFile({ ...post, elementId, file, name })
    if (status !== FORM_SUCCESS_STATUS) return 'error posting file'
    return text.includes('success') && !/"success"\s*:\s*false/.test(text)
      ? null
      : `error uploading file: ${text}`
  } catch (thrown) {
    return toAppError(thrown).message
  }
}
