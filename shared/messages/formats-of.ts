import { DEFAULT_LANGUAGE } from '../content/index.ts'

/** A phrase in the forms that its language tells apart by number; `other` is said where a form is not given. */
export type PluralForms = Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>> & { other: string }
>

/** What a catalogue needs to speak of numbers. */
export interface Formats {
  /** The form that goes with a count. */
  readonly plural: (count: number, forms: PluralForms) => string
  readonly number: (value: number) => string
}

/** How a language speaks of numbers, from the platform's own data (`Intl`). */
export function formatsOf(language: string): Formats {
  const rules = new Intl.PluralRules(language)
  // Chromium knows the plurals of every language but the numbers of some only: without a second choice it would take the browser's own.
  const numbers = new Intl.NumberFormat([language, DEFAULT_LANGUAGE])
  return {
    plural: (count, forms) => forms[rules.select(count)] ?? forms.other,
    number: (value) => numbers.format(value),
  }
}
