import type { FormsMessages } from './en-GB.ts'

/** The words that the page holding a form may give it. Source: specification 2, localised phrases; reference forms 1.16. */
type PhraseName =
  'required' | 'optional' | 'step' | 'previousPage' | 'nextPage' | 'errorTitle' | 'fieldRequiredError'

/**
 * The catalogue with these phrases in place of its own. `fieldRequiredError` replaces the words "is a required field",
 * `fieldRequiredError:LABEL` all that is said of the field with that label.
 */
export function withPhrases(
  messages: FormsMessages,
  phrases: Readonly<Record<string, string>>,
): FormsMessages {
  const own = (name: PhraseName, given: string) => phrases[name] ?? given
  const { fieldRequiredError } = phrases
  const required = (label: string) =>
    fieldRequiredError ? `${label} ${fieldRequiredError}` : messages.required(label)
  return {
    ...messages,
    requiredMarker: own('required', messages.requiredMarker),
    optional: own('optional', messages.optional),
    step: own('step', messages.step),
    previous: own('previousPage', messages.previous),
    next: own('nextPage', messages.next),
    summaryTitle: own('errorTitle', messages.summaryTitle),
    required: (label) => phrases[`fieldRequiredError:${label}`] ?? required(label),
  }
}
