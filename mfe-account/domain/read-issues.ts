import type { AccountField, AccountIssue, AccountIssueCode, AccountOutcome } from '@tessera/shared/contract'

// Objects instead of lists, so that the compiler reports a missing member.
const CODES: Readonly<Record<AccountIssueCode, true>> = {
  missing: true,
  invalid: true,
  'too-short': true,
  'too-long': true,
  'too-common': true,
  'too-personal': true,
  credentials: true,
  link: true,
  expired: true,
  limited: true,
  'cross-site': true,
  'no-answer': true,
  unavailable: true,
}
const FIELDS: Readonly<Record<AccountField, true>> = {
  username: true,
  password: true,
  firstName: true,
  lastName: true,
  email: true,
  userEmail: true,
  token: true,
  userId: true,
  currentPassword: true,
  newPassword: true,
  user: true,
}
const OUTCOMES: Readonly<Record<AccountOutcome, true>> = {
  sent: true,
  verified: true,
  changed: true,
  reset: true,
  registered: true,
  'signed-out': true,
  'session-over': true,
  'first-password': true,
}
/** Most issues that are read: more than any form can have. */
const MAX_ISSUES = 8
const MAX_WAIT_SECONDS = 86_400

const isOne = <K extends string>(table: Readonly<Record<K, true>>, text: unknown): text is K =>
  typeof text === 'string' && Object.hasOwn(table, text)

/** Issues in a query parameter, `field.code,code`. Unknown codes are dropped, so that a link cannot put text on the page. */
export const readIssues = (text: string | undefined): readonly AccountIssue[] =>
  (text ?? '')
    .split(',', MAX_ISSUES)
    .map((item) => item.split('.'))
    .flatMap((parts) => readIssue({ field: parts.at(-2) ?? null, code: parts.at(-1) }))

/** A list with the issue in an answer or URL; empty for anything else. With an unknown field it is an issue of the whole form. */
export function readIssue(value: unknown): readonly AccountIssue[] {
  if (typeof value !== 'object' || value === null) return []
  const { field, code } = value as { readonly field?: unknown; readonly code?: unknown }
  return isOne(CODES, code) ? [{ field: isOne(FIELDS, field) ? field : null, code }] : []
}

/** The outcome in a query parameter; null for anything else. */
export const readOutcome = (text: string | undefined): AccountOutcome | null =>
  isOne(OUTCOMES, text) ? text : null

/** Seconds to wait, from a query parameter or a header; null for anything else. */
export function readWait(text: string | null | undefined): number | null {
  const seconds = /^\d{1,6}$/.test(text ?? '') ? Number(text) : 0
  return seconds > 0 ? Math.min(seconds, MAX_WAIT_SECONDS) : null
}
