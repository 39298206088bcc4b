import type { JsonObject } from '@tessera/shared/contract'
import {
  FIELD_TYPES,
  type Field,
  type FieldType,
  type Option,
  type Part,
  type PartName,
  type TextFormat,
} from '../form-definition.ts'
import { distinct, isTrue, numberOf, objectsOf, textOf, withoutAbsent } from '../read-json.ts'
import { isSecret } from '../text-rules.ts'
import { elementId } from './element-id.ts'

/** The map's names of the unique ids of parts, and what follows them in ids. Source: specification 3, Form map. */
const PART_IDS: Partial<Record<FieldType, readonly (readonly [PartName, key: string, suffix?: string])[]>> = {
  Address: [
    ['street', 'streetaddressuniqueid'],
    ['address2', 'address2uniqueid'],
    ['city', 'cityuniqueid'],
    ['county', 'countyuniqueid'],
    ['postcode', 'postcodeuniqueid'],
    ['country', 'countryuniqueid'],
  ],
  Name: [
    ['firstName', 'namefirstuniqueid', '-first'],
    ['lastName', 'namelastuniqueid', '-last'],
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
  return withoutAbsent<Field>({
    id: elementId(type, originalId, versionId, textOf(element, 'uniqueid')),
    originalId,
    type,
    label: labelOf(element, type),
    isRequired: isTrue(element, 'required') || undefined,
    isSensitive: isTrue(element, 'sensitive') || isSecret(textOf(element, 'autocomplete')) || undefined,
    ...readTexts(element),
    html: type === 'SectionBreak' ? readHtml(textOf(element, 'sectiondescription'), sanitise) : undefined,
    minLength: numberOf(element, 'rangemin') || undefined,
    // No more than 0 is a rule, too.
    maxLength: numberOf(element, 'rangemax') ?? undefined,
    formats: readFormats(element, type),
    allowedFileTypes: type === 'Upload' ? readFileTypes(element) : undefined,
    layout: textOf(element, 'fieldlayout').toLowerCase() || undefined,
    options: WITH_OPTIONS.includes(type)
      ? distinct(
          objectsOf(element, 'listitem').map((item, place) => readOption(item, place, originalId)),
          ({ id }) => id,
        )
      : undefined,
    parts: readParts(element, type),
  })
}

/** The author's label; of a control without one, whatever else its author has said of it: a control has a name. */
function labelOf(element: JsonObject, type: FieldType): string {
  const label = textOf(element, 'label')
  if (label.trim() !== '' || type === 'HiddenField' || type === 'SectionBreak') return label
  return (
    ['description', 'instructionsforuser', 'predefinedvalue']
      .map((name) => textOf(element, name))
      .find(Boolean) ?? ''
  )
}

const readTexts = (element: JsonObject) => ({
  placeholder: textOf(element, 'predefinedvalue') || undefined,
  instructions: textOf(element, 'instructionsforuser') || undefined,
  description: textOf(element, 'description') || undefined,
  autocomplete: textOf(element, 'autocomplete') || undefined,
  width: textOf(element, 'width') || undefined,
  className: textOf(element, 'css') || undefined,
})

const readHtml = (html: string, sanitise: (html: string) => string): string | undefined =>
  html === '' ? undefined : sanitise(html)

/** Marks that switch a format on for any type. Types that have a format of their own need none. */
const FORMAT_MARKS: readonly (readonly [mark: string, format: TextFormat, type: FieldType])[] = [
  ['emailValid', 'email', 'Email'],
  ['websiteValid', 'website', 'Website'],
  ['telValid', 'telephone', 'Phone'],
]

function readFormats(element: JsonObject, type: FieldType): readonly TextFormat[] | undefined {
  const marked = FORMAT_MARKS.filter(([mark, , own]) => own !== type && isMarked(element[mark]))
  return marked.length > 0 ? marked.map(([, format]) => format) : undefined
}

/** Whatever is not empty and does not say no. */
const isMarked = (mark: unknown): boolean =>
  Boolean(mark) && !['false', '0'].includes(String(mark).trim().toLowerCase())

const readType = (type: string): FieldType => FIELD_TYPES.find((known) => known === type) ?? 'TextBox'

/** An item whose value is empty is no choice; one that has none, as some maps have them, is called what it is worth. */
const readOption = (item: JsonObject, place: number, elementId: string): Option =>
  withoutAbsent<Option>({
    id: textOf(item, 'uniqueid') || String(place),
    name: textOf(item, 'name') || textOf(item, 'value'),
    value: 'value' in item ? textOf(item, 'value') : textOf(item, 'name'),
    index: textOf(item, 'index') || String(place),
    isSelected: isTrue(item, 'selected') || undefined,
    controlId: textOf(item, 'uniqueid') === '' ? `ctrl_${elementId}-${place}` : undefined,
  })

const readParts = (element: JsonObject, type: FieldType): readonly Part[] | undefined =>
  PART_IDS[type]?.map(([name, key, suffix = '']) => ({ name, id: `${textOf(element, key)}${suffix}` }))

function readFileTypes(element: JsonObject): readonly string[] | undefined {
  const types = textOf(element, 'allowedfiletypes')
    .split(',')
    .map((type) => type.trim().replace(/^\./, '').toLowerCase())
    .filter(Boolean)
  return types.length > 0 ? types : undefined
}
