import {
  fieldsOf,
  type Field,
  type FieldType,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from '../form-definition.ts'
import { asText } from '../field-value.ts'
import type { PageInfo } from '../page-info.ts'
import { checkboxKind, dropdownKind, radioKind } from './choices.ts'
import type { Entries, FieldKind } from './field-kind.ts'
import { nameKind, partsKind, timeKind } from './parts.ts'
import { dateKind, hiddenKind, numberKind, sectionKind, textKind } from './text.ts'
import { uploadKind } from './upload.ts'

/** Type of field → what the rules have to know of it. Source: specification 2, Embedded dynamic form. */
const FIELD_KINDS: Readonly<Record<FieldType, FieldKind>> = {
  TextBox: textKind(),
  Multiline: textKind(),
  Number: numberKind,
  Website: textKind('website'),
  Email: textKind('email'),
  Phone: textKind('telephone'),
  Date: dateKind,
  Radio: radioKind,
  Dropdown: dropdownKind,
  Checkbox: checkboxKind,
  Upload: uploadKind,
  Address: partsKind,
  Name: nameKind,
  Time: timeKind,
  HiddenField: hiddenKind,
  SectionBreak: sectionKind,
}

export const kindOf = (field: Field): FieldKind => FIELD_KINDS[field.type]

/** Empty values for fields, as a post means them that does not name the fields. */
export const emptyValues = (fields: readonly Field[]): FormValues =>
  Object.fromEntries(
    fields.map((field) => {
      if (field.parts) return [field.id, {}]
      return [field.id, field.type === 'Checkbox' ? [] : '']
    }),
  )

/** Values from a post, or from the controls of a document, by field id; empty and missing fields are left out. */
export const postedValues = (definition: FormDefinition, entries: Entries): FormValues =>
  Object.fromEntries(
    fieldsOf(definition)
      .map((field) => [field.id, kindOf(field).posted(field, entries, definition.contentVersionId)] as const)
      .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== null && pair[1] !== ''),
  )

/**
 * The values that the controls of the shown page hold in the document: a control that was cleared or unticked is empty, whatever its value
 * was before. Hidden fields and files are not typed, and a radio group cannot be unticked.
 */
export function controlValues(
  { values, pageInfo }: { readonly values: FormValues; readonly pageInfo: PageInfo },
  definition: FormDefinition,
  entries: Entries,
): FormValues {
  const page = pageInfo.review === 'shown' ? undefined : definition.pages[pageInfo.currentPageIndex]
  const typed = (page?.fields ?? []).filter(
    ({ type }) => type !== 'HiddenField' && type !== 'Upload' && type !== 'Radio',
  )
  return {
    ...Object.fromEntries(typed.map((field) => [field.id, emptied(field, values[field.id])])),
    ...postedValues(definition, entries),
  }
}

/** The empty value that a field has instead; a value that is empty already stays as it is. */
function emptied(field: Field, value: FieldValue = ''): FieldValue {
  if (typeof value === 'object') return Array.isArray(value) ? [] : {}
  return asText(field, value) ? '' : value
}
