import { formsError } from '../errors.ts'
import type { FormsPlace } from './forms-place.ts'

/** One file of a submission. */
export interface Upload {
  /** Of the form; the file belongs to the post `formPostId`. */
  readonly versionId: string
  readonly formPostId: string
  readonly elementId: string
  readonly file: Blob
  readonly name: string
  /** The same for the same file sent again: it is stored once. */
  readonly key: string
}

/** What whoever sends a file wants to hear of it, and how they break it off. */
export interface UploadOptions {
  /** Whole numbers up to 100, each once. At 100 all bytes are on their way, and the answer is waited for. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/** Send a file; the answer is not read. @throws AppError forms/no-answer, also when it was broken off; forms/timed-out */
export type SendFile = (
  upload: Upload,
  options: UploadOptions,
) => Promise<{ readonly status: number; readonly text: string }>

const MODULE = '/REST/UI/FormsModule'
/** Below the site's own origin, as of the content system. Source: specification 7, Form calls 4. */
export const UPLOAD_PATH = `${MODULE}/UploadFile`

/** How long nothing may go of a file. A whole upload has no deadline, since lines are slow and files are large. */
const STALL_MS = 60_000
/** How long the answer may take once all is sent: the host looks into the file meanwhile. */
const ANSWER_MS = 300_000

/** Multipart, one request per file. Not by `fetch`, which does not say how much has been sent. Source: specification 7, Form calls 4. */
export const createSendFile =
  (place: FormsPlace): SendFile =>
  (upload, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      let timer: ReturnType<typeof setTimeout> | undefined
      let percent = -1
      const end = (settle: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
        settle()
      }
      const fail = (code: 'forms/no-answer' | 'forms/timed-out') => end(() => reject(formsError(code)))
      const giveUp = () => {
        fail('forms/timed-out')
        request.abort()
      }
      const cancel = () => request.abort()
      const waitFor = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, ms)
      }
      request.upload.onprogress = ({ loaded, total }) => {
        const now = Math.floor((100 * loaded) / total)
        waitFor(now < 100 ? STALL_MS : ANSWER_MS)
        if (now > percent) onProgress((percent = now))
      }
      request.onload = () => end(() => resolve({ status: request.status, text: request.responseText }))
      request.onerror = () => fail('forms/no-answer')
      request.onabort = () => fail('forms/no-answer')
      signal.addEventListener('abort', cancel)
      request.open('POST', place.addressOf(UPLOAD_PATH))
      for (const [name, value] of Object.entries(place.grant())) request.setRequestHeader(name, value)
      request.setRequestHeader('accept', 'application/json')
      request.setRequestHeader('idempotency-key', upload.key)
      waitFor(STALL_MS)
      request.send(bodyOf(upload))
    })

function bodyOf({ versionId, formPostId, elementId, file, name }: Upload): FormData {
  const body = new FormData()
  body.set('formElementID', elementId)
  body.set('formPostID', formPostId)
  body.set('formVersionID', versionId)
  body.set(`jUploadFile${Date.now()}`, file, name)
  return body
}

/** Have the authors told that a post with its files is whole. */
export type SendNotification = (versionId: string, formPostId: string) => Promise<void>

/** Source: specification 7, Form calls 5. Nobody waits for it, and its failure is nobody's: the post and its files are stored. */
export const createSendNotification =
  (place: FormsPlace): SendNotification =>
  async (versionId, formPostId) => {
    await fetch(place.addressOf(`${MODULE}/sendnotification/${versionId}/${formPostId}`), {
      ...place.fetchOptions,
      method: 'POST',
      headers: place.grant(),
      keepalive: true,
    }).catch(() => undefined)
  }

/** Have the browser ask before the page is left, until what is given back is called. */
export type HoldPage = () => () => void

export const holdPage: HoldPage = () => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
