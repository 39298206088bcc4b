import { accountError } from '../errors.ts'
import type { AccountAnswer } from '../domain/read-answer.ts'

/** How long an answer may take, in milliseconds: hashing a password takes its time. */
const DEADLINE_MS = 15_000

/** What is asked of an account endpoint: a post of JSON, or without fields a question. */
export interface AccountQuestion {
  readonly url: string
  readonly fields?: Readonly<Record<string, string | undefined>>
}

/** Ask an account endpoint of the host, and hand back what it said, whatever that was. */
export type AskAccount = (question: AccountQuestion) => Promise<AccountAnswer>

/**
 * Asks with JSON; an answer that is none has no body.
 * @throws AppError account/no-answer (offline, cut off), account/timed-out
 */
export const askAccount: AskAccount = async ({ url, fields }) => {
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

/** An endpoint that sends the browser elsewhere is none of ours any more: its answer would be a page. */
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
