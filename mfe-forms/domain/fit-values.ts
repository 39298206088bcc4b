import { fileOf } from './field-value.ts'
import { kindOf } from './fields/field-kinds.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from './form-definition.ts'

/**
 * Adapts values to the current version of a form that its author has changed: keeps those whose fields still exist and can hold them. Ids
 * of classic fields contain the version, and what follows it may differ too, so fields are matched by the element's own id.
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
            fitting(field, before.get(elementOf(field.id, definition)) ?? values[field.id] ?? null, values),
          ] as const,
      )
      .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== null),
  )
}

/** A file stays with its upload field if the gateway has it, or under the same id the browser; else it has to be chosen again. */
function fitting(field: Field, value: FieldValue | null, values: FormValues): FieldValue | null {
  const file = fileOf(value)
  if (file) return field.type === 'Upload' && (file.token || field.id in values) ? file : null
  return kindOf(field).parsed(field, value)
}

const elementOf = (id: string, { provider, contentVersionId }: FormDefinition, versionId?: string): string =>
  provider === 'classic' ? (id.split(`-${versionId ?? contentVersionId}`)[0] ?? id) : id

/** The form version in the names of a post; null if none has one. */
export function versionOfNames(names: readonly string[]): string | null {
  for (const name of names) {
    const version = /^(?:file_)?ctrl_[^-_]+(?:_[^-]+)?-(\d+)/.exec(name)?.[1]
    if (version !== undefined) return version
  }
  return null
}

/** A name of a classic post, with another version of the form in it. */
export const renamed = (name: string, from: string, to: string): string => name.replace(`-${from}`, `-${to}`)
