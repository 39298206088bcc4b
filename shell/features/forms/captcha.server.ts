import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FormRules } from '@tessera/shared/config'
import { AppError, type FormPost, type Json } from '@tessera/shared/contract'
import { gatewayError } from '../../errors.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import type { Outbound } from './outbound.server.ts'
import type { Pairs } from './multipart.server.ts'

/** A solved captcha, as it was posted with a form. */
interface Solved {
  readonly token: string | null
  readonly address: string
  /** Idempotency key of the submission: a retry with the same key may use the same token again. */
  readonly idempotencyKey: string | null
  readonly signal: AbortSignal
}

/** The rules of a site that verifies captchas itself. */
type CaptchaRules = Pick<
  FormRules['captcha'],
  'action' | 'hostnames' | 'minScore' | 'onTimeout' | 'timeoutMs'
> & { readonly verifyUrl: string }

/** Verifies a captcha; rejects when it is refused. Null takes its place where the platform verifies captchas. */
export type VerifyCaptcha = (solved: Solved) => Promise<void>

interface Parts {
  readonly secret: string
  /** Origin of the other site that the secret belongs to. Used tokens are remembered for each origin separately. */
  readonly origin?: string
  readonly store: Pick<SharedStore, 'claim' | 'delete' | 'get' | 'set'>
  readonly outbound: Outbound
  /** Called when the verifier gave no usable answer; the error contains neither secret nor token. */
  readonly onUnavailable: (error: AppError) => void
}

/** Tokens expire after two to five minutes; used ones are remembered for longer than that. */
const SEEN_MS = 15 * 60_000
/** A claim on a token outlasts the verifier's deadline by this; it ends by itself if the process ends while it verifies. */
const CLAIM_MARGIN_MS = 5_000
const POLL_MS = 50
const MAX_TOKEN = 8_192

/**
 * A function that asks the verifier. @throws AppError gateway/captcha-unsolved, gateway/captcha-refused, gateway/captcha-unavailable
 * Source: reference forms 4.7; the calls of reCAPTCHA, hCaptcha and Turnstile are the same.
 */
export function createVerifier(
  rules: CaptchaRules,
  { secret, origin = '', store, outbound, onUnavailable }: Parts,
): VerifyCaptcha {
  const ask = async ({ token, address, signal }: Solved): Promise<boolean> => {
    const body = new URLSearchParams({ secret, response: token ?? '', remoteip: address })
    const { status, json } = await outbound.send({
      method: 'POST',
      url: rules.verifyUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: body.toString(),
      deadlineMs: rules.timeoutMs,
      signal,
    })
    if (status !== 200 || typeof json !== 'object' || json === null)
      throw gatewayError('gateway/captcha-unavailable', { details: { status } })
    return isGood(json as Readonly<Record<string, Json | undefined>>, rules)
  }
  /** Claims a token; false if it is verified already, for the same submission. Waits while an equal post is being verified. */
  const claimToken = async (key: string, owner: string, signal: AbortSignal): Promise<boolean> => {
    const pending = `pending ${owner}`
    const end = performance.now() + rules.timeoutMs
    while (!(await store.claim(key, pending, rules.timeoutMs + CLAIM_MARGIN_MS))) {
      const found = await store.get(key)
      if (owner !== '' && found === owner) return false
      if (owner === '' || (found !== null && found !== pending))
        throw gatewayError('gateway/captcha-refused', { details: { reason: 'used before' } })
      if (performance.now() > end)
        throw gatewayError('gateway/captcha-unavailable', { details: { reason: 'still being verified' } })
      await wait(POLL_MS, undefined, { signal })
    }
    return true
  }
  return async (solved) => {
    const { token, idempotencyKey } = solved
    if (token === null || token === '' || token.length > MAX_TOKEN)
      throw gatewayError('gateway/captcha-unsolved')
    const key = `form-captcha:${origin}${createHash('sha256').update(token).digest('base64url')}`
    const owner = idempotencyKey ?? ''
    if (!(await claimToken(key, owner, solved.signal))) return
    let isHuman: boolean
    try {
      isHuman = await ask(solved)
    } catch (thrown) {
      await store.delete(key)
      if (solved.signal.aborted) throw thrown
      const error = gatewayError('gateway/captcha-unavailable', {
        details: { reason: thrown instanceof AppError ? thrown.code : 'unknown' },
      })
      onUnavailable(error)
      if (rules.onTimeout === 'refuse') throw error
      return
    }
    // A retry of the same submission may use a verified token again, but not a refused one.
    await store.set(key, isHuman ? owner : '', SEEN_MS)
    if (!isHuman) throw gatewayError('gateway/captcha-refused')
  }
}

/** Services differ in the fields beside `success`: each field that the site's rules name must be present and fit. */
function isGood(
  { success, hostname, action, score }: Readonly<Record<string, Json | undefined>>,
  rules: CaptchaRules,
): boolean {
  return (
    success === true &&
    (rules.hostnames.length === 0 || rules.hostnames.includes(String(hostname ?? '').toLowerCase())) &&
    (rules.action === undefined || action === rules.action) &&
    (rules.minScore === undefined || (typeof score === 'number' && score >= rules.minScore))
  )
}

const FIELD = 'captchaResponse'
const HEADER = 'g-recaptcha-response'

/** The captcha token of a Forms API post, from its header, as a field like that of a classic form. Source: reference forms 3.1. */
export function captchaPairs({ [HEADER]: token }: IncomingHttpHeaders): Pairs {
  return typeof token === 'string' ? [[FIELD, JSON.stringify({ Response: token })]] : []
}

/** The token of a post. Source: specification 7, Form calls 3. */
export function captchaToken(pairs: Pairs): string | null {
  const text = pairs.find(([name]) => name === FIELD)?.[1]
  if (text === undefined) return null
  try {
    const { Response: token } = JSON.parse(text) as { readonly Response?: unknown }
    return typeof token === 'string' ? token : null
  } catch {
    return null // without a token the verifier is not called
  }
}

/** A post without its captcha token: a token that was verified here is used up, and the platform would refuse it. */
export function withoutCaptcha(post: FormPost): FormPost {
  const headers = Object.fromEntries(Object.entries(post.headers).filter(([name]) => name !== HEADER))
  if (!post.contentType.startsWith('application/x-www-form-urlencoded')) return { ...post, headers }
  const pairs = new URLSearchParams(post.body)
  pairs.delete(FIELD)
  return { ...post, headers, body: pairs.toString() }
}
