import { accountError } from '../errors.ts'

/** Hashing a password takes the platform a while, more so when several wait for it. */
const DEADLINE_MS = 5_000
/** A user or a token is small; more is not an answer to what was asked. */
const MAX_BYTES = 256 * 1024

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
 * Ask once, follow nothing, and wait for a bounded time and a bounded answer. No retry: these calls change things.
 * @throws AppError account/unavailable for a platform that is slow, gone, failing or not making sense
 */
export const askSecurity: AskSecurity = async ({ method, url, headers, body, contentType }) => {
  const isForm = body instanceof URLSearchParams
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined
          ? {}
          : {
              'content-type':
                contentType ?? (isForm ? 'application/x-www-form-urlencoded' : 'application/json'),
            }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body.toString() : JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const text = await readText(answer)
    if (answer.status >= 500 || answer.status === 429) throw new Error(`status ${answer.status}`)
    return { status: answer.status, data: text === '' ? null : (JSON.parse(text) as unknown) }
  } catch (cause) {
    // The address may name a user: of it only the path's family goes into the log.
    throw accountError('account/unavailable', { cause, details: { call: `${method} ${familyOf(url)}` } })
  }
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new Error('too large an answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const familyOf = (url: string): string => new URL(url).pathname.split('/').slice(0, 4).join('/')
