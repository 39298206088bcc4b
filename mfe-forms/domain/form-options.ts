import type { JsonObject } from '@tessera/shared/contract'

/** What the page that holds a form says of it: the props of its slot. Source: reference forms 1.1. */
export interface FormOptions {
  readonly formId: string
  /** Names the form on its page, in state and actions: its id, and which one it is where the same form stands there twice. */
  readonly key: string
  /** `classic` unless given. */
  readonly provider: string
  readonly showSteps: boolean
  /** Whether the reference number is kept from the visitor. */
  readonly hideRef: boolean
  /** Whether its fields come only once the script runs, as the specification has them, and not with the server's markup. */
  readonly fieldsAfterMount: boolean
  /** Values of hidden fields, by label. */
  readonly hiddenFormData: Readonly<Record<string, string>>
  /** Parameters of the page's address that fill in text fields, by label. */
  readonly prefill: Readonly<Record<string, string>>
  /** The page's own words for some of the form's. */
  readonly localisedPhrases: Readonly<Record<string, string>>
}

/** Ids of forms and slots have none. */
const KEY_SEPARATOR = '~'

/** Which form it is that a page knows by this key. */
export const formIdOf = (key: string): string => key.split(KEY_SEPARATOR)[0] ?? key

/** Read them; what is of the wrong kind is taken as absent. */
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

/** Name of the hidden input that says which one was posted, of a form that stands on its page more than once. */
export const KEY_FIELD = 'form-key'
