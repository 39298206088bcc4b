import { kindOf } from './fields/field-kinds.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from './form-definition.ts'

/**
 * Values of a form that its author has changed since, for the form as it is now: those of fields that are still there and can hold them.
 * Ids of classic fields have the version in them, and what follows may be another too: the element's own id is what stays.
 */
export function fitValues(definition: FormDefinition, values: FormValues, versionId: string): FormValues {
  const before = new Map(
    Object.entries(values).map(([id, value]) => [elementOf(id, definition, versionId), value]),
  )
  return Object.fromEntries(
    fieldsOf(definition)
      .map(
        (field) =>
          [
            field.id,
            fitting(field, before.get(elementOf(field.id, definition)) ?? values[field.id] ?? null),
          ] as const,
      )
      .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== null),
  )
}

/** Files stay with the field that they were chosen for: `parsed` is for what was typed. */
function fitting(field: Field, value: FieldValue | null): FieldValue | null {
  const isFile = typeof value === 'object' && value !== null && 'sizeBytes' in value
  if (isFile) return field.type === 'Upload' ? value : null
  return kindOf(field).parsed(field, value)
}

const elementOf = (id: string, { provider, contentVersionId }: FormDefinition, versionId?: string): string =>
  provider === 'classic' ? (id.split(`-${versionId ?? contentVersionId}`)[0] ?? id) : id

/** The version that names of a post speak of; null where none does. */
export function versionOfNames(names: readonly string[]): string | null {
  for (const name of names) {
    const version = /^(?:file_)?ctrl_[^-_]+(?:_[^-]+)?-(\d+)/.exec(name)?.[1]
    if (version !== undefined) return version
  }
  return null
}

/** A name of a classic post, as another version of the form has it. */
export const renamed = (name: string, from: string, to: string): string => name.replace(`-${from}`, `-${to}`)
