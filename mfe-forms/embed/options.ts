/** Options of a form that is embedded in a page of another site. */
export interface FormEmbedOptions {
  readonly formId: string
  /** `classic` unless given. */
  readonly provider?: string | undefined
  /** One of the site's languages; `en-GB` (DEFAULT_LANGUAGE) unless given. */
  readonly language?: string | undefined
  readonly showSteps?: boolean | undefined
  readonly hideRef?: boolean | undefined
  /** Values of hidden fields, by label. */
  readonly hiddenFormData?: Readonly<Record<string, string>> | undefined
}

/** Attributes of `<tessera-form>`. */
export const ATTRIBUTES = ['form-id', 'provider', 'language', 'show-steps', 'hide-ref'] as const

/** Options from attributes; null without the id of a form. */
export function readAttributes(attribute: (name: string) => string | undefined): FormEmbedOptions | null {
  const formId = attribute('form-id')
  return formId
    ? {
        formId,
        provider: attribute('provider'),
        language: attribute('language'),
        showSteps: isSet(attribute('show-steps')),
        hideRef: isSet(attribute('hide-ref')),
      }
    : null
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== 'false'
