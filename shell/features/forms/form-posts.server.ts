import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
} from 'fastify'
import {
  AppError,
  FORM_FIELD,
  FORM_TRAP_HEADER,
  toAppError,
  type FormOutcome,
  type Json,
  type JsonObject,
} from '@tessera/shared/contract'
import { gatewayError, requestError } from '../../errors.ts'
import { visitorLeft } from '../../page/create-page.server.ts'
import { captchaPairs, type VerifyCaptcha } from './captcha.server.ts'
import { formFiles, type FileParts } from './form-files.server.ts'
import { PREVIEW_FIELD, STAMP_FIELD } from './bot-checks.server.ts'
import {
  checkCaptcha,
  formRemote,
  idempotencyKeyOf,
  readFormName,
  readSender,
  receiveForm,
  refusalText,
  refusePreview,
  sendForm,
  submissionKey,
  type FormRemote,
} from './form-gateway.server.ts'
import type { Pairs } from './multipart.server.ts'
import { plugin } from '../../http/server.server.ts'

/** The dependencies of the post routes, which exist twice: for the site's own pages, and for pages that embed its forms. */
export interface PostParts extends FileParts {
  /** Refuses requests that may not post here. */
  readonly admit: onRequestAsyncHookHandler
  /** The language of the page that a post came from. */
  readonly languageOf: (request: FastifyRequest) => string
  /** The captcha verifier for the page that a post came from; null where the platform verifies captchas. */
  readonly captchaOf: (request: FastifyRequest) => VerifyCaptcha | null
}

const CLASSIC = '/REST/UI/FormsModule/postform/:contentVersionId/0'
const FORMS_API = '/api/forms/projects/:projectId/contentTypes/:formId/languages/:language'

/**
 * Routes for form posts, under the same paths as in the content system. Posts are checked by the rules of the forms' remote and then
 * forwarded. A post from a page that was rendered for a signed-in user is refused without a session, and the browser asks the user to
 * sign in. Source: specification 7, Form calls; docs/decisions/0047.
 */
export const formPosts =
  (parts: PostParts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    const { config } = parts
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: config.forms.maxPostBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    app.setErrorHandler((error, request, reply) => {
      void refuse(error, request, reply, (known) => refusalText(known, parts.languageOf(request), config))
    })
    app.addHook('onRequest', async (_request, reply) => {
      void reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    })
    app.addHook('onRequest', parts.admit)
    app.addHook('onRequest', async (request) => parts.botChecks.countRequest(request.ip))
    const bodyLimit = config.forms.maxPostBytes
    app.post<{ Params: { readonly contentVersionId: string } }>(CLASSIC, { bodyLimit }, (request, reply) => {
      const isNumber = /^\d{1,12}$/.test(request.params.contentVersionId)
      if (!isNumber || !(request.body instanceof URLSearchParams)) throw requestError('request/malformed')
      return answerPost(request, reply, [...request.body], parts)
    })
    app.post(`${FORMS_API}/entries`, { bodyLimit }, (request, reply) =>
      answerPost(request, reply, [...pairsOf(request.body), ...captchaPairs(request.headers)], parts),
    )
    await app.register(plugin('form-files', formFiles(parts)))
  }

/** Handles a post: reads, validates, forwards and answers it. */
async function answerPost(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Pairs,
  parts: PostParts,
): Promise<FastifyReply> {
  const idempotencyKey = idempotencyKeyOf(request)
  const sender = await readSender(request, parts.sessions)
  const signal = visitorLeft(reply)
  const remote = formRemote(parts)
  if (!remote) return forward(request, reply, { fields, idempotencyKey }, parts)
  const { headers, ip } = request
  const preview = parts.botChecks.readPreview(headers[PREVIEW_FIELD])
  const form = { ...readFormName(headers[FORM_FIELD]), sender, preview }
  parts.botChecks.check({
    madeAt: parts.botChecks.madeAt(headerText(headers[STAMP_FIELD])),
    // Programs that post a form by its markup fill in the field, and do not know the header.
    isHoneypotFilled:
      headers[FORM_TRAP_HEADER] !== undefined ||
      fields.some(([name, value]) => name === parts.config.forms.trapField && value !== ''),
  })
  const language = parts.languageOf(request)
  const outcome = await receiveForm(
    remote,
    { ...form, action: 'submit', isWhole: true, fields, language, signal },
    parts,
  )
  if (outcome.kind !== 'accepted') return answerIssues(outcome, reply)
  refusePreview(form)
  parts.uploads.checkAmount(fields)
  await parts.botChecks.countPost(ip, `${form.provider}/${form.formId}`)
  const sending = { ...form, outcome, idempotencyKey: submissionKey(idempotencyKey, outcome.post), signal }
  await checkCaptcha(fields, ip, sending, { verifyCaptcha: parts.captchaOf(request) })
  return answerSent(remote, sending, { request, reply }, parts)
}

async function answerSent(
  remote: FormRemote,
  sending: Parameters<typeof sendForm>[1],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  parts: FileParts,
): Promise<FastifyReply> {
  const { answer, answered, customPost } = await parts.sends.add(sendForm(remote, sending, parts))
  if (!answered.isSuccess) {
    if (answer.status >= 500) request.log.warn({ errors: answered.errors }, 'form post not accepted')
    const { issues, errors } = answered
    const body = { ...((answer.body ?? { success: false }) as JsonObject), ...(issues && { issues, errors }) }
    return reply.code(answer.status >= 400 ? answer.status : 502).send(body)
  }
  const { contentVersionId: version } = request.params as { readonly contentVersionId?: string }
  const { formPostId: post } = answered
  const { uploads = [] } = sending.outcome
  if (post !== null) parts.uploads.grant(request, reply, { post, version, uploads })
  const body = (answer.body ?? {}) as Readonly<Record<string, Json>>
  return reply.code(answer.status).send({ ...body, ...(customPost && { customPost }) })
}

/** Answers a form that was not accepted, never with a success status. Issues have the same texts as on the page. */
function answerIssues(
  outcome: Exclude<FormOutcome, { readonly kind: 'accepted' }>,
  reply: FastifyReply,
): FastifyReply {
  if (outcome.kind === 'changed')
    return reply.code(409).send({ success: false, code: 'gateway/changed', errors: [] })
  const issues = outcome.kind === 'refused' ? outcome.issues : []
  return reply.code(422).send({ success: false, issues, errors: issues.map(({ message }) => message) })
}

/** Forwards a post unchecked to the platform, where no live remote handles forms. */
async function forward(
  { params, headers, url }: FastifyRequest,
  reply: FastifyReply,
  post: { readonly fields: Pairs; readonly idempotencyKey: string | null },
  { platform, sends }: FileParts,
): Promise<FastifyReply> {
  const { contentVersionId } = params as { readonly contentVersionId?: string }
  if (contentVersionId === undefined)
    throw gatewayError('gateway/no-form', { details: { url, headers: Object.keys(headers) } })
  const outgoing = {
    path: `/REST/UI/FormsModule/postform/${contentVersionId}/0`,
    contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
    headers: {},
    body: new URLSearchParams(post.fields.map(([name, value]) => [name, value])).toString(),
  }
  const key = submissionKey(post.idempotencyKey, outgoing)
  const answer = await sends.add(platform.post(outgoing, key))
  return reply.code(answer.status).send(answer.body)
}

/** Answers an error as JSON, with messages in the page's language; messages of the platform take precedence. */
function refuse(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  textOf: (error: AppError) => string,
): FastifyReply {
  const error = thrown instanceof AppError ? thrown : asGatewayError(thrown)
  const { code, details } = error
  const status = error.status ?? 500
  if (status >= 500) request.log.warn({ code, details, err: error.cause ?? error }, 'form post not accepted')
  const { retryAfterSeconds, errors, hidden } = details
  if (typeof retryAfterSeconds === 'number') void reply.header('retry-after', String(retryAfterSeconds))
  const said = Array.isArray(errors) ? (errors as readonly string[]) : []
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      success: false,
      code,
      ...(code === 'gateway/outdated' && { hidden }),
      errors: said.length > 0 ? said : [textOf(error)],
    })
}

/** Fastify's own errors carry a status: bodies that are too large, of another media type, or not JSON. */
function asGatewayError(thrown: unknown): AppError {
  const { statusCode = 500 } = thrown as { readonly statusCode?: number }
  if (statusCode === 413) return gatewayError('gateway/too-large', { cause: thrown })
  return statusCode < 500
    ? gatewayError('gateway/malformed', { status: statusCode, cause: thrown })
    : toAppError(thrown)
}

/** The JSON body of a Forms API post as names and values. @throws AppError gateway/malformed */
function pairsOf(body: unknown): Pairs {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw gatewayError('gateway/malformed')
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).flatMap((one) => {
      if (one === null) return []
      if (typeof one === 'object') throw gatewayError('gateway/malformed')
      return [[name, String(one)] as const]
    }),
  )
}

const headerText = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : undefined
