import type { FormsMessages } from '../messages/index.ts'
import type { Field } from './form-definition.ts'

/** The counter's text for a field with length rules; null without any. Source: specification 5, Character counter hints. */
export function characterCount(
  { minLength: min, maxLength: max }: Field,
  length: number,
  messages: FormsMessages,
): string | null {
  const range = messages.range(min ?? null, max ?? null)
  if (range === null) return null
  if (min && length < min) return `${messages.charactersRequired(min - length)} ${range}`
  if (max !== undefined && length > max) return `${messages.charactersOver(length - max)} ${range}`
  if (max && length > 0) return `${messages.charactersRemaining(max - length)} ${range}`
  return range
}
