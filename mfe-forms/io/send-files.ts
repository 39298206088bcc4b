import { formsError } from '../errors.ts'
import type { FormsEndpoint } from './forms-endpoint.ts'

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

/** Progress callback and abort signal of an upload. */
export interface UploadOptions {
  /** Called with whole numbers up to 100, each once. At 100 all bytes are sent, and the answer is awaited. */
  readonly onProgress: (percent: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file; the answer is not read.
 * @throws AppError forms/no-answer, also if it was aborted; forms/timed-out; forms/could-not-send if the browser cannot read it
 */
export type SendFile = (
  upload: Upload,
  options: UploadOptions,
) => Promise<{ readonly status: number; readonly text: string }>

const MODULE = '/REST/UI/FormsModule'
/** Path below the site's own origin, the same as in the content system. Source: specification 7, Form calls 4. */
export const UPLOAD_PATH = `${MODULE}/UploadFile`

/** How long an upload may make no progress. A whole upload has no deadline, since connections may be slow and files large. */
const STALL_MS = 60_000
/** How long the answer may take once all is sent: the host checks the file meanwhile. */
const ANSWER_MS = 300_000

/** Multipart, one request per file. Not by `fetch`, which does not report upload progress. Source: specification 7, Form calls 4. */
export const createSendFile =
  (endpoint: FormsEndpoint): SendFile =>
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
      const fail = (code: Parameters<typeof formsError>[0]) => end(() => reject(formsError(code)))
      const timeOut = () => {
        fail('forms/timed-out')
        request.abort()
      }
      const cancel = () => request.abort()
      const waitFor = (ms: number) => {
        clearTimeout(timer)
        timer = setTimeout(timeOut, ms)
      }
      request.upload.onprogress = ({ loaded, total }) => {
        const now = Math.floor((100 * loaded) / total)
        waitFor(now < 100 ? STALL_MS : ANSWER_MS)
        if (now > percent) onProgress((percent = now))
      }
      request.onload = () => end(() => resolve({ status: request.status, text: request.responseText }))
      // A browser reports it as a network failure, too, if the file was changed or removed since it was chosen, or is a folder.
      request.onerror = () =>
        void isReadable(upload.file).then((is) => fail(is ? 'forms/no-answer' : 'forms/could-not-send'))
      request.onabort = () => fail('forms/no-answer')
      signal.addEventListener('abort', cancel)
      request.open('POST', endpoint.urlFor(UPLOAD_PATH))
      for (const [name, value] of Object.entries(endpoint.grant())) request.setRequestHeader(name, value)
      request.setRequestHeader('accept', 'application/json')
      request.setRequestHeader('idempotency-key', upload.key)
      waitFor(STALL_MS)
      request.send(bodyOf(upload))
    })

const isReadable = (file: Blob): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

function bodyOf({ versionId, formPostId, elementId, file, name }: Upload): FormData {
  const body = new FormData()
  body.set('formElementID', elementId)
  body.set('formPostID', formPostId)
  body.set('formVersionID', versionId)
  body.set(`jUploadFile${Date.now()}`, file, name)
  return body
}

/** Notifies the authors that a post with its files is complete. */
export type SendNotification = (versionId: string, formPostId: string) => Promise<void>

/** Not awaited, and a failure is ignored: the post and its files are stored. Source: specification 7, Form calls 5. */
export const createSendNotification =
  (endpoint: FormsEndpoint): SendNotification =>
  async (versionId, formPostId) => {
    await fetch(endpoint.urlFor(`${MODULE}/sendnotification/${versionId}/${formPostId}`), {
      ...endpoint.fetchOptions,
      method: 'POST',
      headers: endpoint.grant(),
      keepalive: true,
    }).catch(() => undefined)
  }

/** Makes the browser ask before the page is left, until the returned function is called. */
export type BlockUnload = () => () => void

export const blockUnload: BlockUnload = () => {
  const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', onBeforeUnload)
  return () => window.removeEventListener('beforeunload', onBeforeUnload)
}
