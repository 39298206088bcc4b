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
import { createContentClient, type ContentRequest, type PlatformClient } from '@tessera/shared/io'
import { gatewayError, requestError } from '../../errors.ts'
import type { GuardedForms, GuardedRemote } from '../../guard/guard-remote.server.ts'
import { languageOfPath } from '../../http/paths.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import { messagesFor } from '../../messages/index.ts'
import { ownRequest, withOwnForms } from '../../page/create-page.server.ts'
import { chooseMessages } from '../../page/load-slots.server.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { captchaToken, withoutCaptcha, type VerifyCaptcha } from './captcha.server.ts'
import type { CustomPost, CustomPosted } from './custom-post.server.ts'
import type { BotChecks, FormPreview } from './bot-checks.server.ts'
import type { FormPlatform } from './form-platform.server.ts'
import type { Pairs } from './multipart.server.ts'

/** The dependencies for receiving and sending forms. */
export interface GatewayParts {
  readonly config: SiteConfig
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly platformClient: PlatformClient
  readonly sanitise: (html: string) => string
  readonly sessions: SessionReader
  readonly botChecks: BotChecks
  readonly platform: FormPlatform
  readonly customPost: CustomPost
  /** Called with a failure in spite of which a form was accepted. */
  readonly onProblem: (problem: unknown) => void
  /** Null where the platform verifies captchas. */
  readonly verifyCaptcha: VerifyCaptcha | null
}

/** The name of a form, written as `{provider}/{formId}`. */
export interface FormName {
  readonly provider: string
  readonly formId: string
}

/** The remote that validates forms, and its message catalogues. */
export interface FormRemote extends Pick<GuardedRemote, 'catalogues'> {
  readonly forms: GuardedForms
}

/** The live remote that handles forms; null without one. */
export function formRemote({ releases }: Pick<GatewayParts, 'releases'>): FormRemote | null {
  for (const { remote } of releases.snapshot().remotes.values()) {
    const { forms, catalogues } = remote
    if (forms) return { forms, ...(catalogues && { catalogues }) }
  }
  return null
}

/** @throws AppError gateway/malformed for a value that is not a form's name */
export function readFormName(text: unknown): FormName {
  const [, provider = '', formId = ''] =
    /^([a-z][a-z-]{0,30})\/(?!\.+$)([\w.-]{1,100})$/i.exec(String(text)) ?? []
  if (provider === '') throw gatewayError('gateway/malformed', { details: { reason: 'no form is named' } })
  return { provider, formId }
}

/** Who has sent a form. */
export interface Sender {
  /** Null for a visitor who has not signed in. */
  readonly session: Session | null
  /** Why a session that the request carries could not be verified. */
  readonly failure: AppError | null
}

/** A form as it was posted. */
export interface ReceivedForm extends FormName {
  readonly sender: Sender
  readonly action: FormAction
  readonly isWhole?: true
  readonly fields: FormRequest['fields']
  readonly refusedFiles?: NonNullable<FormRequest['refusedFiles']>
  readonly state?: FormRequest['state']
  readonly language: string
  /** Null for a form of a published page. */
  readonly preview: FormPreview | null
  readonly signal: AbortSignal
}

/**
 * The outcome of a form by the rules of its remote. @throws AppError gateway/no-form; gateway/signed-out, gateway/session-unknown or
 * gateway/forbidden when it is not for its sender; gateway/… when its definition cannot be loaded
 */
export async function receiveForm(
  { forms, catalogues }: FormRemote,
  form: ReceivedForm,
  { config, platformClient, sanitise, onProblem }: GatewayParts,
): Promise<FormOutcome> {
  const { sender, preview, ...received } = form
  const { language, signal, provider } = received
  const { session } = sender
  const limits = { ...platformClient.limits, callDeadlineMs: config.forms.loadMs }
  const chosen = chooseMessages(catalogues ? { catalogues } : {}, {
    language,
    primaryLanguage: config.languages.primary,
  })
  const clientFor = (own: ContentRequest) =>
    createContentClient({
      config,
      platformClient: { ...platformClient, limits },
      request: { signal, language, ...(preview?.hasDrafts && { versionStatus: 'latest' }), ...own },
    })
  try {
    const outcome = await forms.receive({
      ...received,
      messages: chosen.messages,
      client: withOwnForms(clientFor({}), session && clientFor(ownRequest(session, config.platformCookies))),
      sanitise,
    })
    if (outcome.kind === 'accepted' && outcome.problem !== undefined) onProblem(outcome.problem)
    return outcome
  } catch (thrown) {
    if (signal.aborted) throw thrown
    // `instanceof` does not work here: each release of a remote bundles its own error classes.
    const { status } = (thrown ?? {}) as { readonly status?: unknown }
    if (status === 404) throw gatewayError('gateway/no-form', { cause: thrown })
    if (provider === FORMS_API && status === 401) throw signedOut(sender)
    if (provider === FORMS_API && status === 403) throw gatewayError('gateway/forbidden', { cause: thrown })
    throw asUnavailable(toAppError(thrown))
  }
}

/** A form definition that could not be loaded is a failure of the platform, not of the visitor. */
const asUnavailable = (error: AppError): AppError =>
  error.code.startsWith('gateway/')
    ? error
    : gatewayError(error.code === 'content/timeout' ? 'gateway/timeout' : 'gateway/unavailable', {
        cause: error,
      })

/** The provider whose forms may require permission; those of the classic module are anonymous. Source: reference forms 3.1. */
const FORMS_API = 'forms-api'

/**
 * Forms of the Forms API have drafts: their answers are checked in a preview and not sent, since the published form would get them. Source:
 * docs/decisions/0046. @throws AppError gateway/preview
 */
export function refusePreview({ provider, preview }: Pick<ReceivedForm, 'provider' | 'preview'>): void {
  if (preview && provider === FORMS_API) throw gatewayError('gateway/preview')
}

const signedOut = ({ failure }: Sender): AppError =>
  gatewayError(failure ? 'gateway/session-unknown' : 'gateway/signed-out')

/** A form that was accepted, with what is needed to send it. */
export interface Sending extends FormName {
  readonly sender: Sender
  readonly outcome: Extract<FormOutcome, { readonly kind: 'accepted' }>
  readonly idempotencyKey: string | null
}

/** The platform's answer, and the result of the custom post to another site. */
export interface Sent {
  readonly answer: FormAnswer
  readonly answered: FormAnswered
  readonly customPost: CustomPosted | null
}

/** Sends a form to the platform, then to the custom post address of its answer, even when its visitor leaves. @throws AppError gateway/… */
export async function sendForm(
  { forms }: FormRemote,
  { provider, outcome, idempotencyKey, sender }: Sending,
  { platform, customPost, verifyCaptcha }: GatewayParts,
): Promise<Sent> {
  const { post } = outcome
  if (!/^\/(?!\/)[\w%./?=&-]+$/.test(post.path) || post.path.includes('..'))
    throw gatewayError('gateway/malformed', { details: { reason: 'a path that is none' } })
  const checked = verifyCaptcha ? withoutCaptcha(post) : post
  const own = provider === FORMS_API ? asSender(checked, sender) : checked
  const answer = await platform.post(own, idempotencyKey)
  const answered = await forms.readAnswer(provider, answer, outcome.state)
  const url = answered.isSuccess ? answered.customPostUrl : null
  return { answer, answered, customPost: url === null ? null : await customPost(url, post, idempotencyKey) }
}

/** A post with the credentials of its sender. The custom post is made without them. */
const asSender = (post: FormPost, { session }: Sender): FormPost =>
  session ? { ...post, headers: { ...post.headers, authorization: `Bearer ${session.bearerToken}` } } : post

/** Verifies the captcha of a form that requires one. @throws AppError gateway/captcha-… */
export async function checkCaptcha(
  fields: Pairs,
  address: string,
  { outcome, idempotencyKey, signal }: Sending & { readonly signal: AbortSignal },
  { verifyCaptcha }: Pick<GatewayParts, 'verifyCaptcha'>,
): Promise<void> {
  if (!outcome.needsCaptcha || !verifyCaptcha) return
  await verifyCaptcha({ token: captchaToken(fields), address, idempotencyKey, signal })
}

/** Any visible ASCII characters; the content system refuses keys that are too long. */
const KEY = /^[\u0021-\u007e]+$/

/** The idempotency key of a submission: the content system stores it only once under this key. @throws AppError request/malformed */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return null
  if (typeof key !== 'string' || !KEY.test(key)) throw requestError('request/malformed')
  return key
}

/**
 * The idempotency key, made specific to these answers. After a lost answer a visitor may change a field and send again. The content system
 * refuses a known key with another body, so other answers get another key.
 */
export function submissionKey(key: string | null, post: FormPost): string | null {
  if (key === null) return null
  const facts = JSON.stringify([key, withoutCaptcha(post).body])
  return createHash('sha256').update(facts).digest('base64url')
}

/**
 * The sender of a form. On a page that was rendered for a signed-in user a form needs a session.
 * @throws AppError gateway/signed-out, gateway/session-unknown
 */
export async function readSender(request: FastifyRequest, sessions: SessionReader): Promise<Sender> {
  const session = await sessions.read(request)
  const sender = { session, failure: sessions.failureOf(request) }
  if (request.headers[MADE_FOR_HEADER] === 'member' && !session) throw signedOut(sender)
  return sender
}

/** The language of the page that a post came from. */
export const languageOf = ({ headers }: FastifyRequest, { languages }: SiteConfig): string =>
  languageOfPath(URL.parse(headers.referer ?? '')?.pathname ?? '/', languages).language

/** What visitors read about a refusal. Errors without such a text are failures of this site, and nothing for visitors. */
export function refusalText(
  { code }: AppError,
  language: string,
  { languages }: Pick<SiteConfig, 'languages'>,
): string {
  const { formRefusals } = messagesFor(language, languages.primary)
  return (formRefusals as Readonly<Record<string, string>>)[code] ?? formRefusals['gateway/unavailable']
}
