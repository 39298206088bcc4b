import type { FormValues } from '../domain/form-definition.ts'

/** What is sent: all values, or those of them that a stored post still depends on. */
interface Sending {
  readonly values: FormValues
  /** The values but for files. */
  readonly answers: FormValues
  /** Whether the post has been stored: then only other answers are another submission. */
  readonly isStored: boolean
}

/** Idempotency keys of submissions, by form. */
export interface SubmissionKeys {
  /** The key of these values: the same as before while they were not accepted, so that a repeated post is stored once. */
  keyFor(formId: string, sending: Sending): { readonly key: string; readonly isRepeated: boolean }
  /** The submission was accepted: the next one has another key, whatever its values. */
  accepted(formId: string): void
}

/** No submission yet. Other values are another submission, since the first one may have been stored without an answer. */
export function createSubmissionKeys(newKey: () => string): SubmissionKeys {
  const open = new Map<string, { readonly values: string; readonly answers: string; readonly key: string }>()
  return {
    keyFor(formId, sending) {
      const [values, answers] = [JSON.stringify(sending.values), JSON.stringify(sending.answers)]
      const known = open.get(formId)
      if (known && (sending.isStored ? known.answers === answers : known.values === values))
        return { key: known.key, isRepeated: true }
      const key = newKey()
      open.set(formId, { values, answers, key })
      return { key, isRepeated: false }
    },
    accepted: (formId) => void open.delete(formId),
  }
}
