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

/** For each part: the member of the form map with its unique id, and the suffix of its id. Source: specification 3, Form map. */
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
/** Only texts have rules about their length, and so a counter. Source: specification 5, Forms. */
const WITH_LENGTH: readonly FieldType[] = [
  'TextBox',
  'Multiline',
  'Number',
  'Website',
  'Email',
  'Phone',
  'HiddenField',
]

/**
 * One element of a form map as a field. Unknown types become text; null for an element without an id, and for page breaks, since there is a
 * list of pages already.
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
    ...(WITH_LENGTH.includes(type) && readLengths(element)),
    formats: readFormats(element, type),
    allowedFileTypes: type === 'Upload' ? readFileTypes(element) : undefined,
    layout: textOf(element, 'fieldlayout').toLowerCase() || undefined,
    options: WITH_OPTIONS.includes(type)
      ? distinct(
          objectsOf(element, 'listitem').map((item, index) => readOption(item, index, originalId, type)),
          ({ id }) => id,
        )
      : undefined,
    parts: readParts(element, type),
  })
}

/** The author's label. A control without one gets another of its texts, since every control needs a name. */
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

const readLengths = (element: JsonObject) => ({
  minLength: numberOf(element, 'rangemin') || undefined,
  // A maximum of 0 is a valid rule, too.
  maxLength: numberOf(element, 'rangemax') ?? undefined,
})

const readHtml = (html: string, sanitise: (html: string) => string): string | undefined =>
  html === '' ? undefined : sanitise(html)

/** Members that add a format to a field of any type, except the type that has this format anyway. */
const FORMAT_MARKS: readonly (readonly [mark: string, format: TextFormat, type: FieldType])[] = [
  ['emailValid', 'email', 'Email'],
  ['websiteValid', 'website', 'Website'],
  ['telValid', 'telephone', 'Phone'],
]

function readFormats(element: JsonObject, type: FieldType): readonly TextFormat[] | undefined {
  const marked = FORMAT_MARKS.filter(([mark, , own]) => own !== type && isMarked(element[mark]))
  return marked.length > 0 ? marked.map(([, format]) => format) : undefined
}

/** True for any value that is not empty, `false` or `0`. */
const isMarked = (mark: unknown): boolean =>
  Boolean(mark) && !['false', '0'].includes(String(mark).trim().toLowerCase())

const readType = (type: string): FieldType => FIELD_TYPES.find((known) => known === type) ?? 'TextBox'

/**
 * An item without a value, as in some maps, has its name as value; one without a name has its value as name. An empty value is no choice,
 * but for a checkbox: ticking it is one, and an empty value would not be posted.
 */
function readOption(item: JsonObject, index: number, elementId: string, type: FieldType): Option {
  const [name, value] = [textOf(item, 'name'), textOf(item, 'value')]
  const isByName = (item['value'] ?? null) === null || type === 'Checkbox'
  return withoutAbsent<Option>({
    id: textOf(item, 'uniqueid') || String(index),
    name: name || value,
    value: isByName ? value || name : value,
    index: textOf(item, 'index') || String(index),
    isSelected: isTrue(item, 'selected') || undefined,
    controlId: textOf(item, 'uniqueid') === '' ? `ctrl_${elementId}-${index}` : undefined,
  })
}

const readParts = (element: JsonObject, type: FieldType): readonly Part[] | undefined =>
  PART_IDS[type]?.map(([name, key, suffix = '']) => ({ name, id: `${textOf(element, key)}${suffix}` }))

function readFileTypes(element: JsonObject): readonly string[] | undefined {
  const types = textOf(element, 'allowedfiletypes')
    .split(',')
    .map((type) => type.trim().replace(/^\./, '').toLowerCase())
    .filter(Boolean)
  return types.length > 0 ? types : undefined
}
