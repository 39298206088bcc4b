import { FORM_SUCCESS_STATUS } from '@tessera/shared/config'
import { toAppError } from '@tessera/shared/contract'
import type { Observable } from '@tessera/shared/store'
import type { ChosenFile } from '../io/chosen-files.ts'
import type { BlockUnload, SendFile } from '../io/send-files.ts'
import { COULD_NOT_SEND, type FileProgress, type FilesProgress, type FilesStatus } from './form-state.ts'

/** A file that is chosen in a field. */
export interface FileToSend {
  readonly fieldId: string
  readonly elementId: string
  readonly name: string
  /** Null when the browser no longer has it. */
  readonly chosen: ChosenFile | null
}

/** What a visitor may request for a file while others are sent. `drop`: the field has another file now, or none. */
export interface FileRequest {
  readonly fieldId: string
  readonly kind: 'cancel' | 'drop' | 'send'
}

/** The files of a submission. The visitor may remove or replace one while the rest is sent. */
export interface FilesToSend {
  /** The current files, in the order of their fields. */
  readonly list: () => readonly FileToSend[]
  /** Progress of each file: those that are waiting are sent. */
  readonly progress: () => FilesProgress
  readonly requests$: Observable<FileRequest>
  readonly report: (fieldId: string, progress: FileProgress) => void
}

interface FilesIo {
  readonly sendFile: SendFile
  readonly blockUnload: BlockUnload
}

/** The post that the files belong to. */
interface Post {
  readonly versionId: string
  readonly formPostId: string
}

/** Maximum number of parallel requests. */
const AT_ONCE = 2

/**
 * Sends the files that are waiting, one request each and two in parallel, until there are none. A failed file does not stop the others.
 * Meanwhile the browser asks before the page is left.
 */
export function sendFiles(post: Post, files: FilesToSend, io: FilesIo): Promise<FilesStatus> {
  const steps = new Map(Object.entries(files.progress()))
  const running = new Map<string, AbortController>()
  const release = io.blockUnload()
  let finish: (status: FilesStatus) => void = () => undefined

  const update = (fieldId: string, progress: FileProgress) => {
    steps.set(fieldId, progress)
    files.report(fieldId, progress)
  }
  const sendNext = () => {
    for (const file of files.list()) {
      if (running.size >= AT_ONCE) return
      if (steps.get(file.fieldId)?.step === 'waiting' && !running.has(file.fieldId)) void send(file)
    }
    if (running.size > 0) return
    subscription.unsubscribe()
    release()
    finish(statusOf(files.list(), steps))
  }
  const send = async (file: FileToSend) => {
    const { fieldId } = file
    const controller = new AbortController()
    running.set(fieldId, controller)
    update(fieldId, { step: 'sending', percent: 0 })
    const onProgress = (percent: number) => {
      if (!controller.signal.aborted) update(fieldId, { step: 'sending', percent })
    }
    const result = await resultOf(file, post, (upload) =>
      io.sendFile(upload, { onProgress, signal: controller.signal }),
    )
    running.delete(fieldId)
    // The progress of an aborted file was set by the order that aborted it.
    if (!controller.signal.aborted) update(fieldId, result)
    sendNext()
  }
  const subscription = files.requests$.subscribe(({ fieldId, kind }) => {
    if (kind === 'send') steps.set(fieldId, { step: 'waiting' })
    else if (kind === 'cancel') steps.set(fieldId, { step: 'cancelled' })
    else if (steps.has(fieldId)) steps.set(fieldId, { step: 'chosen' })
    if (kind !== 'send') running.get(fieldId)?.abort()
    sendNext()
  })
  return new Promise((resolve) => {
    finish = resolve
    sendNext()
  })
}

function statusOf(files: readonly FileToSend[], steps: ReadonlyMap<string, FileProgress>): FilesStatus {
  const known = files.map(({ fieldId }) => steps.get(fieldId))
  const processed = known.filter((file) => file?.step === 'arrived').length
  return {
    success: processed === files.length,
    errors: known.flatMap((file) => (file?.step === 'failed' && file.error ? [file.error] : [])),
    total: files.length,
    processed,
    byField: Object.fromEntries(steps),
  }
}

/** Sends a file. The result says whether it has arrived, else why not, in the words of specification 8. */
async function resultOf(
  { elementId, name, chosen }: FileToSend,
  post: Post,
  send: (upload: Parameters<SendFile>[0]) => ReturnType<SendFile>,
): Promise<FileProgress> {
  if (!chosen) return GONE
  const { file, key } = chosen
  try {
    // The same file sent with another post is another upload.
    const { status, text } = await send({ ...post, elementId, file, name, key: `${key}-${post.formPostId}` })
    if (status !== FORM_SUCCESS_STATUS) return { ...failed('error posting file'), ...refusalOf(status, text) }
    return text.includes('success') && !/"success"\s*:\s*false/.test(text)
      ? { step: 'arrived' }
      : failed(`error uploading file: ${text}`)
  } catch (thrown) {
    const { code, message } = toAppError(thrown)
    return code === 'forms/could-not-send' ? GONE : failed(message)
  }
}

const failed = (error: string): FileProgress => ({ step: 'failed', error })
/** It cannot be sent again, but chosen again. */
const GONE: FileProgress = { ...failed(COULD_NOT_SEND), isFinal: true }

/** Whether a refusal is final: after 408 and 429 a file may be sent again, after other 4xx statuses not. */
const isFinal = (status: number): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429

/** The host's reason for refusing a file. An HTML page of a proxy has no reason. */
function refusalOf(status: number, text: string): Pick<FileProgress, 'isFinal' | 'refusal'> {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: unknown }
    const refusal = Array.isArray(errors) ? errors.filter((one) => typeof one === 'string').join(' ') : ''
    return { ...(refusal && { refusal }), ...(isFinal(status) && { isFinal: true }) }
  } catch {
    return {}
  }
}
