import { accountError } from '../errors.ts'
import { identityFetch } from '../session/identity-fetch.server.ts'

/** Hashing a password takes the platform a while, more so when several wait for it. */
const DEADLINE_MS = 5_000

/** One call to the platform's security endpoints. */
export interface SecurityCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON, or url-encoded when it is that. */
  readonly body?: object | URLSearchParams
  readonly contentType?: string
}

/** What came back: a status, and JSON where the answer had a body. */
export interface SecurityAnswer {
  readonly status: number
  readonly data: unknown
}

/** Makes calls to the platform's security endpoints. Tests count them. */
export type AskSecurity = (call: SecurityCall) => Promise<SecurityAnswer>

/**
 * Ask once, and wait for a bounded time. No retry: these calls change things.
 * @throws AppError account/unavailable for a platform that is slow, gone or failing
 */
export const askSecurity: AskSecurity = async ({
  method,
  url,
  headers,
  body,
  contentType = 'application/json',
}) => {
  // The address may name a user: of it only the path's family goes into the log.
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
  const { status, data } = answer
  if (status >= 500 || status === 429)
    throw accountError('account/unavailable', { details: { ...details, status } })
  return { status, data }
}
