import type { JsonObject } from '@tessera/shared/contract'
import { elementId } from './element-id.ts'
import {
  FIELD_TYPES,
  type Field,
  type FieldType,
  type Option,
  type Part,
  type PartName,
} from './form-model.ts'
import { isTrue, numberOf, objectsOf, textOf } from './read-part.ts'

/** The map's names of the unique ids of parts. Source: specification 3, Form map. */
const PART_IDS: Partial<Record<FieldType, readonly (readonly [PartName, string])[]>> = {
  Address: [
    ['street', 'streetaddressuniqueid'],
    ['address2', 'address2uniqueid'],
    ['city', 'cityuniqueid'],
    ['county', 'countyuniqueid'],
    ['postcode', 'postcodeuniqueid'],
    ['country', 'countryuniqueid'],
  ],
  Name: [
    ['firstName', 'namefirstuniqueid'],
    ['lastName', 'namelastuniqueid'],
  ],
  Time: [
    ['hours', 'houruniqueid'],
    ['minutes', 'minutesuniqueid'],
    ['seconds', 'secondsuniqueid'],
    ['period', 'perioduniqueid'],
  ],
}

const WITH_OPTIONS: readonly FieldType[] = ['Radio', 'Dropdown', 'Checkbox']

/**
 * One element of a form map as a field. Unknown types become text; null for an element without an id, and for page breaks,
 * which the list of pages already says.
 */
export function readElement(
  element: JsonObject,
  versionId: string,
  sanitise: (html: string) => string,
): Field | null {
  const originalId = textOf(element, 'id')
  if (!originalId || textOf(element, 'type') === 'PageBreak') return null
  const type = readType(textOf(element, 'type'))
  const section = type === 'SectionBreak' ? textOf(element, 'sectiondescription') : ''
  return withoutAbsent<Field>({
    id: elementId(type, originalId, versionId, textOf(element, 'uniqueid')),
    originalId,
    type,
    label: textOf(element, 'label'),
    isRequired: isTrue(element, 'required') || undefined,
    ...readTexts(element),
    html: section ? sanitise(section) : undefined,
    minLength: numberOf(element, 'rangemin') || undefined,
    maxLength: numberOf(element, 'rangemax') || undefined,
    allowedFileTypes: type === 'Upload' ? readFileTypes(element) : undefined,
    isHorizontal: textOf(element, 'fieldlayout').toLowerCase() === 'horizontal' || undefined,
    options: WITH_OPTIONS.includes(type) ? objectsOf(element, 'listitem').map(readOption) : undefined,
    parts: readParts(element, type),
  })
}

const readTexts = (element: JsonObject) => ({
  placeholder: textOf(element, 'predefinedvalue') || undefined,
  instructions: textOf(element, 'instructionsforuser') || undefined,
  description: textOf(element, 'description') || undefined,
  autocomplete: textOf(element, 'autocomplete') || undefined,
})

const readType = (type: string): FieldType => FIELD_TYPES.find((known) => known === type) ?? 'TextBox'

const readOption = (item: JsonObject, place: number): Option =>
  withoutAbsent<Option>({
    id: textOf(item, 'uniqueid') || String(place),
    name: textOf(item, 'name') || textOf(item, 'value'),
    value: textOf(item, 'value') || textOf(item, 'name'),
    index: textOf(item, 'index') || String(place),
    isSelected: isTrue(item, 'selected') || undefined,
  })

const readParts = (element: JsonObject, type: FieldType): readonly Part[] | undefined =>
  PART_IDS[type]?.map(([name, key]) => ({ name, id: textOf(element, key) }))

function readFileTypes(element: JsonObject): readonly string[] | undefined {
  const types = textOf(element, 'allowedfiletypes')
    .split(',')
    .map((type) => type.trim().replace(/^\./, '').toLowerCase())
    .filter(Boolean)
  return types.length > 0 ? types : undefined
}

/** `T` whose optional members may also be given as undefined. */
type WithAbsent<T> = { readonly [K in keyof T]: T[K] | (undefined extends T[K] ? undefined : never) }

const withoutAbsent = <T extends object>(value: WithAbsent<T>): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T
