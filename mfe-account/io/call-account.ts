import { accountError } from '../errors.ts'
import type { AccountAnswer } from '../domain/read-answer.ts'

/** Deadline of an answer, in milliseconds; long, because hashing a password takes time. */
const DEADLINE_MS = 15_000

/** A request to an account endpoint: a POST with JSON, or without fields a GET. */
export interface AccountCall {
  readonly url: string
  readonly fields?: Readonly<Record<string, string | undefined>>
}

/** Calls an account endpoint of the host and returns its answer, whatever the status. */
export type CallAccount = (question: AccountCall) => Promise<AccountAnswer>

/**
 * Sends JSON; the body of an answer without JSON is undefined.
 * @throws AppError account/no-answer (offline, disconnected), account/timed-out
 */
export const callAccount: CallAccount = async ({ url, fields }) => {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  try {
    const response = await fetch(url, { ...(fields ? asPost(fields) : ASK), signal })
    return {
      status: response.status,
      statusText: response.statusText,
      body: readJson(await response.text()),
      retryAfter: response.headers.get('retry-after'),
    }
  } catch (cause) {
    throw accountError(signal.aborted ? 'account/timed-out' : 'account/no-answer', { cause })
  }
}

/** Redirects are errors, since they would lead to a page instead of JSON. */
const ASK = { headers: { accept: 'application/json' }, redirect: 'error', cache: 'no-store' } as const

const asPost = (fields: object): RequestInit => ({
  ...ASK,
  method: 'POST',
  headers: { ...ASK.headers, 'content-type': 'application/json' },
  body: JSON.stringify(fields),
})

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
