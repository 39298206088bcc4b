import type { FieldType } from '../form-definition.ts'

/** Types whose posted names have further parts, so that the field's id is shorter. Source: specification 7, payload key naming. */
const BARE: readonly FieldType[] = ['Checkbox', 'Name', 'Address', 'Time']
const WITH_VERSION: readonly FieldType[] = ['Upload', 'Radio', 'SectionBreak']

/** Id of a field: `ctrl_{id}[-{versionId}[-{uniqueid}]]`. Source: specification 3. */
export function elementId(type: FieldType, id: string, versionId: string, uniqueId: string): string {
  if (BARE.includes(type)) return `ctrl_${id}`
  if (WITH_VERSION.includes(type)) return `ctrl_${id}-${versionId}`
  return `ctrl_${id}-${versionId}-${uniqueId}`
}
