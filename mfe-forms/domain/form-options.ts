import type { JsonObject } from '@tessera/shared/contract'

/** Options of a form from the page that holds it: the props of its slot. Source: reference forms 1.1. */
export interface FormOptions {
  readonly formId: string
  /** Identifies the form on its page, in state and actions: its id, and an instance if the same form is there twice. */
  readonly key: string
  /** `classic` unless given. */
  readonly provider: string
  readonly showSteps: boolean
  /** Whether the reference number is hidden from the visitor. */
  readonly hideRef: boolean
  /** Whether its fields are only rendered by script, as in the specification, and not in the server's markup. */
  readonly fieldsAfterMount: boolean
  /** Values of hidden fields, by label. */
  readonly hiddenFormData: Readonly<Record<string, string>>
  /** Parameters of the page's address that fill in text fields, by label. */
  readonly prefill: Readonly<Record<string, string>>
  /** The page's replacements for some of the form's messages. */
  readonly localisedPhrases: Readonly<Record<string, string>>
}

/** Does not occur in ids of forms and slots. */
const KEY_SEPARATOR = '~'

/** The id of the form with this key. */
export const formIdOf = (key: string): string => key.split(KEY_SEPARATOR)[0] ?? key

/** Reads the options; those of the wrong kind are taken as absent. */
export const readFormOptions = (props: JsonObject): FormOptions => ({
  formId: String(props['formId'] ?? ''),
  key: [props['formId'] ?? '', ...(props['instance'] ? [props['instance']] : [])].join(KEY_SEPARATOR),
  provider: String(props['provider'] ?? 'classic'),
  showSteps: props['showSteps'] === true,
  hideRef: props['hideRef'] === true,
  fieldsAfterMount: props['fieldsAfterMount'] === true,
  hiddenFormData: readTexts(props['hiddenFormData']),
  prefill: readTexts(props['prefill']),
  localisedPhrases: readTexts(props['localisedPhrases']),
})

const readTexts = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
      )
    : {}

/** Name of the hidden input with the key of the posted form, for a form that is on its page more than once. */
export const KEY_FIELD = 'form-key'
