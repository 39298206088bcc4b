import { MADE_FOR_HEADER } from '@tessera/shared/config'
import { FORM_FIELD, type FormGate, type FormPost, type PageState } from '@tessera/shared/contract'
import { formsError } from '../errors.ts'

/** How long an answer may take, in milliseconds. */
const DEADLINE_MS = 60_000

/** Headers for this site only, besides the fields. */
export interface PostOptions {
  /** The user whose page holds the form. */
  readonly madeFor?: PageState['madeFor']
  /** The same for the same submission sent again: it is stored once. */
  readonly idempotencyKey?: string
  /** `{provider}/{formId}`: for the server's own look at the answers. */
  readonly form?: string
  /** What the host wants of every form. */
  readonly gate?: FormGate | null
}

/** An answer, unread; `body` is null where it is not JSON. */
export interface RawAnswer {
  readonly status: number
  readonly body: unknown
}

/** Send a form's fields. */
export type PostForm = (post: FormPost, options?: PostOptions) => Promise<RawAnswer>

/**
 * Posts a form. The host says 504 when the content system was too late, and 502 when it could not be reached.
 * @throws AppError forms/no-answer, forms/timed-out
 */
export const postForm: PostForm = async (post, { madeFor, idempotencyKey, form, gate } = {}) => {
  const response = await send(post, {
    'content-type': post.contentType,
    ...post.headers,
    ...(madeFor && { [MADE_FOR_HEADER]: madeFor }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    ...(form && { [FORM_FIELD]: form }),
    ...gate?.hidden,
  })
  if (response.status === 504) throw formsError('forms/timed-out')
  if (response.status === 502) throw formsError('forms/no-answer')
  return { status: response.status, body: await response.json().catch(() => null) }
}

async function send({ path, body }: FormPost, headers: Readonly<Record<string, string>>): Promise<Response> {
  try {
    return await fetch(path, {
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
