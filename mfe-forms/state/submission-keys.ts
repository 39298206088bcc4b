import type { FormValues } from '../domain/form-definition.ts'

/** Idempotency keys of submissions, by form. */
export interface SubmissionKeys {
  /** The key of these values: the same as before while they were not accepted, so that a repeated post is stored once. */
  keyFor(formId: string, values: FormValues): { readonly key: string; readonly isRepeated: boolean }
  /** The submission was accepted: the next one has another key, whatever its values. */
  accepted(formId: string): void
}

/** No submission yet. Other values are another submission, since the first one may have been stored without an answer. */
export function createSubmissionKeys(newKey: () => string): SubmissionKeys {
  const open = new Map<string, { readonly values: string; readonly key: string }>()
  return {
    keyFor(formId, values) {
      const text = JSON.stringify(values)
      const known = open.get(formId)
      if (known?.values === text) return { key: known.key, isRepeated: true }
      const key = newKey()
      open.set(formId, { values: text, key })
      return { key, isRepeated: false }
    },
    accepted: (formId) => void open.delete(formId),
  }
}
