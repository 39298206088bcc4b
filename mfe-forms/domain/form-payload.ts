import { TIME_DEFAULT_PERIOD, TIME_DEFAULT_SECONDS } from '@tessera/shared/config'
import { asText, chosen, chosenOption, partOf } from './field-value.ts'
import type { Field, FieldValue, Form, FormValues, PartName } from './form-model.ts'

type Pairs = readonly (readonly [key: string, value: string])[]

/**
 * The names and values of a form post, in the order of the form; empty values are left out.
 * Source: specification 7, Payload key naming.
 */
export const formPayload = (form: Form, values: FormValues): Pairs =>
  form.pages
    .flatMap((page) => page.fields)
    .flatMap((field) => fieldPairs(field, values[field.id], form.contentVersionId))
    .filter(([, value]) => value !== '')

function fieldPairs(field: Field, value: FieldValue | undefined, version: string): Pairs {
  const { id, type } = field
  switch (type) {
    case 'SectionBreak':
      return []
    case 'Radio': {
      const option = chosenOption(field, value)
      return option ? [[`${id}-${option.id}`, option.value]] : []
    }
    case 'Checkbox':
      return (field.options ?? [])
        .filter((option) => chosen(value).includes(option.id))
        .map((option) => [`${id}_${option.index}-${version}-${option.id}`, option.value])
    case 'Upload':
      return [[`file_${id}`, asText(field, value)]]
    case 'Number':
      return [[id, numberText(asText(field, value))]]
    case 'Address':
    case 'Name':
      return (field.parts ?? []).map((part) => [
        `${id}_${part.name}-${version}-${part.id}`,
        partOf(value, part.name),
      ])
    case 'Time':
      return timePairs(field, value, version)
    default:
      return [[id, asText(field, value)]]
  }
}

/** A number as a number is written: "007" is 7; what is none is left out. */
function numberText(text: string): string {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? '' : String(number)
}

const TIME_KEYS: Partial<Record<PartName, string>> = {
  hours: 'hour',
  minutes: 'minute',
  seconds: 'seconds',
  period: 'period',
}
const TIME_DEFAULTS: Partial<Record<PartName, string>> = {
  seconds: TIME_DEFAULT_SECONDS,
  period: TIME_DEFAULT_PERIOD,
}

/** Seconds and period have defaults, but not of a time that was not given. */
function timePairs(field: Field, value: FieldValue | undefined, version: string): Pairs {
  if (partOf(value, 'hours') === '' && partOf(value, 'minutes') === '') return []
  return (field.parts ?? []).map((part) => [
    `${field.id}_${TIME_KEYS[part.name] ?? part.name}-${version}-${part.id}`,
    partOf(value, part.name) || (TIME_DEFAULTS[part.name] ?? ''),
  ])
}
