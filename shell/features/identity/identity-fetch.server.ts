import { createCircuitBreaker, jsonOf, readCapped, retryAfterOf } from '@tessera/shared/io'
import { sessionError, accountError } from '../../errors.ts'

/** A complete answer of one of the platform's security endpoints. */
export interface IdentityAnswer {
  readonly status: number
  readonly statusText: string
  /** The parsed body; null when it is not JSON. */
  readonly data: unknown
  /** The body as text, capped; for errors that come without JSON. */
  readonly text: string
  readonly classicToken: string | null
  /** Seconds of `Retry-After`; absent where the platform names none. */
  readonly retryAfterSeconds?: number
}

/** How long to wait, as details of an error; none where the platform names no time. */
export const waitDetails = ({
  retryAfterSeconds,
}: Pick<IdentityAnswer, 'retryAfterSeconds'>): {
  readonly details?: { readonly retryAfterSeconds: number }
} => (retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } })

/** Method, headers, body and deadline of a call. */
interface IdentityCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  readonly deadlineMs: number
}

/** Calls a security endpoint. Rejects with AppError session/unavailable when there is no usable answer. */
export type IdentityFetch = (url: string, call: IdentityCall) => Promise<IdentityAnswer>

/** Answers are small: a token, a user, a hundred groups. */
const MAX_BYTES = 256 * 1024
const tooLarge = () => new Error(`an answer of more than ${MAX_BYTES} bytes`)

/** One call without redirects, cache and retries, because these calls change state. */
export const identityFetch: IdentityFetch = async (url, { method, headers, body, deadlineMs }) => {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = (await readCapped(response.body, MAX_BYTES, tooLarge)).toString()
    return {
      status: response.status,
      statusText: response.statusText,
      data: jsonOf(text),
      text,
      classicToken: response.headers.get('x-contensis-classic-token'),
      ...retryAfterOf(response.headers.get('retry-after')),
    }
  } catch (cause) {
    throw sessionError('session/unavailable', { cause })
  }
}

/**
 * Makes calls that pages wait for, through a circuit breaker. A call that is not made says, like one that fails, that the session cannot be
 * verified now: nobody is signed out, and what is known of the user is used. Refusals and odd answers about one user are no failures.
 */
export function withBreaker(fetchAnswer: IdentityFetch): IdentityFetch {
  const breaker = createCircuitBreaker(() => performance.now())
  const begin = () => {
    try {
      return breaker.begin()
    } catch (cause) {
      throw sessionError('session/unavailable', { cause })
    }
  }
  return async (url, call) => {
    const end = begin()
    const onFailure = (thrown: unknown): never => {
      end('failed')
      throw thrown
    }
    const answer = await fetchAnswer(url, call).catch(onFailure)
    end(answer.status === 429 || answer.status >= 500 ? 'failed' : 'ok')
    return answer
  }
}

/** The platform needs time to hash a password, and more when several requests wait for it. */
const DEADLINE_MS = 5_000

/** One call to the platform's security endpoints. */
export interface SecurityCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON; URLSearchParams are sent url-encoded. */
  readonly body?: object | URLSearchParams
  readonly contentType?: string
}

/** An answer: its status, its JSON if it had a body, and how long to wait. */
export type SecurityAnswer = Pick<IdentityAnswer, 'status' | 'data' | 'retryAfterSeconds'>

/** Makes calls to the platform's security endpoints. Tests count them. */
export type AskSecurity = (call: SecurityCall) => Promise<SecurityAnswer>

/**
 * One call with a deadline, without retries, because these calls change state.
 * @throws AppError account/unavailable for a platform that is slow, unreachable or failing
 */
export const askSecurity: AskSecurity = async ({
  method,
  url,
  headers,
  body,
  contentType = 'application/json',
}) => {
  // The URL may contain a user's name, so only the beginning of its path is logged.
  const details = { call: `${method} ${new URL(url).pathname.split('/').slice(0, 4).join('/')}` }
  const isJson = body !== undefined && !(body instanceof URLSearchParams)
  const sent = isJson ? JSON.stringify(body) : body
  const answer = await identityFetch(url, {
    method,
    headers: { ...(isJson ? { 'content-type': contentType } : {}), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    deadlineMs: DEADLINE_MS,
  }).catch((cause: unknown) => {
    throw accountError('account/unavailable', { cause, details })
  })
  const { status } = answer
  if (status >= 500) throw accountError('account/unavailable', { details: { ...details, status } })
  return answer
}
