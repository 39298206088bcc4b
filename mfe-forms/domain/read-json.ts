import type { Json, JsonObject } from '@tessera/shared/contract'

/** A member as text: numbers and booleans are converted, anything else is empty. Forms mix all of these. */
export function textOf(from: JsonObject, key: string): string {
  const value = from[key]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : ''
}

/** A member that is a text, or texts by language: that of the language, else the first. */
export function localText(from: JsonObject, key: string, language: string): string {
  const value = from[key]
  if (!isObject(value)) return textOf(from, key)
  return textOf(value, language) || textOf(value, Object.keys(value)[0] ?? '')
}

/** A member as a number of 0 or more; null for anything else. */
export function numberOf(from: JsonObject, key: string): number | null {
  const text = textOf(from, key)
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** Whether a member is true, as a boolean or as text in upper or lower case. */
export const isTrue = (from: JsonObject, key: string): boolean => textOf(from, key).toLowerCase() === 'true'

/** A member that is a list; empty otherwise. */
export function listOf(from: JsonObject, key: string): readonly Json[] {
  const value = from[key]
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

/** A member that is a list of objects: a lone object counts as a list of one, everything else is left out. */
export function objectsOf(from: JsonObject, key: string): readonly JsonObject[] {
  const value = from[key]
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter(isObject)
}

/** A member that is an object; an empty one otherwise. */
export function objectOf(from: JsonObject, key: string): JsonObject {
  const value = from[key]
  return isObject(value) ? value : {}
}

/** `T` whose optional members may also be given as undefined. */
type WithAbsent<T> = { readonly [K in keyof T]: T[K] | (undefined extends T[K] ? undefined : never) }

/** Removes undefined members, which would be sent with the page. */
export const withoutAbsent = <T extends object>(value: WithAbsent<T>): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T

/** The first of each id: answers to several with the same id could not be told apart. */
export const distinct = <T>(list: readonly T[], idOf: (item: T) => string): readonly T[] => {
  const ids = new Set<string>()
  return list.filter((item) => !ids.has(idOf(item)) && ids.add(idOf(item)))
}

/** A table's own entry for a name from outside; members that every object inherits do not count. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
