import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { MADE_FOR_HEADER, type SiteConfig } from '@tessera/shared/config'
import {
  toAppError,
  type AppError,
  type FormAction,
  type FormAnswer,
  type FormAnswered,
  type FormOutcome,
  type FormPost,
  type FormRequest,
} from '@tessera/shared/contract'
import { createContentClient, type PlatformClient } from '@tessera/shared/io'
import { gatewayError, requestError } from '../../errors.ts'
import type { GuardedForms, GuardedRemote } from '../../guard/guard-remote.server.ts'
import { languageOfPath } from '../../http/paths.ts'
import type { SessionReader } from '../../http/session.ts'
import { chooseMessages } from '../../page/load-slots.server.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { captchaToken, withoutCaptcha, type VerifyCaptcha } from './captcha.server.ts'
import type { CustomPost, CustomPosted } from './custom-post.server.ts'
import type { Gate } from './form-gate.server.ts'
import type { FormPlatform } from './form-platform.server.ts'
import type { Pairs } from './multipart.server.ts'

/** What forms are received and sent with. */
export interface GatewayParts {
  readonly config: SiteConfig
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly platformClient: PlatformClient
  readonly sanitise: (html: string) => string
  readonly sessions: SessionReader
  readonly gate: Gate
  readonly platform: FormPlatform
  readonly customPost: CustomPost
  /** Null where it is left to the platform. */
  readonly verifyCaptcha: VerifyCaptcha | null
}

/** Which form: `{provider}/{formId}`. */
export interface FormName {
  readonly provider: string
  readonly formId: string
}

/** The remote that knows forms: what they come to, in its own words. */
export interface FormRemote extends Pick<GuardedRemote, 'catalogues'> {
  readonly forms: GuardedForms
}

/** Null while no remote that is live knows them. */
export function formRemote({ releases }: Pick<GatewayParts, 'releases'>): FormRemote | null {
  for (const { remote } of releases.snapshot().remotes.values()) {
    const { forms, catalogues } = remote
    if (forms) return { forms, ...(catalogues && { catalogues }) }
  }
  return null
}

/** @throws AppError gateway/malformed for a name that is none */
export function readFormName(text: unknown): FormName {
  const [, provider = '', formId = ''] = /^([a-z][a-z-]{0,30})\/([\w.-]{1,100})$/i.exec(String(text)) ?? []
  if (provider === '') throw gatewayError('gateway/malformed', { details: { reason: 'no form is named' } })
  return { provider, formId }
}

/** A form as it came. */
export interface ReceivedForm extends FormName {
  readonly action: FormAction
  readonly fields: FormRequest['fields']
  readonly refusedFiles?: NonNullable<FormRequest['refusedFiles']>
  readonly state?: FormRequest['state']
  readonly language: string
  readonly signal: AbortSignal
}

/** What a form comes to, by the rules of its remote. @throws AppError gateway/no-form, and why its definition is not to be had */
export async function receiveForm(
  { forms, catalogues }: FormRemote,
  form: ReceivedForm,
  { config, platformClient, sanitise }: GatewayParts,
): Promise<FormOutcome> {
  const { language, signal } = form
  const limits = { ...platformClient.limits, callDeadlineMs: config.forms.loadMs }
  const chosen = chooseMessages(catalogues ? { catalogues } : {}, {
    language,
    primaryLanguage: config.languages.primary,
  })
  try {
    return await forms.receive({
      ...form,
      messages: chosen.messages,
      client: createContentClient({
        config,
        platformClient: { ...platformClient, limits },
        request: { signal, language },
      }),
      sanitise,
    })
  } catch (thrown) {
    if (signal.aborted) throw thrown
    // A remote's errors are none of this process' classes, since each release brings its own.
    const { status } = (thrown ?? {}) as { readonly status?: unknown }
    if (status === 404) throw gatewayError('gateway/no-form', { cause: thrown })
    throw asUnavailable(toAppError(thrown))
  }
}

/** The definition could not be had: that is the platform's failure, not the visitor's. */
const asUnavailable = (error: AppError): AppError =>
  error.code.startsWith('gateway/')
    ? error
    : gatewayError(error.code === 'content/timeout' ? 'gateway/timeout' : 'gateway/unavailable', {
        cause: error,
      })

/** A form that may be sent, and by whom. */
export interface Sending extends FormName {
  readonly outcome: Extract<FormOutcome, { readonly kind: 'accepted' }>
  readonly idempotencyKey: string | null
  readonly signal: AbortSignal
}

/** What was answered, and what became of the post to another site. */
export interface Sent {
  readonly answer: FormAnswer
  readonly answered: FormAnswered
  readonly customPost: CustomPosted | null
}

/** Hand a form on to the platform, and then to where its answer says. @throws AppError gateway/… */
export async function sendForm(
  { forms }: FormRemote,
  { provider, outcome, idempotencyKey, signal }: Sending,
  { platform, customPost, verifyCaptcha }: GatewayParts,
): Promise<Sent> {
  const { post } = outcome
  if (!/^\/(?!\/)[\w%./?=&-]+$/.test(post.path) || post.path.includes('..'))
    throw gatewayError('gateway/malformed', { details: { reason: 'a path that is none' } })
  const answer = await platform.post(verifyCaptcha ? withoutCaptcha(post) : post, idempotencyKey, signal)
  const answered = await forms.readAnswer(provider, answer)
  const url = answered.isSuccess ? answered.customPostUrl : null
  return { answer, answered, customPost: url === null ? null : await customPost(url, post, signal) }
}

/** Verify the captcha of a form whose author wants one. @throws AppError gateway/captcha-… */
export async function checkCaptcha(
  fields: Pairs,
  address: string,
  { outcome, idempotencyKey, signal }: Pick<Sending, 'outcome' | 'idempotencyKey' | 'signal'>,
  { verifyCaptcha }: Pick<GatewayParts, 'verifyCaptcha'>,
): Promise<void> {
  if (!outcome.needsCaptcha || !verifyCaptcha) return
  await verifyCaptcha({ token: captchaToken(fields), address, idempotencyKey, signal })
}

/** Any visible characters; the content system says when it is too long. */
const KEY = /^[\u0021-\u007e]+$/

/** The name of the submission, under which the content system stores it once. @throws AppError request/malformed */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || !KEY.test(key)) throw requestError('request/malformed')
  return key
}

/**
 * The key of a submission for these answers. A visitor who changes one and sends again, not knowing whether the first try arrived, would
 * otherwise be refused by the content system for as long as it remembers the key: other answers are another submission.
 */
export function submissionKey(key: string | null, post: FormPost): string | null {
  if (key === null) return null
  const facts = JSON.stringify([key, withoutCaptcha(post).body])
  return createHash('sha256').update(facts).digest('base64url')
}

/** A page that was made for one person is sent by that person. @throws AppError gateway/signed-out, gateway/session-unknown */
export async function checkSender(request: FastifyRequest, sessions: SessionReader): Promise<void> {
  if (request.headers[MADE_FOR_HEADER] !== 'member' || (await sessions.read(request))) return
  throw gatewayError(sessions.failureOf(request) ? 'gateway/session-unknown' : 'gateway/signed-out')
}

/** The language of the page that a post came from. */
export const languageOf = ({ headers }: FastifyRequest, { languages }: SiteConfig): string =>
  languageOfPath(URL.parse(headers.referer ?? '')?.pathname ?? '/', languages).language
