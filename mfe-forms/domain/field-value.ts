import { DROPDOWN_EMPTY_VALUE } from '@tessera/shared/config'
import type { Field, FieldValue, FileValue, Option, PartName } from './form-definition.ts'

/** A value as text; the name of a file, empty for groups. A drop-down's 'null' means empty (specification 9). */
export function asText(field: Field, value: FieldValue | undefined): string {
  if (typeof value !== 'string') return fileOf(value)?.name ?? ''
  return field.type === 'Dropdown' && value === DROPDOWN_EMPTY_VALUE ? '' : value
}

/** One part of a group's value. */
export const partOf = (value: FieldValue | undefined, part: PartName): string =>
  isParts(value) ? (value[part] ?? '') : ''

/** The chosen option ids of a checkbox group. */
export const chosen = (value: FieldValue | undefined): readonly string[] => (isList(value) ? value : [])

/** The chosen file; null without one. */
export const fileOf = (value: unknown): FileValue | null => (isFile(value) ? value : null)

/** What the state stores about a file. */
export const fileValueOf = ({
  name,
  size,
  type,
}: {
  readonly name: string
  readonly size: number
  readonly type: string
}): FileValue => ({
  name,
  sizeBytes: size,
  type,
})

/** The options of a checkbox group that are chosen, in their order. */
export const chosenOptions = (field: Field, value: FieldValue | undefined): readonly Option[] =>
  (field.options ?? []).filter(({ id }) => chosen(value).includes(id))

/** The option of a radio group or drop-down that a value names. */
export const chosenOption = (field: Field, value: FieldValue | undefined): Option | undefined =>
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
  ...(isParts(value) ? value : {}),
  [part]: text,
})

/** Whether two values of a field are the same. */
export const isSameValue = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a value from storage or an answer has members by name. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: FieldValue | undefined): value is readonly string[] => Array.isArray(value)

const isFile = (value: unknown): value is FileValue =>
  typeof value === 'object' && value !== null && 'sizeBytes' in value && 'name' in value

const isParts = (value: FieldValue | undefined): value is Readonly<Partial<Record<PartName, string>>> =>
  typeof value === 'object' && !isList(value) && !isFile(value)
