import type { FormsMessages } from './en-GB.ts'

/**
 * The catalogue with the page's own phrases in place of its texts, by their names. `required` is the marker of a required field,
 * `fieldRequiredError` replaces the words "is a required field", `fieldRequiredError:LABEL` replaces the whole message for the field with
 * that label. Source: specification 2, localised phrases; reference forms 1.16.
 */
export function withPhrases(
  messages: FormsMessages,
  phrases: Readonly<Record<string, string>>,
): FormsMessages {
  const own = (text: unknown, phrase: string | undefined): unknown => {
    if (typeof text === 'object') return ownOf(text as object)
    return phrase === undefined || typeof text === 'string' ? (phrase ?? text) : () => phrase
  }
  const ownOf = <Part extends object>(part: Part) =>
    Object.fromEntries(Object.entries(part).map(([name, text]) => [name, own(text, phrases[name])])) as Part
  const { fieldRequiredError } = phrases
  const required = (label: string) =>
    fieldRequiredError ? `${label} ${fieldRequiredError}` : messages.required(label)
  return {
    ...ownOf(messages),
    requiredMarker: phrases['required'] ?? messages.requiredMarker,
    required: (label) => phrases[`fieldRequiredError:${label}`] ?? required(label),
  }
}
