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

/** Languages that write a number below a thousand as JavaScript does. */
const PLAIN = /^(cy|de|en|es|fr|ga|gd|it|nl|pl|pt)\b/
const GROUPED = 1000

/** How a language speaks of numbers, from the platform's own data (`Intl`), which is loaded when a number needs it. */
export function formatsOf(language: string): Formats {
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  const isPlain = PLAIN.test(language)
  return {
    plural: (count, forms) => forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other,
    // Chromium knows the plurals of every language but the numbers of some only: without a second choice it would take the browser's own.
    // The first number format of a page takes Chromium 20 ms, and a phone four times as long, while a list with its counts is hydrated.
    number: (value) =>
      isPlain && Number.isInteger(value) && value >= 0 && value < GROUPED
        ? String(value)
        : (numbers ??= new Intl.NumberFormat([language, DEFAULT_LANGUAGE])).format(value),
  }
}
