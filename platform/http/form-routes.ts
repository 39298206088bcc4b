import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isObject, type Form, type JsonObject } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import type { Context } from './context.ts'
import { checkFile, cleanName } from './file-kinds.ts'
import { readParams } from './params.ts'

/** Classic forms: settings, posts, uploads, notifications. Source: protocol 1.2, rows 26 to 29, and 1.20. */
export function formRoutes(server: FastifyInstance, context: Context): void {
  server.get('/REST/Contensis/content/GetFormSettings', async (request) => {
    const contentId = readParams(request).get('contentid')
    const form = context.model().forms.find((one) => String(one.contentId) === contentId)
    if (form === undefined) throw new PlatformError('platform/not-found', 'There is no such form')
    return form.definition
  })
  const base = '/REST/UI/FormsModule'
  server.post(`${base}/postform/:versionId/:rest`, (request) => keepPost(context, request))
  server.post(`${base}/UploadFile`, (request, reply) => keepUpload(context, request, reply))
  server.post(`${base}/sendnotification/:versionId/:postId`, async (request) => {
    const { versionId, postId } = request.params as { readonly versionId: string; readonly postId: string }
    const form = formByVersion(context, versionId)
    const kept = await context.writer.keepNotice({
      created: new Date().toISOString(),
      form: form.contentId,
      post: postIdOf(postId),
      content: { subject: `New post: ${String(mapOf(form)['formtitle'] ?? form.contentId)}` },
    })
    if (kept === null) throw new PlatformError('platform/not-found', 'There is no such form post')
    return { success: true }
  })
}

const postIdOf = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : -1)

function formByVersion(context: Context, versionId: string): Form {
  const form = context.model().forms.find((one) => String(one.definition['ContentVersionId']) === versionId)
  if (form === undefined) throw new PlatformError('platform/not-found', 'There is no such form')
  return form
}

const mapOf = (form: Form): JsonObject => (isObject(form.definition['form']) ? form.definition['form'] : {})

const MAX_KEY = 200

/** The caller's own name for a post, which makes sending it twice harmless. Null when there is none. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return null
  if (key.length > MAX_KEY)
    throw new PlatformError('platform/bad-request', `An idempotency key has ${MAX_KEY} characters at most`)
  return key
}

/** Keep a post. It is on disk before the answer is sent. */
async function keepPost(context: Context, request: FastifyRequest): Promise<object> {
  const { versionId } = request.params as { readonly versionId: string }
  const form = formByVersion(context, versionId)
  if (!isObject(request.body))
    throw new PlatformError('platform/bad-request', 'A form post needs url-encoded or JSON fields')
  const { captchaResponse: _captcha, ...fields } = request.body
  const json = JSON.stringify(fields)
  const formPostId = await context.writer.keepPost({
    form: form.contentId,
    received: new Date().toISOString(),
    json,
    key: keyOf(request),
    hash: createHash('sha256').update(`${form.contentId}\n${json}`).digest('base64url'),
  })
  if (formPostId === 'conflict')
    throw new PlatformError('platform/conflict', 'This idempotency key was used for another post')
  return { formPostId, success: true, errors: [], ...confirmationOf(form) }
}

function confirmationOf(form: Form): object {
  const map = mapOf(form)
  const text = String(map['confirmationtext'] ?? '')
  if (map['confirmationtype'] !== 'RedirectUrl') return { message: text }
  return { message: text, action: 'Redirect', redirect: { method: 'GET', url: text } }
}

type Upload = { readonly name: string; readonly type: string; readonly bytes: Buffer }

async function keepUpload(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<object> {
  if (!request.isMultipart())
    throw new PlatformError('platform/bad-request', 'An upload must be multipart/form-data')
  const fields: Record<string, string> = {}
  let upload: Upload | null = null
  for await (const part of request.parts()) {
    if (part.type === 'file')
      upload = { name: part.filename, type: part.mimetype, bytes: await part.toBuffer() }
    else fields[part.fieldname] = String(part.value)
  }
  if (upload === null || upload.bytes.length === 0)
    throw new PlatformError('platform/bad-request', 'The upload holds no file')
  const form = formByVersion(context, fields['formVersionID'] ?? '')
  checkType(form, fields['formElementID'] ?? '', upload)
  const kept = await context.writer.keepUpload({
    form: form.contentId,
    post: postIdOf(fields['formPostID']),
    received: new Date().toISOString(),
    name: cleanName(upload.name),
    type: upload.type,
    fields: JSON.stringify(fields),
    bytes: new Uint8Array(upload.bytes),
  })
  if (kept === null) throw new PlatformError('platform/not-found', 'There is no such form post')
  if (kept === 'full')
    throw new PlatformError('platform/too-large', 'The form post has too many files already')
  reply.status(200)
  return { success: true, message: 'success' }
}

function checkType(form: Form, elementId: string, upload: Upload): void {
  const element = elementsOf(form).find((one) => [one['id'], one['uniqueid']].map(String).includes(elementId))
  if (element === undefined || element['type'] !== 'Upload')
    throw new PlatformError('platform/bad-request', 'The form has no such upload field')
  const allowed = String(element['allowedfiletypes'] ?? '')
    .toLowerCase()
    .split(/[\s,;|]+/)
    .map((type) => type.replace(/^\*?\./, ''))
    .filter((type) => type !== '')
  checkFile(cleanName(upload.name), upload.bytes, allowed)
}

function elementsOf(form: Form): readonly JsonObject[] {
  const map = mapOf(form)
  const pages = Array.isArray(map['page']) ? map['page'] : [map['page']]
  return pages
    .flatMap((page: unknown) => (isObject(page) ? [page['element']].flat() : []))
    .filter((element) => isObject(element))
}
