import { formsError } from '../errors.ts'

/** One file of a submission. */
export interface Upload {
  /** Of the form; the file belongs to the post `formPostId`. */
  readonly versionId: string
  readonly formPostId: string
  readonly elementId: string
  readonly file: Blob
  readonly name: string
}

/** Send a file; the answer is not read. @throws AppError forms/no-answer */
export type SendFile = (upload: Upload) => Promise<{ readonly status: number; readonly text: string }>

const MODULE = '/REST/UI/FormsModule'
/** Below the site's own origin, as of the content system. Source: specification 7, Form calls 4. */
export const UPLOAD_PATH = `${MODULE}/UploadFile`

/** Multipart, one request per file. Source: specification 7, Form calls 4. */
export const sendFile: SendFile = async ({ versionId, formPostId, elementId, file, name }) => {
  const body = new FormData()
  body.set('formElementID', elementId)
  body.set('formPostID', formPostId)
  body.set('formVersionID', versionId)
  body.set(`jUploadFile${Date.now()}`, file, name)
  try {
    const response = await fetch(UPLOAD_PATH, { method: 'POST', body })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw formsError('forms/no-answer', { cause })
  }
}

/** Have the authors told that a post with its files is whole. */
export type SendNotification = (versionId: string, formPostId: string) => Promise<void>

/** Source: specification 7, Form calls 5. Nobody waits for it, and its failure is nobody's: the post and its files are stored. */
export const sendNotification: SendNotification = async (versionId, formPostId) => {
  await fetch(`${MODULE}/sendnotification/${versionId}/${formPostId}`, {
    method: 'POST',
    keepalive: true,
  }).catch(() => undefined)
}

/** The files that visitors have chosen, by form and field. They are in no state and in no draft. */
export interface ChosenFiles {
  readonly keep: (formId: string, fieldId: string, file: Blob | null) => void
  readonly get: (formId: string, fieldId: string) => Blob | null
}

/** No file yet. */
export function createChosenFiles(): ChosenFiles {
  const files = new Map<string, Blob>()
  return {
    keep(formId, fieldId, file) {
      if (file) files.set(`${formId} ${fieldId}`, file)
      else files.delete(`${formId} ${fieldId}`)
    },
    get: (formId, fieldId) => files.get(`${formId} ${fieldId}`) ?? null,
  }
}
