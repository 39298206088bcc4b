import type { AccountError, AccountIssue, AccountIssueCode } from '@tessera/shared/contract'
import { readIssue, readWait } from './read-issues.ts'
import { isOwnPath } from './return-path.ts'

/** An answer of an account endpoint, not validated yet. */
export interface AccountAnswer {
  readonly status: number
  readonly statusText: string
  /** The parsed JSON; undefined where the body is not JSON. */
  readonly body: unknown
  /** The header `Retry-After`. */
  readonly retryAfter: string | null
}

/** Why a form was refused, as its screen shows it. */
export interface FormRefusal {
  readonly issues: readonly AccountIssue[]
  /** How long to wait before the next attempt; null where the answer does not say. */
  readonly waitSeconds: number | null
}

/** A refusal with the error for the state of its request. */
export interface Refusal extends FormRefusal {
  /** With the message of the answer, unchanged. Source: specification 8. */
  readonly error: AccountError
}

/** Whether the request succeeded. */
export const isDone = ({ status }: AccountAnswer): boolean => status >= 200 && status < 300

/** The path of this site in an answer that has a further step; null in any other answer. */
export function readNextPath({ body }: AccountAnswer): string | null {
  const next = text(record(body)['next'])
  return next !== null && isOwnPath(next) ? next : null
}

/**
 * The refusal in an answer. Services put their message in `error.data[0]`, `error`, or the body itself; without one the message
 * is `defaultMessage`. Source: specification 7, Account and security calls.
 */
export function readRefusal(answer: AccountAnswer, defaultMessage: string): Refusal {
  const body = record(answer.body)
  const error = typeof body['error'] === 'string' ? { message: body['error'] } : record(body['error'] ?? body)
  const issues = list(error['issues']).flatMap(readIssue)
  return {
    issues: issues.length > 0 ? issues : issuesOf(answer.status),
    error: { message: messageOf(error) ?? messageOf(body) ?? defaultMessage, status: answer.status },
    waitSeconds: readWait(answer.retryAfter) ?? readWait(String(error['retryAfterSeconds'] ?? '')),
  }
}

/** The issue that follows from the status alone; empty for other statuses. */
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

/** The members of a value; none where it has none. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
