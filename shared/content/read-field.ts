import { isObject, type Entry } from './entry.ts'

/** Readers of entry fields. They take unvalidated data and return typed values; a value of another type counts as absent. */

/** A text, trimmed; undefined if it is empty. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** The texts of a list, trimmed, without empty ones. */
export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((item) => readText(item) ?? []) : []

/** An object; undefined for arrays and null. */
export const readObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(value) ? value : undefined

/** A positive number, given as number or as text. */
export function readSize(value: unknown): number | undefined {
  const size = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof size === 'number' && Number.isFinite(size) && size > 0 ? size : undefined
}

/** An ISO date or date-time that exists in the calendar. */
export const readDate = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** A location: latitude and longitude in degrees. */
export interface Degrees {
  readonly lat: number
  readonly lon: number
}

/** A location, if both values are in range. */
export function readLocation(value: unknown): Degrees | undefined {
  const { lat, lon } = readObject(value) ?? {}
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** The label of a taxonomy field; undefined for an unresolved key, which visitors would not understand. */
export const readTopic = (value: unknown): string | undefined => readText(readObject(value)?.['name'])

/** An entry's title: the content type's own title field, else the field `title`. */
export const titleOf = (entry: Entry): string | undefined =>
  readText(entry.entryTitle) ?? readText(entry['title'])

/** An entry's description: the content type's own description field, else the field `summary`. */
export const summaryOf = (entry: Entry): string | undefined =>
  readText(entry.entryDescription) ?? readText(entry['summary'])
