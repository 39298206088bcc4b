import type { Field, TextFormat } from '../form-definition.ts'
import { asText } from '../field-value.ts'
import { isDate, isEmail, isTelephone, isWebsite } from '../text-rules.ts'
import {
  isBlank,
  isText,
  lineOf,
  onBlur,
  onChange,
  REQUIRED,
  textNamed,
  type FieldKind,
  type FieldProblem,
} from './field-kind.ts'

const FORMATS = {
  email: [isEmail, 'notEmail'],
  website: [isWebsite, 'notWebsite'],
  telephone: [isTelephone, 'notTelephone'],
} as const

/** Maximum length of a text, in characters, if its author has set none. */
export const MAX_TEXT = 100_000

/** Problems with the length of a text. Spaces round it do not make it long enough: they are not sent everywhere. */
export function lengthProblems(
  { minLength = 0, maxLength = MAX_TEXT }: Pick<Field, 'minLength' | 'maxLength'>,
  text: string,
): readonly FieldProblem[] {
  if (text.trim().length < minLength) return [onChange({ code: 'tooShort', limit: minLength })]
  return text.length > maxLength ? [onChange({ code: 'tooLong', limit: maxLength })] : []
}

/** A line or several lines of text, in these formats. */
export function textKind(...formats: readonly TextFormat[]): FieldKind {
  // Marks of direction, which nobody sees, come with copied telephone numbers. They are neither checked nor sent.
  const compared: FieldKind['compared'] = (field, value) => {
    const text = asText(field, value)
    return formats[0] || field.formats ? text.replace(/\p{Cf}/gu, '') : text
  }
  return {
    /** Missing, or wrong in length or format. A blank text counts as missing. */
    problems(field, value) {
      const text = compared(field, value)
      if (isBlank(text)) return field.isRequired ? [REQUIRED] : []
      return [
        ...lengthProblems(field, text),
        ...formats.concat(field.formats ?? []).flatMap((format) => {
          const [isValid, code] = FORMATS[format]
          return isValid(text.trim()) ? [] : onChange({ code })
        }),
      ]
    },
    posted: (field, entries) => textNamed(entries, field.id),
    parsed: (_field, value) => (isText(value) ? value : null),
    compared,
    lines: (field, value) => asText(field, value).split('\n').flatMap(lineOf),
  }
}

const plain = textKind()

/** A number as it was typed, since its length counts characters. Text that is no number is no answer, and is never dropped unseen. */
export const numberKind: FieldKind = {
  ...plain,
  problems: (field, value) => [
    ...plain.problems(field, value),
    ...(isNumber(asText(field, value), field)
      ? []
      : [onBlur({ code: field.json === 'integer' ? 'notInteger' : 'notNumber' })]),
  ],
  // A number control can hold nothing else.
  parsed: (_field, value) => (isText(value) && isNumber(value) ? value : null),
}

const isNumber = (text: string, { json }: Pick<Field, 'json'> = {}): boolean =>
  isBlank(text) || (json === 'integer' ? Number.isInteger : Number.isFinite)(Number(text))

/** A day as yyyy-mm-dd, with a time if the field has one; problems are shown after the field was left. */
export const dateKind: FieldKind = {
  ...plain,
  problems(field, value) {
    const text = asText(field, value).trim()
    if (text === '') return field.isRequired ? [REQUIRED] : []
    return isDate(text, field.hasTime) ? [] : [onBlur({ code: field.hasTime ? 'notPattern' : 'notDate' })]
  },
  // A date control can hold nothing else.
  parsed: (field, value) => (isText(value) && (value === '' || isDate(value, field.hasTime)) ? value : null),
  lines(field, value, { day }) {
    const text = asText(field, value).trim()
    if (!isDate(text, field.hasTime)) return lineOf(text)
    const [date = '', time] = text.split('T')
    return lineOf(day(date) + (time ? `, ${time}` : ''))
  },
}

/** A hidden field: its value comes from the page that holds the form, else from the form's author. */
export const hiddenKind: FieldKind = {
  ...plain,
  parsed: () => null,
  lines: () => [],
}

/** A heading between fields: nothing to fill in. */
export const sectionKind: FieldKind = {
  ...hiddenKind,
  problems: () => [],
  posted: () => null,
  compared: () => '',
}
