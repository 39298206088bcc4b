import type { FastifyRequest } from 'fastify'
import type { ClassicForm } from '../domain/content.ts'
import { elementsOf } from '../domain/describe-form.ts'
import { PlatformError } from '../errors.ts'
import { removeUploads, storeUpload, type StoredFile } from '../files/upload-folder.ts'
import type { Context } from './context.ts'
import { checkFile, cleanName } from './file-kinds.ts'
import { classicFormByVersion, idempotencyKeyOf, postIdOf } from './posted-form.ts'

/** The largest file of a form, in bytes, unless the form or the environment sets another limit. Source: security 1.14. */
const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
/** How many files one post may have; every upload field takes one, and a failed one may be sent again. */
const MAX_UPLOADS = 50
/** The connection of a sender that sends nothing for so long is closed, in milliseconds. */
const STALL_MS = 60_000
const MAX_FIELDS = 20

type Fields = Readonly<Record<string, string>>
/** A file on disk, with its first bytes. */
type Upload = StoredFile & { readonly name: string; readonly type: string; readonly head: Buffer }

/**
 * Store a file of a form post, one in each request. It is written to disk as it arrives, and is stored before the answer is sent.
 * Source: specification 7, Form calls 4; protocol 1.20.
 */
export async function keepUpload(context: Context, request: FastifyRequest): Promise<object> {
  if (!request.isMultipart())
    throw new PlatformError('platform/bad-request', 'An upload must be multipart/form-data')
  const key = idempotencyKeyOf(request)
  const stall = setTimeout(() => request.raw.destroy(), STALL_MS)
  const fields: Record<string, string> = {}
  let upload: Upload | null = null
  try {
    const limits = { fileSize: largestFile(context) + 1, files: 1, fields: MAX_FIELDS }
    for await (const part of parsed(request.parts({ limits })))
      if (part.type === 'file') {
        const file = { name: cleanName(part.filename), type: part.mimetype }
        upload = await readFile(context, fields, file, parsed(refreshing(part.file, stall)))
      } else if (typeof part.value !== 'object') fields[part.fieldname] = String(part.value)
    clearTimeout(stall)
    if (upload === null) throw new PlatformError('platform/bad-request', 'The upload holds no file')
    await keepFile(context, fields, upload, key)
  } catch (error) {
    if (upload !== null) await removeUploads(context.uploads, [upload.stored])
    // The rest of the request has to be read, or the client never reads the answer.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  } finally {
    clearTimeout(stall)
  }
  return { success: true, message: 'success' }
}

/**
 * The parts of an upload, or the bytes of one. An error while they are read is the sender's: the body has no boundary, another one,
 * or no end. What the reader of the parts throws, e.g. for a full disk, passes as it is.
 */
async function* parsed<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts
  } catch (error) {
    if ((error as { readonly statusCode?: number }).statusCode !== undefined) throw error
    throw new PlatformError('platform/bad-request', 'The upload is not valid multipart/form-data')
  }
}

async function* refreshing(file: AsyncIterable<Buffer>, timer: NodeJS.Timeout): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    timer.refresh()
    yield chunk
  }
}

/** Write a file to disk. When the form fields come before the file, its type is checked as soon as its first bytes are there. */
async function readFile(
  context: Context,
  fields: Fields,
  { name, type }: Pick<Upload, 'name' | 'type'>,
  body: AsyncIterable<Buffer>,
): Promise<Upload> {
  const form =
    fields['formVersionID'] === undefined ? null : classicFormByVersion(context, fields['formVersionID'])
  let head = Buffer.alloc(0)
  const most = form === null ? largestFile(context) : largestOf(context, form)
  const file = await storeUpload(context.uploads, body, most, (bytes) => {
    head = Buffer.from(bytes)
    if (form !== null) checkType(form, fields, name, head)
  })
  return { ...file, name, type, head }
}

async function keepFile(
  context: Context,
  fields: Fields,
  { head, ...upload }: Upload,
  key: string | null,
): Promise<void> {
  const form = classicFormByVersion(context, fields['formVersionID'] ?? '')
  checkType(form, fields, upload.name, head)
  if (upload.size > largestOf(context, form))
    throw new PlatformError('platform/too-large', `A file has ${largestOf(context, form)} bytes at most`)
  const kept = await context.writer.keepUpload({
    ...upload,
    key,
    form: form.contentId,
    post: postIdOf(fields['formPostID']),
    received: new Date().toISOString(),
    fields: JSON.stringify(fields),
    maxFiles: form.settings?.maxFiles ?? context.model().environment.forms?.maxFiles ?? MAX_UPLOADS,
  })
  if (kept === null) throw new PlatformError('platform/not-found', 'There is no such form post')
  if (kept === 'conflict')
    throw new PlatformError('platform/conflict', 'This idempotency key was used for another file')
  if (kept === 'full')
    throw new PlatformError('platform/too-large', 'The form post has too many files already')
  if (!kept.isNew) await removeUploads(context.uploads, [upload.stored])
}

const largestOf = (context: Context, form: ClassicForm): number =>
  form.settings?.maxFileBytes ?? context.model().environment.forms?.maxFileBytes ?? MAX_UPLOAD_BYTES

/** The largest file that any form takes, in bytes. */
const largestFile = (context: Context): number =>
  Math.max(0, ...context.model().forms.map((form) => largestOf(context, form)))

function checkType(form: ClassicForm, fields: Fields, name: string, head: Buffer): void {
  const id = fields['formElementID'] ?? ''
  const element = elementsOf(form).find((one) => [one['id'], one['uniqueid']].map(String).includes(id))
  if (element === undefined || element['type'] !== 'Upload')
    throw new PlatformError('platform/bad-request', 'The form has no such upload field')
  const allowed = String(element['allowedfiletypes'] ?? '')
    .toLowerCase()
    .split(/[\s,;|]+/)
    .map((type) => type.replace(/^\*?\./, ''))
    .filter((type) => type !== '')
  checkFile(name, head, allowed)
}
