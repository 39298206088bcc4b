import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkAnswers, fieldsOf } from '../domain/check-answers.ts'
import { isObject, type FormType, type JsonObject, type VersionStatus } from '../domain/content.ts'
import { describeFormType } from '../domain/describe-form.ts'
import {
  closedBecause,
  confirmationFor,
  formVersion,
  propertiesOf,
  textOfForm,
  type FormVersion,
} from '../domain/form-version.ts'
import { PlatformError } from '../errors.ts'
import type { KeptPost, Keyed } from '../records/records.ts'
import { verifyCaptcha } from './captcha.ts'
import { projectOf, type Context } from './context.ts'
import type { Identity } from './identity.ts'
import { readParams, readStatus } from './params.ts'
import { createKeyedQueue, findKeptPost, idempotencyKeyOf, refuseConflict } from './posted-form.ts'

const BASE = '/api/forms/projects/:projectId/contentTypes/:formId/languages/:language'

/**
 * The Forms API: a form in one of its languages, and answers to it as typed JSON. Anonymous, unless the form requires
 * permission. Source: reference forms 3.1.
 */
export function formsApiRoutes(server: FastifyInstance, context: Context): void {
  server.get(BASE, async (request, reply) => {
    const status = readStatus(readParams(request))
    const { version } = await findForm(context, request, reply, status)
    return version.definition
  })

  const takeAnswers = async (request: FastifyRequest, reply: FastifyReply) => {
    const preview = readParams(request).get('contenttypepreviewversion')
    const status = preview === undefined ? 'published' : 'latest'
    const { form, version, identity } = await findForm(context, request, reply, status)
    if (!isObject(request.body))
      throw new PlatformError('platform/bad-request', 'Answers to a form are a JSON object')
    const { sys: _sys, ...answers } = request.body
    const keyed = keyedAnswers(request, form, answers)
    const before = preview === undefined ? await findKeptPost(context, keyed) : null
    if (before !== null) return answerTo(version, answers, before)
    refuseClosed(version)
    if (preview === undefined) await requireCaptcha(context, request, identity, version)
    const errors = checkAnswers(version.definition, answers, Date.now())
    if (errors[0] !== undefined) throw new PlatformError('platform/unprocessable', errors[0].message, errors)
    // Answers to a draft are checked but not stored, so that authors can try the form.
    const kept =
      preview === undefined
        ? await keepAnswers(context, form, version, answers, keyed)
        : { id: 0, entry: randomUUID(), reference: '' }
    return answerTo(version, answers, kept)
  }
  const inTurn = createKeyedQueue()
  server.post(`${BASE}/entries`, (request, reply) =>
    inTurn(idempotencyKeyOf(request), () => takeAnswers(request, reply)),
  )
}

type Found = { readonly form: FormType; readonly version: FormVersion; readonly identity: Identity }

/** The form that a URL names, if the requester may have it. Throws `platform/not-found`, and the reason for a refusal. */
async function findForm(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  status: VersionStatus,
): Promise<Found> {
  const { project } = projectOf(context, request)
  const { formId, language } = request.params as { readonly formId: string; readonly language: string }
  const identity = await context.identify(request)
  void reply.header('cache-control', 'no-store')
  const form = context
    .model()
    .formTypes.find(
      (one) => one.projectId === project.id && one.formTypeId.toLowerCase() === formId.toLowerCase(),
    )
  if (status === 'latest' && !identity.canReadLatest)
    throw new PlatformError('platform/no-token', 'Drafts of forms need an access token that reads drafts')
  const version = form === undefined ? null : formVersion(form, status, language)
  if (form === undefined || version === null)
    throw new PlatformError('platform/not-found', `There is no form "${formId.slice(0, 100)}"`)
  if (version === 'language')
    throw new PlatformError('platform/unprocessable', `The form has no language "${language.slice(0, 20)}"`, [
      { field: 'language', rule: 'language', message: 'The form has no such language' },
    ])
  requirePostPermission(identity, version)
  return { form, version, identity }
}

function requirePostPermission(identity: Identity, { definition, settings }: FormVersion): void {
  if (propertiesOf(definition)['requirePermissionToPost'] !== true || identity.isAdmin) return
  const message = textOfForm(definition, 'requirePermissionToPostMessage') ?? 'You may not post to this form'
  if (identity.user === null)
    throw new PlatformError('platform/sign-in-required', message, { reason: 'requirePermissionToPost' })
  if (settings.groups !== undefined && !settings.groups.some((group) => identity.visitor?.includes(group)))
    throw new PlatformError('platform/forbidden', message, { reason: 'requirePermissionToPost' })
}

function refuseClosed({ definition }: FormVersion): void {
  const reason = closedBecause(definition, Date.now())
  if (reason === null) return
  const message = textOfForm(definition, `${reason}ReasonMessage`) ?? 'This form takes no answers any more'
  throw new PlatformError('platform/unprocessable', message, { reason })
}

/** A form may require a captcha token from anonymous visitors; it is verified when this environment has a captcha service. */
async function requireCaptcha(
  context: Context,
  request: FastifyRequest,
  { user }: Identity,
  { definition }: FormVersion,
): Promise<void> {
  const service = context.model().environment.forms?.captcha
  const { captcha } = propertiesOf(definition)
  if (service === undefined || user !== null || !isObject(captcha) || captcha['enabled'] !== true) return
  const token = request.headers['g-recaptcha-response']
  if (await verifyCaptcha(service, typeof token === 'string' ? token : '')) return
  throw new PlatformError('platform/unprocessable', 'The captcha was not accepted', { reason: 'captcha' })
}

function keyedAnswers(request: FastifyRequest, form: FormType, answers: JsonObject): Keyed {
  const content = `${form.projectId}/${form.formTypeId}\n${JSON.stringify(answers)}`
  return {
    key: idempotencyKeyOf(request),
    hash: createHash('sha256').update(content).digest('base64url'),
  }
}

async function keepAnswers(
  context: Context,
  form: FormType,
  { definition, language, settings }: FormVersion,
  answers: JsonObject,
  keyed: Keyed,
): Promise<KeptPost> {
  const kept = await context.writer.keepPost({
    form: describeFormType(definition, form.formTypeId, language, settings),
    received: new Date().toISOString(),
    json: JSON.stringify(answers),
    prefix: prefixOf(definition),
    entry: randomUUID(),
    awaitsFiles: false,
    ...keyed,
  })
  return refuseConflict(kept)
}

const referenceField = (definition: JsonObject): JsonObject | undefined =>
  (Array.isArray(definition['fields']) ? definition['fields'].filter(isObject) : []).find(
    ({ dataFormat }) => dataFormat === 'reference',
  )

/** The prefix of a form's reference numbers; null for a form without them. */
function prefixOf(definition: JsonObject): string | null {
  const field = referenceField(definition)
  if (field === undefined) return null
  const properties = isObject(field['editor']) ? field['editor']['properties'] : null
  return isObject(properties) ? String(properties['prefix'] ?? '') : ''
}

function answerTo({ definition, language }: FormVersion, answers: JsonObject, kept: KeptPost): object {
  const values = Object.fromEntries(
    fieldsOf(definition).map(({ id }) => [String(id), answers[String(id)] ?? null]),
  )
  const reference = referenceField(definition)
  const titleField = String(definition['entryTitleField'] ?? '')
  const all = reference === undefined ? values : { ...values, [String(reference['id'])]: kept.reference }
  return {
    form: {
      ...all,
      entryTitle: (all as JsonObject)[titleField] ?? null,
      entryDescription: null,
      sys: { id: kept.entry, contentTypeId: definition['id'], dataFormat: 'form', language },
    },
    confirmation: confirmationFor(definition, answers),
  }
}
