import { DEFAULT_LANGUAGE } from '../content/index.ts'

/** A phrase in the plural forms of its language; `other` is used for forms that are not given. */
export type PluralForms = Readonly<
  Partial<Record<Exclude<Intl.LDMLPluralRule, 'other'>, string>> & { other: string }
>

/** Number formatting for a catalogue. */
export interface Formats {
  /** The plural form for a count. */
  readonly plural: (count: number, forms: PluralForms) => string
  readonly number: (value: number) => string
}

/** Number formatting of a language by `Intl`, whose objects are created on first use. */
export function formatsOf(language: string): Formats {
  let rules: Intl.PluralRules | undefined
  let numbers: Intl.NumberFormat | undefined
  return {
    plural: (count, forms) => forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other,
    // Chromium has number formats for some languages only; without a fallback it would use the browser's own language.
    number: (value) => (numbers ??= new Intl.NumberFormat([language, DEFAULT_LANGUAGE])).format(value),
  }
}

/** Numbers of up to three digits. */
const FEW_DIGITS = /^\d{1,3}$/

/**
 * The same for a language that writes numbers below a thousand as JavaScript does: these need no number format. The first one of a page
 * takes Chromium 20 ms, and a phone four times as long, while a list with its counts is hydrated.
 */
export function plainFormatsOf(language: string): Formats {
  const formats = formatsOf(language)
  const number = (value: number): string => {
    const digits = String(value)
    return FEW_DIGITS.test(digits) ? digits : formats.number(value)
  }
  return { ...formats, number }
}
