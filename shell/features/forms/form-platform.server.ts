import { isObject } from '@tessera/shared/content'
import { randomBytes } from 'node:crypto'
import type { FormRules } from '@tessera/shared/config'
import {
  toAppError,
  type AppError,
  type FormAnswer,
  type FormPost,
  type Json,
  type JsonObject,
} from '@tessera/shared/contract'
import { createCircuitBreaker, retryAfterOf, type CircuitBreaker } from '@tessera/shared/io'
import { gatewayError } from '../../errors.ts'
import { writeMultipart, type Pairs } from './multipart.server.ts'
import { errorTexts, type Outbound, type OutboundAnswer } from './outbound.server.ts'
import type { StreamedFile } from './receive-file.server.ts'

/** A file as it is sent to the platform. Source: specification 7, Form calls 4. */
export interface PlatformFile {
  readonly elementId: string
  readonly formPostId: string
  readonly versionId: string
  readonly name: string
  readonly type: string
  readonly file: StreamedFile
}

/** The calls about forms to the content system. Each kind has a circuit breaker of its own. */
export interface FormPlatform {
  /** Forwards a post; with the key a retry is safe. @throws AppError gateway/… where no answer confirms that it was stored */
  post(post: FormPost, idempotencyKey: string | null): Promise<FormAnswer>
  /** Until `signal` aborts, if it is given. @throws AppError gateway/… */
  upload(file: PlatformFile, idempotencyKey: string | null, signal?: AbortSignal): Promise<void>
  /** Any 2xx is success. A last attempt is made also while its circuit breaker is open. Source: reference delivery-api 29. @throws AppError gateway/… */
  notify(versionId: string, formPostId: string, isLast?: boolean): Promise<void>
}

const MODULE = '/REST/UI/FormsModule'
const JSON_ONLY = { accept: 'application/json' } as const

export function createFormPlatform(
  cmsUrl: string,
  { postMs, uploadPath }: Pick<FormRules, 'postMs' | 'uploadPath'>,
  outbound: Outbound,
): FormPlatform {
  const now = () => performance.now()
  const breakers = {
    post: createCircuitBreaker(now),
    file: createCircuitBreaker(now),
    notice: createCircuitBreaker(now),
  }
  return {
    async post({ path, contentType, headers, body }, idempotencyKey) {
      const answer = await guarded(breakers.post, () =>
        outbound.send({
          method: 'POST',
          url: `${cmsUrl}${path}`,
          headers: {
            ...headers,
            ...JSON_ONLY,
            'content-type': contentType,
            ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
          },
          body,
          deadlineMs: postMs,
        }),
      )
      return readPosted(answer, path.startsWith(MODULE))
    },
    async upload(file, idempotencyKey, signal) {
      try {
        const url = `${cmsUrl}${uploadPath}`
        await sendFile({ url, deadlineMs: postMs, key: idempotencyKey }, file, (call) =>
          guarded(breakers.file, () =>
            outbound.send({
              ...call,
              signal: AbortSignal.any([...(signal ? [signal] : []), file.file.signal]),
            }),
          ),
        )
      } finally {
        file.file.drop()
      }
    },
    async notify(versionId, formPostId, isLast = false) {
      const url = `${cmsUrl}${MODULE}/sendnotification/${versionId}/${formPostId}`
      // A call without an answer may have been accepted: with the key its repetition notifies nobody twice.
      const headers = { ...JSON_ONLY, 'idempotency-key': `notice-${versionId}-${formPostId}` }
      const send = () => outbound.send({ method: 'POST', url, headers, body: '', deadlineMs: postMs })
      const answer = await (isLast ? send() : guarded(breakers.notice, send))
      if (answer.status < 200 || answer.status > 299) throw badAnswer(answer)
    },
  }
}

/** Sends one file as a streamed request body, which is completed only if the file passes its checks. */
async function sendFile(
  {
    url,
    deadlineMs,
    key,
  }: { readonly url: string; readonly deadlineMs: number; readonly key: string | null },
  { elementId, formPostId, versionId, name, type, file }: PlatformFile,
  send: (call: Omit<Parameters<Outbound['send']>[0], 'signal'>) => Promise<OutboundAnswer>,
): Promise<void> {
  const boundary = `tessera-${randomBytes(16).toString('hex')}`
  const fields: Pairs = [
    ['formElementID', elementId],
    ['formPostID', formPostId],
    ['formVersionID', versionId],
  ]
  const field = `jUploadFile${Date.now()}`
  const answer = await send({
    method: 'POST',
    url,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
    body: writeMultipart(boundary, fields, { field, name, type }, file.chunks),
    deadlineMs,
  })
  if (answer.status === 200 && answer.text.includes('success') && !reportsFailure(answer.json)) return
  if (answer.status === 413) throw gatewayError('gateway/file-too-large')
  if (answer.status === 415 || answer.status === 422) throw gatewayError('gateway/file-type')
  throw badAnswer(answer)
}

/**
 * The platform's answer to a post. Refusals are passed on; any answer that does not confirm that the post was stored is an error, such
 * as an HTML page with status 200 from a proxy in between. So are 401 and 403 for a form that is posted anonymously: its visitor could
 * not help it by signing in. Source: reference forms 1.20 D6.
 */
function readPosted(answer: OutboundAnswer, isAnonymous: boolean): FormAnswer {
  const { status, json } = answer
  if (status === 429)
    throw gatewayError('gateway/limited', { details: retryAfterOf(answer.headers['retry-after']) })
  if (isAnonymous && (status === 401 || status === 403)) throw badAnswer(answer)
  const isRefusal = status >= 400 && status < 500 && isObject(json)
  if (isRefusal) return { status, body: withCause(json) }
  if (status === 200 && isObject(json) && !reportsFailure(json)) return { status, body: json }
  const errors = errorsOf(answer)
  // Only the error messages of such an answer are shown to the visitor.
  if (errors.length > 0) return { status: status < 500 ? 422 : 502, body: { success: false, errors } }
  throw badAnswer(answer)
}

/** Whether an answer reports a failure and has no id of a stored post. */
function reportsFailure(json: Json | null): boolean {
  if (!isObject(json)) return false
  const { success, formPostId } = json as { readonly success?: Json; readonly formPostId?: Json }
  return success === false && !formPostId
}

/** A refusal whose only message is listed as its error. */
function withCause(refusal: JsonObject): JsonObject {
  const { message, errors = null } = refusal as { readonly message?: Json; readonly errors?: Json }
  const isSilent = errors === null || (Array.isArray(errors) && errors.length === 0)
  return !isSilent || typeof message !== 'string' ? refusal : { ...refusal, errors: [message] }
}

/** The platform's error messages, or the only message of a refusal with status 200. Those of crashes are not for visitors. */
function errorsOf({ status, json }: OutboundAnswer): readonly string[] {
  const body = isObject(json) ? json : {}
  const { errors } = (status === 200 ? withCause(body) : body) as { readonly errors?: Json }
  return errorTexts(errors)
}

const badAnswer = (answer: OutboundAnswer): AppError =>
  gatewayError('gateway/bad-answer', {
    details: { status: answer.status, isJson: answer.json !== null, errors: errorsOf(answer) },
  })

/** A call through a circuit breaker. Requests that visitors abort, and refusals with 4xx, do not count as failures of the platform. */
async function guarded(
  breaker: CircuitBreaker,
  call: () => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  const end = begin(breaker)
  try {
    const answer = await call()
    end(answer.status >= 500 || answer.status === 429 ? 'failed' : 'ok')
    return answer
  } catch (thrown) {
    const { code } = toAppError(thrown)
    end(code === 'gateway/timeout' || code === 'gateway/unreachable' ? 'failed' : 'unknown')
    throw thrown
  }
}

function begin(breaker: CircuitBreaker) {
  try {
    return breaker.begin()
  } catch (cause) {
    throw gatewayError('gateway/unavailable', { cause })
  }
}
