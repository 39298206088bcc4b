import type { JsonObject } from '@tessera/shared/contract'
import { momentOf } from '@tessera/shared/messages'
import type { FilterConfig } from '../config/filter-config.ts'
import type { FieldOperator } from './search-state.ts'
import { cleanTerm } from './clean-term.ts'
import {
  isFilterValue,
  operatorOf,
  readBetween,
  readDistance,
  readTyped,
  type TypedValue,
} from './filter-values.ts'
import { filtersOf, type SearchSource } from './search-source.ts'

/** Selected keys by filter. */
export type Selections = Readonly<Record<string, readonly string[]>>

/** Conditions of all filters that have something selected, without that of `except`. Source: specification 3; reference react-base 2.15. */
export const filterExpressions = (
  source: SearchSource,
  selections: Selections,
  except?: string,
): readonly JsonObject[] =>
  filtersOf(source).flatMap(([key, filter]) => {
    const isLeftOut = key === except
    return isLeftOut ? [] : listed(filterExpression(filter, selections[key] ?? []))
  })

/** The condition of one filter; null if none of the keys can be compared with its field. */
export function filterExpression(filter: FilterConfig, keys: readonly string[]): JsonObject | null {
  const values = keys.filter((key) => isFilterValue(key, filter))
  const operator = operatorOf(filter)
  const logic = filter.logicOperator ?? 'or'
  const fields = [filter.fieldId].flat()
  const isWhole = operator === undefined || operator === 'in' || operator === 'equalTo'
  if (isWhole && logic !== 'and' && !values.some((value) => isDay(value, filter))) {
    const typed = values.flatMap((key) => readTyped(key, filter) ?? [])
    const found = typed.length === 0 ? [] : fields.map((field) => oneOf(field, typed, filter))
    return combine(found, logic === 'not' ? 'not' : 'or')
  }
  const each = values.flatMap((value) => {
    const ways = fields.flatMap((field) => listed(compare(field, operator ?? 'equalTo', value, filter)))
    return listed(combine(ways, 'or'))
  })
  return combine(each, logic)
}

/** Matches any of the values. In a taxonomy a key includes the terms below it: keys are paths, so those below `0/1` begin with `0/1/`. */
function oneOf(field: string, values: readonly TypedValue[], { path }: FilterConfig): JsonObject {
  const some: JsonObject = { field, in: [...values] }
  if (path === undefined) return some
  return { or: [some, ...values.map((key) => ({ field, startsWith: `${key}/` }))] }
}

/** Several conditions as one; null for none, so that no query contains an empty list or a null. */
export function combine(conditions: readonly JsonObject[], logic: 'and' | 'or' | 'not'): JsonObject | null {
  const [first, ...others] = conditions
  if (first === undefined) return null
  if (logic === 'not') return { not: [others.length === 0 ? first : { or: [...conditions] }] }
  return others.length === 0 ? first : { [logic]: [...conditions] }
}

/** A list with the condition; empty for null. */
export const listed = (condition: JsonObject | null): readonly JsonObject[] =>
  condition === null ? [] : [condition]

/** One value compared with one field. */
function compare(
  field: string,
  operator: FieldOperator,
  value: string,
  filter: FilterConfig,
): JsonObject | null {
  if (operator === 'between') return between(field, value, filter)
  if (operator === 'distanceWithin') {
    const place = readDistance(value)
    return place && { field, distanceWithin: place }
  }
  if (operator === 'exists') return { field, exists: value === 'true' }
  if (operator === 'freeText') {
    const { words, phrases } = cleanTerm(value)
    const term = [words, ...phrases].filter(Boolean).join(' ')
    return term === '' ? null : { field, freeText: { term, fuzzy: false, operator: 'and' } }
  }
  if (operator === 'contains' || operator === 'startsWith' || operator === 'endsWith') {
    // The platform reads both as wildcards; a visitor means them literally.
    const text = value.replaceAll(/[*?]/g, ' ').trim()
    return text === '' ? null : { field, [operator]: text }
  }
  const typed = readTyped(value, filter)
  return typed === null ? null : compareTyped(field, operator, typed, filter)
}

/** A value of the filter's type, compared with one field. */
function compareTyped(
  field: string,
  operator: FieldOperator,
  typed: TypedValue,
  filter: FilterConfig,
): JsonObject {
  if (operator === 'equalTo' || operator === 'in') {
    // The platform reads a day as its start.
    if (isDay(typed, filter)) return { field, between: [startOf(typed, filter), endOf(typed, filter)] }
    return operator === 'in' || filter.path !== undefined
      ? oneOf(field, [typed], filter)
      : { field, equalTo: typed }
  }
  const includesWholeDay = operator === 'lessThanOrEqualTo' || operator === 'greaterThan'
  return { field, [operator]: includesWholeDay ? endOf(typed, filter) : startOf(typed, filter) }
}

function between(field: string, value: string, filter: FilterConfig): JsonObject | null {
  const [from, to] = readBetween(value) ?? ['', '']
  const [low, high] = [from === '' ? null : readTyped(from, filter), to === '' ? null : readTyped(to, filter)]
  const end = high === null ? null : endOf(high, filter)
  if (low === null) return end === null ? null : { field, lessThanOrEqualTo: end }
  const start = startOf(low, filter)
  if (filter.endFieldId !== undefined) {
    const begun = end === null ? [] : [{ field, lessThanOrEqualTo: end }]
    // What ends at midnight in summer, which is before midnight UTC, ends with the day before.
    const ends = { field: filter.endFieldId, greaterThanOrEqualTo: low }
    return combine([...begun, { or: [{ field, greaterThanOrEqualTo: start }, ends] }], 'and')
  }
  return end === null ? { field, greaterThanOrEqualTo: start } : { field, between: [start, end] }
}

/** The first instant of a day in the council's time zone: in winter the day itself, since the platform's days are those of UTC. */
const startOf = (value: TypedValue, filter: FilterConfig): TypedValue =>
  isDay(value, filter) && ZONED.test(String(value))
    ? new Date(momentOf(String(value))).toISOString().replace('T00:00:00.000Z', '')
    : value

/** The last instant of a day. */
function endOf(value: TypedValue, filter: FilterConfig): TypedValue {
  if (!isDay(value, filter)) return value
  return ZONED.test(String(value))
    ? new Date(momentOf(String(value), DAY_MINUTES) - 1).toISOString()
    : `${String(value)}T23:59:59.999Z`
}

const DAY_MINUTES = 1_440

/** Years whose time zone is known; the days of other ones are those of UTC. */
const ZONED = /^(19|2\d)/

const isDay = (value: TypedValue, { valueType }: FilterConfig): boolean =>
  valueType === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(value))
