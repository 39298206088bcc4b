import type { FieldType, Option, Part, PartName } from '../form-definition.ts'

/** Names of parts in a post, if they differ from those in the state. Source: specification 7, Payload key naming. */
const POSTED_AS: Partial<Record<PartName, string>> = { hours: 'hour', minutes: 'minute' }

/** The parts that are required if their field is, by its type. Here, since the deferred rules of an embedded form are not loaded with its first page. */
export const REQUIRED_PARTS: Partial<Record<FieldType, readonly PartName[]>> = {
  Address: ['street', 'postcode'],
  Name: ['firstName', 'lastName'],
  Time: ['hours', 'minutes'],
}

/** Name of a part in a post, and of its control: `{field}_{part}-{version}-{part id}`. */
export const partName = (fieldId: string, part: Part, versionId: string): string =>
  `${fieldId}_${POSTED_AS[part.name] ?? part.name}-${versionId}-${part.id}`

/** Name of an option of a checkbox group in a post. Source: specification 7, Payload key naming. */
export const nameOfOption = (fieldId: string, option: Option, versionId: string): string =>
  `${fieldId}_${option.index}-${versionId}-${option.id}`
