import { isObject, type Json, type JsonObject } from './content.ts'
import { readInstant } from './instant.ts'

/** What is wrong with the answer to a field. */
export type AnswerError = { readonly field: string; readonly rule: string; readonly message: string }

type Rule = {
  readonly isKept: (value: Json, rule: JsonObject, now: number) => boolean
  /** The message used when the author has written none. `{0}` is the rule's value. */
  readonly message: string
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : Number.NaN)
const lengthOf = (value: Json): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN
const countOf = (value: Json): number => (Array.isArray(value) ? value.length : 0)

/** Rules by their names; they apply to fields with an answer. Source: reference forms 3.1. */
const RULES: Readonly<Record<string, Rule>> = {
  min: {
    isKept: (value, rule) => !(numberOf(value) < numberOf(rule['value'])),
    message: 'must be {0} or more',
  },
  max: {
    isKept: (value, rule) => !(numberOf(value) > numberOf(rule['value'])),
    message: 'must be {0} or less',
  },
  minLength: {
    isKept: (value, rule) => !(lengthOf(value) < numberOf(rule['value'])),
    message: 'must have {0} characters or more',
  },
  maxLength: {
    isKept: (value, rule) => !(lengthOf(value) > numberOf(rule['value'])),
    message: 'must have {0} characters or fewer',
  },
  minCount: {
    isKept: (value, rule) => !(countOf(value) < numberOf(rule['value'])),
    message: 'needs {0} choices or more',
  },
  maxCount: {
    isKept: (value, rule) => !(countOf(value) > numberOf(rule['value'])),
    message: 'takes {0} choices or fewer',
  },
  regex: {
    isKept: (value, rule) => fits(value, String(rule['pattern'] ?? ''), String(rule['flags'] ?? '')),
    message: 'is not in the right form',
  },
  allowedValue: { isKept: (value, rule) => value === rule['value'], message: 'must be accepted' },
  allowedValues: {
    isKept: (value, rule) => {
      const allowed = choicesOf(rule)
      return allowed.length === 0 || [value].flat().every((one) => allowed.includes(one as Json))
    },
    message: 'is none of the choices',
  },
  pastDateTime: {
    isKept: (value, _rule, now) => isPast(String(value), now),
    message: 'must be in the past',
  },
}

const HAS_ZONE = /T.*(?:Z|[+-]\d{2}:\d{2})$/
/** Swedish dates are those of ISO 8601. */
const LOCAL_CLOCK = new Intl.DateTimeFormat('sv', {
  timeZone: 'Europe/London',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** Whether a date or time has come. Visitors, and `now()`, mean their own clock, and send no zone. */
function isPast(value: string, now: number): boolean {
  if (HAS_ZONE.test(value)) return (readInstant(value) ?? now) <= now
  return value.slice(0, 19) <= LOCAL_CLOCK.format(now).replace(' ', 'T').slice(0, value.length)
}

/** The values that a rule of allowed values names. */
export const choicesOf = (rule: JsonObject): readonly Json[] =>
  Array.isArray(rule['labeledValues'])
    ? rule['labeledValues'].filter(isObject).map((one) => one['value'] ?? null)
    : Array.isArray(rule['values'])
      ? rule['values']
      : []

/** Longer texts are refused without running the author's pattern: some patterns take exponential time. */
const MAX_TRIED = 2000

/** Whether a text fits a pattern, which may be written `/pattern/flags`. An invalid pattern accepts every text. */
function fits(value: Json, pattern: string, ownFlags: string): boolean {
  if (typeof value !== 'string' || pattern === '') return true
  if (value.length > MAX_TRIED) return false
  const [, source = pattern, flags = ownFlags] = /^\/(.+)\/([a-z]*)$/s.exec(pattern) ?? []
  try {
    return new RegExp(source, flags.replace(/[^imsu]/g, '')).test(value)
  } catch {
    return true
  }
}

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Checks of the data types of answers. */
const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  dateTime: (value) =>
    typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value)) && isRealDay(value),
  decimal: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isSafeInteger(value),
  string: (value) => typeof value === 'string',
  stringArray: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
}

// `Date` reads 31 June as 1 July; and `Date.parse` reads "0012-13-05", which is no date here.
function isRealDay(value: string): boolean {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === value.slice(0, 10)
}

/** Local part without two dots in a row, and a domain with a dot or an address in brackets. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:\[\d{1,3}(?:\.\d{1,3}){3}\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+)$/i
/** With or without a scheme; a host with a dot and a final part of letters. */
const WEBSITE =
  /^(?:https?:\/\/)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]\S*)?$/i

/** What is accepted in a format. Source: specification 5, Forms; reference forms 1.7. */
const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  email: (value) => EMAIL.test(value) && value.length <= 254,
  phone: (value) => /^\+?[\d()\p{Pd}\s./]+$/u.test(value) && /\d/.test(value),
  time: (value) => /^([01]?\d|2[0-3])[:. ][0-5]\d([:. ][0-5]\d)?$/.test(value),
  url: (value) => WEBSITE.test(value) && value.length <= 2_048,
}

/**
 * What is wrong with the answers to a form of the Forms API, in one language: every broken rule, field by field.
 * The platform assigns the reference number, so that field is not checked; answers to unknown fields are ignored.
 */
export function checkAnswers(
  definition: JsonObject,
  answers: JsonObject,
  now: number,
): readonly AnswerError[] {
  return fieldsOf(definition).flatMap((field) => checkAnswer(field, answers, textsOf(definition), now))
}

/** The fields of a form, without its reference number. */
export const fieldsOf = (definition: JsonObject): readonly JsonObject[] =>
  (Array.isArray(definition['fields']) ? definition['fields'].filter(isObject) : []).filter(
    (field) => field['dataFormat'] !== 'reference',
  )

const textsOf = ({ properties }: JsonObject): JsonObject =>
  isObject(properties) && isObject(properties['localizations']) ? properties['localizations'] : {}

function checkAnswer(
  field: JsonObject,
  answers: JsonObject,
  texts: JsonObject,
  now: number,
): readonly AnswerError[] {
  const id = String(field['id'])
  const value = answers[id]
  const validations = isObject(field['validations']) ? field['validations'] : {}
  const fault = (rule: string, text: string, given: JsonObject = {}): AnswerError => ({
    field: id,
    rule,
    message: messageOf(String(field['name'] ?? id), rule, text, given, texts),
  })
  if (value === undefined || value === null || isEmpty(value)) {
    const { required } = validations
    return isObject(required) ? [fault('required', 'is a required field', required)] : []
  }
  const [type, format] = [String(field['dataType']), String(field['dataFormat'] ?? '')]
  if (TYPES[type]?.(value) === false) return [fault('dataType', 'is not of the right kind')]
  if (typeof value === 'string' && FORMATS[format]?.(value) === false)
    return [fault('dataFormat', `is not a valid ${format}`)]
  return Object.entries(RULES).flatMap(([name, rule]) => {
    const given = validations[name]
    return isObject(given) && !rule.isKept(value, given, now) ? [fault(name, rule.message, given)] : []
  })
}

/** The author's message for this rule of the field, else the form's message for this kind of rule, else the default. */
function messageOf(name: string, rule: string, text: string, given: JsonObject, texts: JsonObject): string {
  const own = given['message']
  if (typeof own === 'string' && own !== '') return own
  const general = texts[`validation${rule === 'regex' ? 'RegEx' : rule[0]?.toUpperCase() + rule.slice(1)}`]
  const wording = typeof general === 'string' && general !== '' ? general : `${name} ${text}`
  return wording.replaceAll('{0}', String(given['value'] ?? ''))
}
