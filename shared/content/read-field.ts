import type { Entry } from './entry.ts'

/** Readers of entry fields: foreign data in, our types out; whatever is not what it should be counts as absent. */

/** A text with something in it, trimmed. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

/** The texts of a list, empty ones left out. */
export const readTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((item) => readText(item) ?? []) : []

/** An object that is no list. */
export const readObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined

/** A positive number, also when it came as text. */
export function readSize(value: unknown): number | undefined {
  const size = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof size === 'number' && Number.isFinite(size) && size > 0 ? size : undefined
}

/** An ISO date or date-time that a calendar knows. */
export const readDate = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** A place on the globe. */
export interface Degrees {
  readonly lat: number
  readonly lon: number
}

/** A point on the globe, in degrees. */
export function readLocation(value: unknown): Degrees | undefined {
  const { lat, lon } = readObject(value) ?? {}
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

/** The label of a taxonomy field; an unresolved key says nothing to a visitor. */
export const readTopic = (value: unknown): string | undefined => readText(readObject(value)?.['name'])

/** An entry's title: the content type's own title field, else a field of that name. */
export const titleOf = (entry: Entry): string | undefined =>
  readText(entry.entryTitle) ?? readText(entry['title'])

/** An entry's description, likewise. */
export const summaryOf = (entry: Entry): string | undefined =>
  readText(entry.entryDescription) ?? readText(entry['summary'])
