import type { FormsMessages } from '../messages/index.ts'
import type { Field } from './form-definition.ts'

/** Texts about the length of an input. */
export interface CharacterCount {
  /** How many characters are required, over the limit or remaining; empty if none of these applies. */
  readonly count: string
  readonly range: string
  readonly isOver: boolean
}

/** The counter of a field with length rules; null without any. Source: specification 5, Character counter hints. */
export function characterCount(
  { minLength: min, maxLength: max }: Field,
  text: string,
  messages: FormsMessages,
): CharacterCount | null {
  const range = messages.range(min ?? null, max ?? null)
  if (range === null) return null
  const { length } = text
  // Spaces round a text do not make it long enough.
  const missing = (min ?? 0) - text.trim().length
  const remaining = (max ?? length) - length
  return { count: countOf(), range, isOver: remaining < 0 }

  function countOf(): string {
    if (missing > 0) return messages.charactersRequired(missing)
    if (remaining < 0) return messages.charactersOver(-remaining)
    return max && length ? messages.charactersRemaining(remaining) : ''
  }
}
