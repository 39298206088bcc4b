import type { AccountField } from '@tessera/shared/contract'
import type { Refusal } from './read-answer.ts'

/** The refusal of a request that lacks one of its fields, with the specified message; null when it has them all. */
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
