import { MADE_FOR_HEADER } from '@tessera/shared/config'
import type { PageState } from '@tessera/shared/contract'
import { formsError } from '../errors.ts'
import { readPostAnswer, type PostAnswer } from '../domain/post-answer.ts'

/** How long an answer may take, in milliseconds; the host's own deadline is shorter. */
const DEADLINE_MS = 20_000

/** Headers for this site only, besides the fields. */
export interface PostOptions {
  /** The user whose page holds the form. */
  readonly madeFor?: PageState['madeFor']
  /** The same for the same submission sent again: it is stored once. */
  readonly idempotencyKey?: string
}

/** Send a form's fields, url-encoded, and read the answer. */
export type PostForm = (
  url: string,
  fields: readonly (readonly [string, string])[],
  options?: PostOptions,
) => Promise<PostAnswer>

/**
 * Posts a form. An answer that is not JSON is judged by its status alone.
 * @throws AppError forms/no-answer, forms/timed-out
 */
export const postForm: PostForm = async (url, fields, { madeFor, idempotencyKey } = {}) => {
  const body = new URLSearchParams(fields.map(([key, value]) => [key, value]))
  const response = await send(url, body, {
    ...(madeFor && { [MADE_FOR_HEADER]: madeFor }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  })
  return readPostAnswer(response.status, await response.json().catch(() => null))
}

async function send(
  url: string,
  body: URLSearchParams,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
  } catch (cause) {
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw formsError(isTimeout ? 'forms/timed-out' : 'forms/no-answer', { cause })
  }
}

/** A new idempotency key: 128 random bits. Not `randomUUID`, which pages without TLS do not have. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
