import { MADE_FOR_HEADER } from '@tessera/shared/config'
import {
  FORM_FIELD,
  FORM_TRAP_HEADER,
  type FormGate,
  type FormPost,
  type PageState,
} from '@tessera/shared/contract'
import { isObject } from '../domain/field-value.ts'
import { formsError } from '../errors.ts'
import type { FormsEndpoint } from './forms-endpoint.ts'

/** How long an answer may take, in milliseconds. */
const DEADLINE_MS = 60_000

/** What is sent in headers besides the fields, to this site only. */
export interface PostOptions {
  /** The user whom the page with the form was made for. */
  readonly madeFor?: PageState['madeFor']
  /** The same for the same submission sent again: it is stored once. */
  readonly idempotencyKey?: string
  /** `{provider}/{formId}`: for the server's own validation of the answers. */
  readonly form?: string
  /** What the host requires of every form. */
  readonly gate?: FormGate | null
  /** Whether the honeypot field, which visitors do not see, is filled in. */
  readonly isBot?: boolean | undefined
  /** Called with new values of the gate's hidden fields when the host has refused those of the page as too old. */
  readonly renewHidden?: (hidden: FormGate['hidden']) => void
}

/** An answer before it is read; `body` is null if it is not JSON. */
export interface RawAnswer {
  readonly status: number
  readonly body: unknown
}

/** Send a form's fields. */
export type PostForm = (post: FormPost, options?: PostOptions) => Promise<RawAnswer>

/**
 * Posts a form. An error with a code is the host's: the content system was too slow, could not be reached, or gave an unusable answer. An
 * error of the content system itself has no code, and counts as an answer.
 * @throws AppError forms/no-answer, forms/timed-out, forms/changed
 */
export const createPostForm =
  (endpoint: FormsEndpoint): PostForm =>
  async (post, { madeFor, idempotencyKey, form, gate, isBot, renewHidden } = {}) => {
    const response = await send(endpoint, post, {
      'content-type': post.contentType,
      ...post.headers,
      ...(madeFor && { [MADE_FOR_HEADER]: madeFor }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(form && { [FORM_FIELD]: form }),
      ...gate?.hidden,
      ...(isBot && { [FORM_TRAP_HEADER]: '1' }),
    })
    const body: unknown = await response.json().catch(() => null)
    const noAnswer = noAnswerCode(response.status, body)
    if (noAnswer) throw formsError(noAnswer)
    if (isChanged(response.status, body)) throw formsError('forms/changed')
    const hidden = readHidden(body)
    if (hidden) renewHidden?.(hidden)
    return { status: response.status, body }
  }

/** The new hidden fields of a refusal; null in any other answer. */
function readHidden(body: unknown): FormGate['hidden'] | null {
  if (!isObject(body) || body['code'] !== 'gateway/outdated' || !isObject(body['hidden'])) return null
  const { hidden } = body
  return Object.values(hidden).every((value) => typeof value === 'string')
    ? (hidden as FormGate['hidden'])
    : null
}

const isChanged = (status: number, body: unknown): boolean =>
  status === 409 && (body as { readonly code?: unknown } | null)?.code === 'gateway/changed'

/** The error code for a response that means no answer; null for an answer. Source: specification 8, network failures. */
function noAnswerCode(status: number, body: unknown): 'forms/no-answer' | 'forms/timed-out' | null {
  if (status === 504) return 'forms/timed-out'
  const { code, errors } = (body ?? {}) as { readonly code?: unknown; readonly errors?: unknown }
  if (code === 'gateway/unavailable') return 'forms/no-answer'
  const hasErrors = code === undefined && Array.isArray(errors) && errors.length > 0
  return status === 502 && !hasErrors ? 'forms/no-answer' : null
}

async function send(
  endpoint: FormsEndpoint,
  { path, body }: FormPost,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    const response = await fetch(endpoint.urlFor(path), {
      ...endpoint.fetchOptions,
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    endpoint.saveGrant(response.headers)
    return response
  } catch (cause) {
    const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
    throw formsError(isTimeout ? 'forms/timed-out' : 'forms/no-answer', { cause })
  }
}
