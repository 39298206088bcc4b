import { DROPDOWN_EMPTY_VALUE } from '@tessera/shared/config'
import type { Field, FieldValue, Form, FormValues, PartName } from './form-model.ts'

/** Values before anything is filled in: preselected options, the given value of hidden fields. */
export const initialValues = (form: Form): FormValues =>
  Object.fromEntries(
    form.pages.flatMap((page) => page.fields.map((field) => [field.id, initialValue(field)])),
  )

function initialValue(field: Field): FieldValue {
  const selected = (field.options ?? []).filter((option) => option.isSelected)
  switch (field.type) {
    case 'Checkbox':
      return selected.map((option) => option.id)
    case 'Radio':
      return selected.at(-1)?.id ?? ''
    case 'Dropdown':
      return selected.at(-1)?.value ?? ''
    case 'HiddenField':
      return field.placeholder ?? ''
    default:
      return field.parts ? {} : ''
  }
}

/** A value as text; empty for groups. A drop-down's 'null' means empty (specification 9). */
export function asText(field: Field, value: FieldValue | undefined): string {
  if (typeof value !== 'string') return ''
  return field.type === 'Dropdown' && value === DROPDOWN_EMPTY_VALUE ? '' : value
}

/** One part of a group's value. */
export const partOf = (value: FieldValue | undefined, part: PartName): string =>
  typeof value === 'object' && !isList(value) ? (value[part] ?? '') : ''

/** The chosen option ids of a checkbox group. */
export const chosen = (value: FieldValue | undefined): readonly string[] =>
  typeof value === 'object' && isList(value) ? value : []

/** The option of a radio group or drop-down that a value names. */
export const chosenOption = (field: Field, value: FieldValue | undefined) =>
  field.options?.find(
    (option) => (field.type === 'Radio' ? option.id : option.value) === asText(field, value),
  )

/** A group's value with one option of it chosen or not. Options keep their order. */
export const withChoice = (
  field: Field,
  value: FieldValue | undefined,
  optionId: string,
  isChosen: boolean,
): readonly string[] =>
  (field.options ?? [])
    .map((option) => option.id)
    .filter((id) => (id === optionId ? isChosen : chosen(value).includes(id)))

/** A group's value with one part of it changed. */
export const withPart = (value: FieldValue | undefined, part: PartName, text: string): FieldValue => ({
  ...(typeof value === 'object' && !isList(value) ? value : {}),
  [part]: text,
})

const isList = (value: FieldValue): value is readonly string[] => Array.isArray(value)
