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

/** How a language speaks of numbers, from the platform's own data (`Intl`), which is loaded when a number is first spoken of. */
export function formatsOf(language: string): Formats {
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  return {
    plural: (count, forms) => forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other,
    // Chromium knows the plurals of every language but the numbers of some only: without a second choice it would take the browser's own.
    number: (value) => (numbers ??= new Intl.NumberFormat([language, DEFAULT_LANGUAGE])).format(value),
  }
}

/** Of numbers in digits, up to three of them. */
const FEW_DIGITS = /^\d{1,3}$/

/**
 * The same for a language that writes a number below a thousand as JavaScript does. The first number format of a page takes
 * Chromium 20 ms, and a phone four times as long, while a list with its counts is hydrated: small counts go without.
 */
export function plainFormatsOf(language: string): Formats {
  const formats = formatsOf(language)
  const number = (value: number): string => {
    const digits = String(value)
    return FEW_DIGITS.test(digits) ? digits : formats.number(value)
  }
  return { ...formats, number }
}
