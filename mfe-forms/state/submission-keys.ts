import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
import { submissionFacts } from '../domain/submission-facts.ts'
import type { Drafts } from '../io/drafts.ts'

/** What is sent: all values, and those that a stored post still depends on. */
interface Sending {
  readonly definition: FormDefinition
  readonly values: FormValues
  /** The values without files. */
  readonly answers: FormValues
  /** Whether the post has been stored: then only other answers make another submission. */
  readonly isStored: boolean
}

/** Idempotency keys of submissions, by form. */
export interface SubmissionKeys {
  /**
   * The key of these values: the same as before as long as they were not accepted, so that a repeated post is stored once, also after the
   * page was loaded again.
   */
  keyFor(formId: string, sending: Sending): { readonly key: string; readonly isRepeated: boolean }
  /** The submission was accepted: the next one gets another key, whatever its values. */
  accepted(formId: string): void
}

/**
 * Creates the keys, without a submission. Other values get another key, since the first submission may have been stored without an answer.
 */
export function createSubmissionKeys(
  newKey: () => string,
  { readSubmission, saveSubmission }: Pick<Drafts, 'readSubmission' | 'saveSubmission'>,
): SubmissionKeys {
  const open = new Map<string, { readonly values: string; readonly answers: string; readonly key: string }>()
  const keyBefore = (formId: string, facts: string): string | null => {
    const kept = readSubmission(formId) as { readonly answers?: unknown; readonly key?: unknown } | null
    return kept?.answers === facts && typeof kept.key === 'string' ? kept.key : null
  }
  return {
    keyFor(formId, sending) {
      const [values, answers] = [JSON.stringify(sending.values), JSON.stringify(sending.answers)]
      const known = open.get(formId)
      if (known && (sending.isStored ? known.answers === answers : known.values === values))
        return { key: known.key, isRepeated: true }
      const facts = submissionFacts(sending.definition, sending.values)
      const key = (known ? null : keyBefore(formId, facts)) ?? newKey()
      open.set(formId, { values, answers, key })
      saveSubmission(formId, { answers: facts, key })
      return { key, isRepeated: false }
    },
    accepted(formId) {
      open.delete(formId)
      saveSubmission(formId, null)
    },
  }
}
