import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import {
  toAppError,
  type AppError,
  type FormOutcome,
  type Json,
  type PostedForm,
} from '@tessera/shared/contract'
import type { SiteConfig } from '@tessera/shared/config'
import { gatewayError, requestError } from '../../errors.ts'
import { readCookie, setCookie } from '../../http/cookies.server.ts'
import { accessPath, encodePath, FORM_SENT, languagePrefix } from '../../http/paths.ts'
import { visitorLeft } from '../../page/create-page.server.ts'
import { isScripted, type FormReceived, type FormVisit, type PageForms } from '../../page/page-forms.ts'
import { createSavedForms } from './saved-forms.server.ts'
import { endRefused } from './form-files.server.ts'
import { STAMP_FIELD, STATE_FIELD } from './bot-checks.server.ts'
import {
  formRemote,
  receiveForm,
  refusePreview,
  sendForm,
  submissionKey,
  type FormRemote,
} from './form-gateway.server.ts'
import { sendStoredFiles } from './stored-files.server.ts'
import {
  actionOf,
  JOURNEY_PURPOSE,
  readPost,
  type Journey,
  type Posted,
  type PostParts,
} from './read-page-post.server.ts'

const JOURNEY_MS = 24 * 3_600_000
/** Equal posts within this time are one submission, such as a double click. */
const DUPLICATE_MS = 30_000
const SENT_MS = 600_000
/** How many confirmations of one browser can be loaded again. */
const MAX_SENT = 4

/** Forms that are posted without JavaScript to their own page; the answer is the page in its new state. Source: reference forms 4.8. */
export function createPagePosts(parts: PostParts): Omit<PageForms, 'gate'> {
  const { save, restore } = createSavedForms(parts)
  const { languages } = parts.config
  return {
    save,
    async receive(visit) {
      const { request, reply, language } = visit
      endRefused(request, reply)
      const remote = formRemote(parts)
      if (!remote) throw requestError('request/method', { details: { allow: 'GET, HEAD' } })
      const posted = await readPost(request, language, parts)
      const asked = { ...posted, action: actionOf(posted.own), language, signal: visitorLeft(reply) }
      const state = posted.journey?.state
      const outcome = await receiveForm(
        remote,
        { ...asked, ...(state !== undefined && { state }) },
        parts,
      ).catch((thrown: unknown) => {
        if (isScripted(request) || toAppError(thrown).code !== 'gateway/signed-out') throw thrown
        return null
      })
      if (!outcome) return { location: await signInPath(posted, visit, { save, languages }) }
      if (outcome.kind !== 'accepted' || posted.problem)
        return show(posted, outcome, posted.problem, visit, parts)
      return parts.sends.add(send(remote, posted, outcome, visit, parts))
    },
    async restore(target, request, session) {
      const id = target.query[FORM_SENT]
      if (id === undefined) return restore(target, request, session)
      if (!sentIdsOf(request).includes(id)) return null
      const sent = await parts.store.get(`${FORM_SENT}:${id}`)
      return sent === null ? null : (parts.sealer.open(FORM_SENT, sent) as PostedForm | null)
    },
  }
}

/** Sign-in for a form that requires it. Its previous pages are saved; the rules of the posted one cannot be read. */
async function signInPath(
  { formId, journey, own }: Posted,
  visit: FormVisit,
  { save, languages }: Pick<PageForms, 'save'> & Pick<SiteConfig, 'languages'>,
): Promise<string> {
  const hidden = { [STATE_FIELD]: own.get(STATE_FIELD) ?? '' }
  const address = journey ? await save({ formId, state: null, hidden }, visit) : encodePath(visit.target.path)
  return accessPath('sign-in', address, languagePrefix(visit.language, languages))
}

const STATUSES = { page: 200, refused: 422, changed: 409, accepted: 422 } as const

type Shown = Pick<FormOutcome, 'kind' | 'state' | 'carried'>

/** The page with the form in its new state; the values so far travel in a sealed hidden field. */
function show(
  posted: Posted,
  { kind, state, carried = state }: Shown,
  problem: AppError | null,
  { request, reply }: FormVisit,
  parts: PostParts,
): FormReceived {
  const { retryAfterSeconds } = problem?.details ?? {}
  if (typeof retryAfterSeconds === 'number') void reply.header('retry-after', String(retryAfterSeconds))
  if (problem) {
    const { code, status = 500, cause = problem } = problem
    if (status >= 500) request.log.warn({ code, err: cause }, 'a form was not taken')
    else request.log.info({ code }, 'a form was not taken')
  }
  return {
    status: problem?.status ?? STATUSES[kind],
    token: parts.guard.open(request, reply),
    form: {
      formId: posted.formId,
      state,
      hidden: {
        [STATE_FIELD]: parts.sealer.seal(JOURNEY_PURPOSE, journeyOf(posted, carried, parts), JOURNEY_MS),
      },
      ...(problem && { refusal: problem.code }),
    },
  }
}

const journeyOf = (
  { journey, name, own, by }: Posted,
  state: Json,
  { botChecks, now }: PostParts,
): Journey => ({
  form: name,
  id: journey?.id ?? randomBytes(16).toString('hex'),
  by: by ?? journey?.by ?? null,
  since: journey?.since ?? botChecks.madeAt(own.get(STAMP_FIELD)) ?? now(),
  state,
})

type Accepted = Extract<FormOutcome, { readonly kind: 'accepted' }>

/** Sends a valid form. Failures are shown on the form's page, together with everything that the visitor typed. */
async function send(
  remote: FormRemote,
  received: Posted,
  outcome: Accepted,
  visit: FormVisit,
  parts: PostParts,
): Promise<FormReceived> {
  const { request, mayBeSent } = visit
  const { provider } = received
  const key = received.journey?.id ?? (await deduplicationKey(request, received, parts))
  // Sent again after a failure, a one-page form keeps its key as well: it is not stored twice.
  const posted = { ...received, journey: { ...journeyOf(received, outcome.state, parts), id: key } }
  if (!(await mayBeSent())) return show(posted, outcome, null, visit, parts)
  try {
    await admit(received, outcome, request, parts)
    const idempotencyKey = submissionKey(key, outcome.post)
    const { customPost, answer, answered } = await sendForm(
      remote,
      { ...posted, outcome, idempotencyKey },
      parts,
    )
    const form = { formPostId: answered.formPostId, idempotencyKey, files: outcome.files }
    const isPosted = answered.isSuccess && customPost?.success !== false
    const files = isPosted ? await sendStoredFiles(form, visit, parts) : null
    const conclusion = await remote.forms.conclude({
      provider,
      state: outcome.state,
      answer,
      ...(customPost && { customPost }),
      ...(files && { files }),
    })
    if (!conclusion.isSuccess) return show(posted, { ...conclusion, kind: 'accepted' }, null, visit, parts)
    return await confirm(posted, conclusion, visit, parts)
  } catch (thrown) {
    const problem = toAppError(thrown)
    if (problem.code === 'app/unexpected') throw thrown
    const failed = await remote.forms.conclude({ provider, state: outcome.state, answer: null })
    // The form itself shows failures with status 500 and above; refusals are shown above the form.
    const shown: Shown = (problem.status ?? 500) >= 500 ? { ...failed, kind: 'accepted' } : outcome
    return show(posted, shown, problem, visit, parts)
  }
}

/** @throws AppError gateway/preview, gateway/trapped, gateway/too-fast, gateway/outdated, gateway/captcha-unsolved, gateway/limited */
async function admit(
  posted: Posted,
  { needsCaptcha }: Accepted,
  { ip }: FastifyRequest,
  { config, botChecks }: PostParts,
): Promise<void> {
  const { name, own, journey } = posted
  const { captcha, trapField } = config.forms
  refusePreview(posted)
  botChecks.check({
    madeAt: journey?.since ?? botChecks.madeAt(own.get(STAMP_FIELD)),
    isHoneypotFilled: (own.get(trapField) ?? '') !== '',
  })
  if (needsCaptcha && captcha.withoutScript === 'refuse') throw gatewayError('gateway/captcha-unsolved')
  await botChecks.countPost(ip, name)
}

/** Idempotency key for a one-page form, which has no journey: equal fields and files from the same browser within `DUPLICATE_MS` are one submission. */
async function deduplicationKey(
  { ip, headers }: FastifyRequest,
  { own, fields }: Posted,
  { store, files }: PostParts,
) {
  const posted = fields.map(([field, value]) =>
    typeof value === 'string' ? [field, value] : [field, value.name, files.digest(value)],
  )
  const facts = [ip, headers['user-agent'] ?? '', own.get(STAMP_FIELD) ?? '', ...posted]
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
  const key = randomBytes(16).toString('hex')
  const storeKey = `form-once:${hash}`
  return (await store.claim(storeKey, key, DUPLICATE_MS)) ? key : ((await store.get(storeKey)) ?? key)
}

/** The ids of the forms that this browser has sent last. */
const sentIdsOf = ({ headers }: Pick<FastifyRequest, 'headers'>): readonly string[] =>
  (readCookie(headers.cookie, FORM_SENT) ?? '').split('.').filter((id) => /^[0-9a-f]{32}$/.test(id))

/** Redirects to the page, so that reloading does not post again. The confirmation is stored, not part of the address. */
async function confirm(
  { formId }: Posted,
  { redirectUrl, state }: { readonly redirectUrl: string | null; readonly state: Json },
  { request, reply, target }: FormVisit,
  { store, sealer, config }: PostParts,
): Promise<FormReceived> {
  // A script needs no confirmation page, so nothing is stored and no cookie is set.
  if (isScripted(request)) return { isSent: true }
  if (redirectUrl !== null) {
    const url = URL.parse(redirectUrl, config.publicUrl)
    if (!url || !/^https?:$/.test(url.protocol)) throw gatewayError('gateway/bad-answer')
    return {
      location: url.origin === config.publicUrl ? `${url.pathname}${url.search}${url.hash}` : url.href,
    }
  }
  const id = randomBytes(16).toString('hex')
  const form: PostedForm = { formId, state, hidden: {} }
  await store.set(`${FORM_SENT}:${id}`, sealer.seal(FORM_SENT, form, SENT_MS), SENT_MS)
  setCookie(reply, FORM_SENT, [id, ...sentIdsOf(request)].slice(0, MAX_SENT).join('.'), {
    isSecure: config.publicUrl.startsWith('https:'),
    sameSite: 'Lax',
    maxAgeSeconds: SENT_MS / 1_000,
  })
  return { location: `${encodePath(target.path)}?${FORM_SENT}=${id}` }
}
