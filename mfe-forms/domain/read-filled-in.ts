import type { Field, FieldValue, Form, FormValues, PartName } from './form-model.ts'

/** Names and values as a browser's form data gives them; files among them are left out. */
type Entries = readonly (readonly [name: string, value: unknown])[]

/**
 * What the fields of a document's form hold, by field id; fields that are empty or not there are left out. Controls are
 * named by field id, parts by field id, a slash and the part's name.
 */
export const readFilledIn = (form: Form, entries: Entries): FormValues =>
  Object.fromEntries(
    form.pages
      .flatMap((page) => page.fields)
      .map((field) => [field.id, readField(field, entries)] as const)
      .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== null),
  )

function readField(field: Field, entries: Entries): FieldValue | null {
  if (field.parts) {
    const parts = field.parts.map((part) => [part.name, first(entries, `${field.id}/${part.name}`)] as const)
    const filled = parts.filter((part): part is readonly [PartName, string] => Boolean(part[1]))
    return filled.length > 0 ? Object.fromEntries(filled) : null
  }
  if (field.type === 'Checkbox') {
    const ids = entries.filter(([name]) => name === field.id).map(([, value]) => String(value))
    return ids.length > 0 ? ids : null
  }
  return first(entries, field.id) || null
}

function first(entries: Entries, name: string): string | null {
  const value = entries.find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : null
}
