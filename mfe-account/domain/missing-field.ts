import type { AccountField } from '@tessera/shared/contract'
import type { Refusal } from './read-answer.ts'

/** The refusal of a request without one of its required fields, with the given message; null when none is missing. */
export function missingField(
  fields: Readonly<Record<string, string | undefined>>,
  needed: readonly AccountField[],
  message: string,
): Refusal | null {
  const issues = needed
    .filter((field) => (fields[field] ?? '') === '')
    .map((field) => ({ field, code: 'missing' as const }))
  return issues.length > 0 ? { issues, error: { message }, waitSeconds: null } : null
}
