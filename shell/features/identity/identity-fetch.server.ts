import { sessionError, accountError } from '../../errors.ts'

/** What the platform's security side answered, read whole. */
export interface IdentityAnswer {
  readonly status: number
  readonly statusText: string
  /** The JSON of the body; null when it is none. */
  readonly data: unknown
  /** The body as text, capped; for errors that come without JSON. */
  readonly text: string
  readonly classicToken: string | null
}

/** What to ask of it. */
interface IdentityCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  readonly deadlineMs: number
}

/** Ask the platform's security side. Rejects with AppError session/unavailable when there is no answer to be had. */
export type IdentityFetch = (url: string, call: IdentityCall) => Promise<IdentityAnswer>

/** Answers are small: a token, a user, a hundred groups. */
const MAX_BYTES = 256 * 1024

/** One call without redirects, cache and retry: these calls change things. */
export const identityFetch: IdentityFetch = async (url, { method, headers, body, deadlineMs }) => {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
    })
    const text = await readCapped(response)
    return {
      status: response.status,
      statusText: response.statusText,
      data: parse(text),
      text,
      classicToken: response.headers.get('x-contensis-classic-token'),
    }
  } catch (cause) {
    throw sessionError('session/unavailable', { cause })
  }
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array
    size += bytes.length
    if (size > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // the status says what to make of it
  }
}

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
  // The address may name a user: only the beginning of its path is logged.
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
