import { asText, chosen, partOf } from './field-value.ts'
import type { Field, FieldValue, PartName } from './form-model.ts'
import { fileExtension, isDate, isEmail, isHours, isMinutes, isTelephone, isWebsite } from './text-rules.ts'

/** What is wrong, with what there is to say about it; `error-text` puts it into words. */
export type Problem =
  | { readonly code: 'required' | 'notEmail' | 'notWebsite' | 'notTelephone' | 'notDate' }
  | { readonly code: 'notHours' | 'notMinutes' }
  | { readonly code: 'tooShort'; readonly least: number }
  | { readonly code: 'tooLong'; readonly most: number }
  | { readonly code: 'fileType'; readonly allowed: readonly string[] }

interface Place {
  /** The part of an address, name or time that is wrong. */
  readonly part?: PartName
  /** Whether it shows at once, or only after the field has been left. Source: specification 5, Forms. */
  readonly when: 'onChange' | 'onBlur'
}

/** One thing wrong with a field. */
export type FieldError = Problem & Place & { readonly fieldId: string; readonly label: string }

type Check = (field: Field, value: FieldValue | undefined) => readonly (Problem & Place)[]

/** Everything wrong with a field's value. Source: specification 5, Forms. */
export function validateField(field: Field, value: FieldValue | undefined): readonly FieldError[] {
  const check = CHECKS[field.type] ?? checkText
  return check(field, value).map((error) => ({ fieldId: field.id, label: field.label, ...error }))
}

const onBlur = (problem: Problem) => ({ ...problem, when: 'onBlur' as const })
const onChange = (problem: Problem) => ({ ...problem, when: 'onChange' as const })
const REQUIRED = onBlur({ code: 'required' })

const checkText: Check = (field, value) => {
  const text = asText(field, value)
  if (text.trim() === '') return field.isRequired ? [REQUIRED] : []
  const { minLength: least, maxLength: most } = field
  return [
    ...(least && text.length < least ? [onChange({ code: 'tooShort', least })] : []),
    ...(most && text.length > most ? [onChange({ code: 'tooLong', most })] : []),
    ...checkFormat(field, text.trim()).map(onChange),
  ]
}

function checkFormat(field: Field, text: string): readonly Problem[] {
  switch (field.type) {
    case 'Email':
      return isEmail(text) ? [] : [{ code: 'notEmail' }]
    case 'Website':
      return isWebsite(text) ? [] : [{ code: 'notWebsite' }]
    case 'Phone':
      return isTelephone(text) ? [] : [{ code: 'notTelephone' }]
    default:
      return []
  }
}

const checkDate: Check = (field, value) => {
  const text = asText(field, value).trim()
  if (text === '') return field.isRequired ? [REQUIRED] : []
  return isDate(text) ? [] : [onBlur({ code: 'notDate' })]
}

const checkChoices: Check = (field, value) =>
  field.isRequired && chosen(value).length === 0 ? [REQUIRED] : []

const checkUpload: Check = (field, value) => {
  const name = asText(field, value)
  if (name === '') return field.isRequired ? [REQUIRED] : []
  const allowed = field.allowedFileTypes
  return allowed && !allowed.includes(fileExtension(name)) ? [onChange({ code: 'fileType', allowed })] : []
}

/** Parts that must be there when the field is required. Source: specification 5, Forms. */
const requiredParts =
  (...parts: readonly PartName[]): Check =>
  (field, value) =>
    field.isRequired
      ? parts.filter((part) => partOf(value, part).trim() === '').map((part) => ({ part, ...REQUIRED }))
      : []

const checkHours = requiredParts('hours', 'minutes')

/** A time that is begun must be whole: hours alone are no time. */
const checkTime: Check = (field, value) => {
  const hours = partOf(value, 'hours').trim()
  const minutes = partOf(value, 'minutes').trim()
  const isBegun = hours !== '' || minutes !== ''
  return [
    ...checkHours(isBegun ? { ...field, isRequired: true } : field, value),
    ...(hours && !isHours(hours) ? [{ part: 'hours' as const, ...onBlur({ code: 'notHours' }) }] : []),
    ...(minutes && !isMinutes(minutes)
      ? [{ part: 'minutes' as const, ...onBlur({ code: 'notMinutes' }) }]
      : []),
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
  // Hidden fields are not validated: the visitor could not correct them.
  HiddenField: nothing,
}
