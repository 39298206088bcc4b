import { sessionError } from '../errors.ts'

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
export interface IdentityCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
  readonly deadlineMs: number
}

/** Ask the platform's security side. Rejects with AppError session/unavailable when there is no answer to be had. */
export type IdentityFetch = (url: string, call: IdentityCall) => Promise<IdentityAnswer>

/** Answers are small: a token, a user, a hundred groups. */
const MAX_BYTES = 256 * 1024

/** One call, one answer, no redirects followed, nothing kept: with these calls a second try is never harmless. */
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
