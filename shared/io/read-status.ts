import type { AppError } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { contentError } from './errors.ts'

/**
 * What `read` makes of a 200; null for a 404 that the platform itself gave.
 * @throws AppError content/unauthorised, content/forbidden, content/failed, content/bad-answer
 */
export function readOrNull<T>(answer: Answer, read: (data: unknown) => T): T | null {
  if (answer.status !== 404) return read(dataOf(answer))
  // A gateway's HTML page is not the platform saying that something does not exist.
  if (!answer.isReadable)
    throw contentError('content/bad-answer', { details: { reason: '404 that is not JSON' } })
  return null
}

/** The data of a 200. @throws AppError content/unauthorised, content/forbidden, content/failed */
export function dataOf(answer: Answer): unknown {
  if (answer.status === 200) return answer.data
  throw refusal(answer)
}

function refusal({ status, data }: Answer): AppError {
  const details = { status, upstream: messageOf(data) }
  if (status === 401) return contentError('content/unauthorised', { details })
  if (status === 403) return contentError('content/forbidden', { details })
  // It is us that the platform has had enough of, not the visitor.
  return contentError('content/failed', { status: status === 429 ? 503 : status, details })
}

const messageOf = (data: unknown): string | null => {
  const message = (data as { readonly message?: unknown } | null)?.message
  return typeof message === 'string' ? message : null
}
