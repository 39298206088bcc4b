import type { Json, JsonObject } from '@tessera/shared/contract'
import type { Field, FieldCheck, FieldType, Option } from '../form-definition.ts'
import {
  distinct,
  entryOf,
  isObject,
  isTrue,
  listOf,
  localText,
  numberOf,
  objectOf,
  textOf,
  withoutAbsent,
} from '../read-json.ts'
import { isSecret } from '../text-rules.ts'
import { initialText } from './initial-text.ts'
import { plainTextOf } from './read-markdown.ts'

/** Editor → type of field. The format of the data goes before all but choices; for other editors the type of the data decides. */
const BY_EDITOR: Readonly<Record<string, FieldType>> = {
  multiline: 'Multiline',
  integer: 'Number',
  decimal: 'Number',
  list: 'Radio',
  'list-dropdown': 'Dropdown',
  'multi-select': 'Checkbox',
  checkbox: 'Checkbox',
  date: 'Date',
  dateparts: 'Date',
  datetime: 'Date',
  datetimeparts: 'Date',
  time: 'Time',
  timeparts: 'Time',
}
const BY_FORMAT: Readonly<Record<string, FieldType>> = {
  email: 'Email',
  phone: 'Phone',
  url: 'Website',
  time: 'Time',
}
const BY_DATA: Readonly<Record<string, FieldType>> = {
  boolean: 'Checkbox',
  dateTime: 'Date',
  decimal: 'Number',
  integer: 'Number',
  stringArray: 'Checkbox',
}

/**
 * A field of the Forms API, at a time in milliseconds since 1970; null without an id, and for the reference number, which the server
 * assigns.
 */
export function readField(field: JsonObject, language: string, now: number): Field | null {
  const id = textOf(field, 'id')
  if (!id || textOf(field, 'dataFormat') === 'reference') return null
  const editor = objectOf(field, 'editor')
  const validations = objectOf(field, 'validations')
  const data = textOf(field, 'dataType')
  const type = typeOf(field)
  const given = listOf(field, 'default').concat(textOf(field, 'default')).map(String)
  const json = jsonKind(type, data)
  const texts = readTexts(editor, language)
  const label = localText(editor, 'label', language) || localText(field, 'name', language) || id
  return withoutAbsent<Field>({
    id,
    originalId: id,
    type,
    label,
    ...texts,
    ...readLimits(validations),
    options: readOptions({ ...texts, id, type, data, label, given }, validations, language),
    parts: type === 'Time' ? timeParts(id, objectOf(editor, 'properties')) : undefined,
    hasTime: textOf(editor, 'id').startsWith('datetime') || undefined,
    initial: CHOICES.includes(type) ? undefined : initialText(field, now) || undefined,
    checks: readChecks(validations, json, type),
    json,
    ownMessages: readMessages(validations, language),
  })
}

function typeOf(field: JsonObject): FieldType {
  const editor = objectOf(field, 'editor')
  if (isTrue(objectOf(editor, 'properties'), 'hidden')) return 'HiddenField'
  const id = textOf(editor, 'id')
  const byEditor = entryOf(BY_EDITOR, id)
  if (byEditor && CHOICES.includes(byEditor)) return byEditor
  const byData = entryOf(BY_DATA, textOf(field, 'dataType')) ?? 'TextBox'
  // Without an editor that is known, a field that allows certain values only is a choice of them.
  const isOpen = byEditor || id === 'text' || byData === 'Checkbox'
  if (!isOpen && allowedValues(objectOf(field, 'validations')).length > 0) return 'Radio'
  return entryOf(BY_FORMAT, textOf(field, 'dataFormat')) ?? byEditor ?? byData
}

function readTexts(editor: JsonObject, language: string) {
  const properties = objectOf(editor, 'properties')
  return {
    instructions: plainTextOf(localText(editor, 'instructions', language)) || undefined,
    placeholder: localText(properties, 'placeholderText', language) || undefined,
    autocomplete: textOf(properties, 'autoFill') || undefined,
    width: textOf(properties, 'width') || undefined,
    className: textOf(properties, 'cssClass') || undefined,
    layout: textOf(properties, 'layout') || undefined,
    isSensitive: isTrue(properties, 'sensitive') || isSecret(textOf(properties, 'autoFill')) || undefined,
  }
}

const readLimits = (validations: JsonObject) => ({
  isRequired: Boolean(validations['required']) || undefined,
  minLength: limitOf(validations, 'minLength') ?? undefined,
  maxLength: limitOf(validations, 'maxLength') ?? undefined,
})

const CHOICES: readonly FieldType[] = ['Radio', 'Dropdown', 'Checkbox']
const JSON_KINDS: Readonly<Record<string, Field['json']>> = {
  boolean: 'boolean',
  decimal: 'number',
  integer: 'integer',
}

/** How a value is written in JSON: as the type of the data asks; a group of checkboxes for anything but a boolean is a list. */
const jsonKind = (type: FieldType, data: string): Field['json'] =>
  (type === 'Checkbox' && data !== 'boolean') ||
  (data === 'stringArray' && (type === 'HiddenField' || CHOICES.includes(type)))
    ? 'list'
    : (entryOf(JSON_KINDS, data) ?? (type === 'Number' ? 'number' : undefined))

/** There is a part for AM or PM unless the author has chosen the 24-hour format. */
function timeParts(id: string, properties: JsonObject): Field['parts'] {
  const clock = ['hours', 'minutes'] as const
  const isOfDay = textOf(properties, 'timeFormat').toLowerCase() === '24h'
  return (isOfDay ? clock : ([...clock, 'period'] as const)).map((name) => ({ name, id: `${id}-${name}` }))
}

interface ReadSoFar {
  readonly id: string
  readonly type: FieldType
  readonly data: string
  readonly label: string
  readonly placeholder: string | undefined
  readonly given: readonly string[]
}

function readOptions(
  { id, type, data, label, placeholder, given }: ReadSoFar,
  validations: JsonObject,
  language: string,
): readonly Option[] | undefined {
  if (!CHOICES.includes(type)) return undefined
  const sole = anOption(id, 'true', label, given.includes('true'))
  if (data === 'boolean' && type === 'Checkbox') return [sole]
  const allowed = objectOf(validations, 'allowedValues')
  const labels = listOf(allowed, 'labels')
  const options = allowedValues(validations).map((value, index) => {
    const item = isObject(value) ? value : { value }
    const text = textOf(item, 'value')
    const own = localText(item, 'label', language) || text
    return anOption(
      id,
      text,
      localText({ label: labels[index] ?? null }, 'label', language) || own,
      given.includes(text),
    )
  })
  if (data === 'boolean' && options.length === 0) return [sole]
  const isFirst = type === 'Dropdown' && placeholder && options.every(({ value }) => value)
  return distinct([...(isFirst ? [anOption(id, '', placeholder, false)] : []), ...options], ({ id }) => id)
}

/** The values that a field allows, with their labels or without. */
function allowedValues(validations: JsonObject): readonly Json[] {
  const allowed = objectOf(validations, 'allowedValues')
  return [...listOf(allowed, 'values'), ...listOf(allowed, 'labeledValues')]
}

/** An option is identified by its value. */
const anOption = (fieldId: string, value: string, name: string, isSelected: boolean): Option => ({
  id: value,
  name,
  value,
  index: value,
  controlId: `${fieldId}-${value}`,
  ...(isSelected && { isSelected }),
})

const LIST_LIMITS = ['minCount', 'maxCount'] as const
const LIMITS = ['min', 'max', ...LIST_LIMITS] as const

/** The limit of a whole number, beyond which JSON does not keep each of them; null for other rules and types. */
function safeLimit(rule: (typeof LIMITS)[number], json: Field['json'], type: FieldType): number | null {
  if (type !== 'Number' || json !== 'integer') return null
  if (rule === 'min') return Number.MIN_SAFE_INTEGER
  return rule === 'max' ? Number.MAX_SAFE_INTEGER : null
}

/** The limit that both of these allow; null without one. */
function stricter(rule: string, given: number | null, safe: number | null): number | null {
  if (given === null || safe === null) return given ?? safe
  return rule === 'max' ? Math.min(given, safe) : Math.max(given, safe)
}

/** The rules of the author besides those of the type. Rules for numbers and texts do not apply to lists. */
function readChecks(
  validations: JsonObject,
  json: Field['json'],
  type: FieldType,
): readonly FieldCheck[] | undefined {
  const checks: FieldCheck[] = []
  const isList = json === 'list'
  for (const rule of isList ? LIST_LIMITS : LIMITS) {
    const limit = stricter(rule, limitOf(validations, rule), safeLimit(rule, json, type))
    if (limit !== null) checks.push({ rule, limit })
  }
  const regex = objectOf(validations, 'regex')
  const text = textOf(regex, 'pattern') || textOf(regex, 'value')
  // Authors write patterns as `/pattern/flags`, too.
  const [, pattern = text, flags = textOf(regex, 'flags')] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? []
  if (pattern && !isList) checks.push({ rule: 'pattern', pattern, flags })
  if (isTrue(objectOf(validations, 'allowedValue'), 'value')) checks.push({ rule: 'accepted' })
  return checks.length > 0 ? checks : undefined
}

/** Validation with the author's message → code of the problem. */
const CODES = [
  ['required', 'required'],
  ['minLength', 'tooShort'],
  ['maxLength', 'tooLong'],
  ['min', 'tooSmall'],
  ['max', 'tooLarge'],
  ['minCount', 'tooFew'],
  ['maxCount', 'tooMany'],
  ['regex', 'notPattern'],
  ['allowedValue', 'notAccepted'],
] as const

function readMessages(
  validations: JsonObject,
  language: string,
): Readonly<Record<string, string>> | undefined {
  const words = CODES.map(
    ([name, code]) => [code, localText(objectOf(validations, name), 'message', language)] as const,
  )
  const given = words.filter(([, text]) => text !== '')
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/** A limit, given as a number or as the `value` of an object. */
function limitOf(validations: JsonObject, name: string): number | null {
  const text = textOf(validations, name) || textOf(objectOf(validations, name), 'value')
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : numberOf(validations, name)
}
