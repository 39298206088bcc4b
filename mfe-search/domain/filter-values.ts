import type { FilterConfig } from '../config/filter-config.ts'
import type { FieldOperator, LengthUnit } from './search-state.ts'

/** Distance for values that name none. Source: specification 9. */
export const DEFAULT_DISTANCE = '10mi'
/** Longest key of a filter that an address may hold. */
const MAX_KEY_LENGTH = 200

/** How a filter's values are compared. */
type Comparison = Pick<FilterConfig, 'fieldOperator' | 'view' | 'valueType'>

/** A value as a query holds it. */
export type TypedValue = string | number | boolean

/**
 * The operator that compares a filter's values: as configured, or as its view or value type needs. Undefined where whole values are
 * compared.
 */
export function operatorOf({ fieldOperator, view, valueType }: Comparison): FieldOperator | undefined {
  if (fieldOperator !== undefined) return fieldOperator
  if (view === 'range') return 'between'
  return view === 'near' || valueType === 'geo' ? 'distanceWithin' : undefined
}

/**
 * Split "a--b" into its two bounds, trimmed. Null unless there are exactly two, of which one may be empty: that side is open.
 * Source: specification 5, Search.
 */
export function readBetween(value: string): readonly [low: string, high: string] | null {
  const [low, high, ...more] = value.split('--').map((part) => part.trim())
  if (low === undefined || high === undefined || more.length > 0 || (low === '' && high === '')) return null
  return [low, high]
}

/** A range that ends before it begins, from its other end. Dates that only the platform can compare, such as `now()`, stay as they are. */
export function inOrder(key: string, filter: Comparison): string {
  const [low = '', high = ''] = (operatorOf(filter) === 'between' && readBetween(key)) || []
  const isDate = filter.valueType === 'date'
  const past = isDate ? Date.parse(low) - Date.parse(high) : Number(low) - Number(high)
  // As an upper bound, a day lasts until its end.
  return low !== '' && high !== '' && (isDate ? past >= DAY_MS : past > 0) ? `${high}--${low}` : key
}

const DAY_MS = 86_400_000

/** A distance in the units of the delivery API, which refuses others. Source: reference delivery-api 1.12. */
const DISTANCE =
  /^\d{1,6}(\.\d{1,6})?(mi|miles?|yd|yards|ft|feet|in|inch|km|kilomet(er|re)s|m|met(er|re)s|cm|centimeters|mm|millimeters|nmi?|nauticalmiles)$/i

/** Read "lat lon [distance]"; null if the value has another form. Source: specification 5, Search. */
export function readDistance(
  value: string,
): { readonly lat: number; readonly lon: number; readonly distance: string } | null {
  const [lat, lon, distance = DEFAULT_DISTANCE, ...more] = value.trim().split(/\s+/)
  const [north, east] = [readNumber(lat ?? ''), readNumber(lon ?? '')]
  if (north === null || east === null || Math.abs(north) > 90 || Math.abs(east) > 180) return null
  if (more.length > 0 || !DISTANCE.test(distance)) return null
  return { lat: north, lon: east, distance }
}

/** A distance such as `5mi` as a number of miles or kilometres; null where it is in other units. */
export function lengthOf(distance: string): { readonly value: number; readonly unit: LengthUnit } | null {
  const [value, unit] = [Number.parseFloat(distance), distance.replace(/^[\d.]+/, '').toLowerCase()]
  if (/^mi(le|les)?$/.test(unit)) return { value, unit: 'mi' }
  if (/^(km|kilomet(er|re)s)$/.test(unit)) return { value, unit: 'km' }
  return /^m(et(er|re)s)?$/.test(unit) ? { value: value / 1000, unit: 'km' } : null
}

/** Read a value as its filter's value type; null if it is not of that type. */
export function readTyped(text: string, { valueType = 'text' }: FilterConfig): TypedValue | null {
  if (valueType === 'number') return readNumber(text)
  if (valueType === 'date') return isDate(text) ? text : null
  if (valueType === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  return text === '' ? null : text
}

/** Whether a key can be compared with the filter's field. Keys that cannot are discarded, both in addresses and in queries. */
export function isFilterValue(key: string, filter: FilterConfig): boolean {
  if (key === '' || key.length > MAX_KEY_LENGTH) return false
  const operator = operatorOf(filter)
  if (operator === 'between')
    return readBetween(key)?.every((part) => part === '' || readTyped(part, filter) !== null) ?? false
  if (operator === 'distanceWithin') return readDistance(key) !== null
  if (operator === 'exists') return key === 'true' || key === 'false'
  return readTyped(key, filter) !== null
}

const readNumber = (text: string): number | null =>
  /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : null

/** A day, an instant, or an expression of the delivery API such as `now(-7d)`. Source: reference delivery-api 1.14. */
function isDate(text: string): boolean {
  if (/^(now|(start|end)Of(Day|Week|Month|Year))\([-+ \dyMwdhm]{0,20}\)$/.test(text)) return true
  const [, day] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? []
  // A day that a month does not have would become one of the next month.
  return day !== undefined && !Number.isNaN(Date.parse(text)) && isDayOfMonth(day)
}

const isDayOfMonth = (day: string): boolean => new Date(day).toISOString().startsWith(day)
