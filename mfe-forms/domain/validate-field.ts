import type { FormsMessages } from './words.ts'
import { asText, chosen, partOf } from './field-value.ts'
import type { Field, FieldValue, PartName } from './form-model.ts'
import { fileExtension, isDate, isEmail, isHours, isMinutes, isTelephone, isWebsite } from './text-rules.ts'

/** One thing wrong with a field. */
export interface FieldError {
  readonly fieldId: string
  /** The part of an address, name or time that is wrong. */
  readonly part?: PartName
  readonly message: string
  /** Whether it shows at once, or only after the field has been left. Source: specification 5, Forms. */
  readonly when: 'onChange' | 'onBlur'
}

type Check = (
  field: Field,
  value: FieldValue | undefined,
  words: FormsMessages,
) => readonly Omit<FieldError, 'fieldId'>[]

/** Everything wrong with a field's value, with the messages of specification 5. */
export function validateField(
  field: Field,
  value: FieldValue | undefined,
  words: FormsMessages,
): readonly FieldError[] {
  const check = CHECKS[field.type] ?? checkText
  return check(field, value, words).map((error) => ({ fieldId: field.id, ...error }))
}

const onBlur = (message: string) => ({ message, when: 'onBlur' as const })
const onChange = (message: string) => ({ message, when: 'onChange' as const })
const inPart = (part: PartName, message: string) => ({ part, message, when: 'onBlur' as const })

const checkText: Check = (field, value, words) => {
  const text = asText(field, value)
  if (text.trim() === '') return field.isRequired ? [onBlur(words.required(field.label))] : []
  const { minLength, maxLength } = field
  return [
    ...(minLength && text.length < minLength ? [onChange(words.tooShort(field.label, minLength))] : []),
    ...(maxLength && text.length > maxLength ? [onChange(words.tooLong(field.label, maxLength))] : []),
    ...checkFormat(field, text.trim(), words).map(onChange),
  ]
}

function checkFormat(field: Field, text: string, words: FormsMessages): readonly string[] {
  switch (field.type) {
    case 'Email':
      return isEmail(text) ? [] : [words.notEmail(field.label)]
    case 'Website':
      return isWebsite(text) ? [] : [words.notWebsite(field.label)]
    case 'Phone':
      return isTelephone(text) ? [] : [words.notTelephone(field.label)]
    default:
      return []
  }
}

const checkDate: Check = (field, value, words) => {
  const text = asText(field, value).trim()
  if (text === '') return field.isRequired ? [onBlur(words.required(field.label))] : []
  return isDate(text) ? [] : [onBlur(words.notDate(field.label))]
}

const checkChoices: Check = (field, value, words) =>
  field.isRequired && chosen(value).length === 0 ? [onBlur(words.required(field.label))] : []

const checkUpload: Check = (field, value, words) => {
  const name = asText(field, value)
  if (name === '') return field.isRequired ? [onBlur(words.required(field.label))] : []
  const allowed = field.allowedFileTypes
  return allowed && !allowed.includes(fileExtension(name))
    ? [onChange(words.fileType(allowed.join(', ')))]
    : []
}

/** Parts that must be there when the field is required. Source: specification 5, Forms. */
const requiredParts =
  (...parts: readonly PartName[]): Check =>
  (field, value, words) =>
    field.isRequired
      ? parts
          .filter((part) => partOf(value, part).trim() === '')
          .map((part) => inPart(part, words.required(words.parts[part])))
      : []

const checkHours = requiredParts('hours', 'minutes')

/** A time that is begun must be whole: hours alone are no time. */
const checkTime: Check = (field, value, words) => {
  const hours = partOf(value, 'hours').trim()
  const minutes = partOf(value, 'minutes').trim()
  const isBegun = hours !== '' || minutes !== ''
  return [
    ...checkHours(isBegun ? { ...field, isRequired: true } : field, value, words),
    ...(hours && !isHours(hours) ? [inPart('hours', words.notHours)] : []),
    ...(minutes && !isMinutes(minutes) ? [inPart('minutes', words.notMinutes)] : []),
  ]
}

const nothing: Check = () => []

const CHECKS: Partial<Record<Field['type'], Check>> = {
  Date: checkDate,
  Checkbox: checkChoices,
  Upload: checkUpload,
  Address: requiredParts('street', 'postcode'),
  Name: requiredParts('firstName', 'lastName'),
  Time: checkTime,
  SectionBreak: nothing,
  // Nobody can fill in what nobody sees.
  HiddenField: nothing,
}
