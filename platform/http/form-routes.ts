import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, type ClassicForm, type JsonObject } from '../domain/content.ts'
import { describeClassicForm, formMapOf } from '../domain/describe-form.ts'
import { PlatformError } from '../errors.ts'
import { verifyCaptcha } from './captcha.ts'
import type { Context } from './context.ts'
import { keepUpload } from './form-uploads.ts'
import { readParams } from './params.ts'
import {
  classicFormByVersion,
  createKeyedQueue,
  findKeptPost,
  idempotencyKeyOf,
  postIdOf,
  refuseConflict,
} from './posted-form.ts'

/** Classic forms: settings, posts, uploads, notifications. Source: protocol 1.2, rows 26 to 29, and 1.20. */
export function formRoutes(server: FastifyInstance, context: Context): void {
  server.get('/REST/Contensis/content/GetFormSettings', async (request) => {
    const contentId = readParams(request).get('contentid')
    const form = context.model().forms.find((one) => String(one.contentId) === contentId)
    if (form === undefined) throw new PlatformError('platform/not-found', 'There is no such form')
    return form.definition
  })
  const base = '/REST/UI/FormsModule'
  const inTurn = createKeyedQueue()
  server.post(`${base}/postform/:versionId/:rest`, (request) =>
    inTurn(idempotencyKeyOf(request), () => keepPost(context, request)),
  )
  server.post(`${base}/UploadFile`, (request) => keepUpload(context, request))
  server.post(`${base}/sendnotification/:versionId/:postId`, (request) => keepNotice(context, request))
}

/** Store a post; it is on disk before the answer is sent. A refused captcha is answered with 200 too, as `success: false` without an id. */
async function keepPost(context: Context, request: FastifyRequest): Promise<object> {
  const { versionId } = request.params as { readonly versionId: string }
  const form = classicFormByVersion(context, versionId)
  if (!isObject(request.body))
    throw new PlatformError('platform/bad-request', 'A form post needs url-encoded or JSON fields')
  const { captchaResponse, ...fields } = request.body
  const json = JSON.stringify(fields)
  const keyed = {
    key: idempotencyKeyOf(request),
    hash: createHash('sha256').update(`${form.contentId}\n${json}`).digest('base64url'),
  }
  const before = await findKeptPost(context, keyed)
  if (before === null && !(await passesCaptcha(context, form, captchaResponse)))
    return { success: false, errors: ['The captcha was not accepted'] }
  const kept =
    before ??
    refuseConflict(
      await context.writer.keepPost({
        form: describeClassicForm(form),
        received: new Date().toISOString(),
        json,
        prefix: null,
        entry: null,
        awaitsFiles: Object.entries(fields).some(([key, value]) => key.startsWith('file_') && value !== ''),
        ...keyed,
      }),
    )
  return { formPostId: kept.id, success: true, errors: [], ...confirmationOf(form) }
}

/** Whether a post may be stored: its form asks for no captcha, this environment verifies none, or the token is good. */
async function passesCaptcha(
  context: Context,
  form: ClassicForm,
  captchaResponse: unknown,
): Promise<boolean> {
  const captcha = context.model().environment.forms?.captcha
  if (captcha === undefined || String(formMapOf(form)['showcaptcha']) !== 'true') return true
  return verifyCaptcha(captcha, tokenIn(captchaResponse))
}

/** The token in `{"Response": token}`. Source: specification 7, Form calls 3. */
function tokenIn(captchaResponse: unknown): string {
  try {
    const value = JSON.parse(String(captchaResponse)) as unknown
    return isObject(value) && typeof value['Response'] === 'string' ? value['Response'] : ''
  } catch {
    return ''
  }
}

function confirmationOf(form: ClassicForm): JsonObject {
  const map = formMapOf(form)
  const text = String(map['confirmationtext'] ?? '')
  if (map['confirmationtype'] !== 'RedirectUrl') return { message: text, action: 'ShowText' }
  return { message: text, action: 'Redirect', redirect: { method: 'GET', url: text } }
}

/** Store the notification about a post once, with the mails that waited for its files. */
async function keepNotice(context: Context, request: FastifyRequest): Promise<object> {
  const { versionId, postId } = request.params as { readonly versionId: string; readonly postId: string }
  const form = describeClassicForm(classicFormByVersion(context, versionId))
  const kept = await context.writer.keepNotice({
    created: new Date().toISOString(),
    form,
    post: postIdOf(postId),
    key: idempotencyKeyOf(request),
    hash: `${form.form}\n${postId}`,
  })
  if (kept === null) throw new PlatformError('platform/not-found', 'There is no such form post')
  if (kept === 'conflict')
    throw new PlatformError('platform/conflict', 'This idempotency key was used for another notification')
  return { success: true }
}
