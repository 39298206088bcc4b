import type { AccountError, AccountIssue, AccountIssueCode } from '@tessera/shared/contract'
import { readIssue, readWait } from './read-issues.ts'

/** An answer of an account endpoint, not validated yet. */
export interface AccountAnswer {
  readonly status: number
  readonly statusText: string
  /** What the JSON said; undefined where it was none. */
  readonly body: unknown
  /** The header `Retry-After`. */
  readonly retryAfter: string | null
}

/** Why a form was refused, as its screen shows it. */
export interface FormRefusal {
  readonly issues: readonly AccountIssue[]
  /** How long to wait before the next try; null where nothing says so. */
  readonly waitSeconds: number | null
}

/** The same, with the error of the request that was made. */
export interface Refusal extends FormRefusal {
  /** For the state of the request, word for word. Source: specification 8. */
  readonly error: AccountError
}

/** Whether the endpoint did what it was asked. */
export const isDone = ({ status }: AccountAnswer): boolean => status >= 200 && status < 300

/**
 * The refusal in an answer. Services put their message in `error.data[0]`, `error`, or the body itself; one that says nothing
 * is given `silence`. Source: specification 7, Account and security calls.
 */
export function readRefusal(answer: AccountAnswer, silence: string): Refusal {
  const body = record(answer.body)
  const error = typeof body['error'] === 'string' ? { message: body['error'] } : record(body['error'] ?? body)
  const issues = list(error['issues']).flatMap(readIssue)
  return {
    issues: issues.length > 0 ? issues : issuesOf(answer.status),
    error: { message: messageOf(error) ?? messageOf(body) ?? silence, status: answer.status },
    waitSeconds: readWait(answer.retryAfter) ?? readWait(String(error['retryAfterSeconds'] ?? '')),
  }
}

/** The reason for a refusal by its status alone; none where only the message tells. */
function issuesOf(status: number): readonly AccountIssue[] {
  const code = status >= 500 ? 'unavailable' : BY_STATUS[status]
  return code ? [{ field: null, code }] : []
}

const BY_STATUS: Readonly<Record<number, AccountIssueCode>> = {
  401: 'expired',
  403: 'cross-site',
  404: 'unavailable',
  429: 'limited',
}

function messageOf(error: Readonly<Record<string, unknown>>): string | null {
  const [first] = list(error['data'])
  return text(record(first)['message']) ?? text(error['message'])
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
