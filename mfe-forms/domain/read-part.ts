import type { Json, JsonObject } from '@tessera/shared/contract'

/** A member as text: numbers and booleans are written out, anything else is nothing. Form maps mix all of these. */
export function textOf(from: JsonObject, key: string): string {
  const value = from[key]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : ''
}

/** A member as a number of 0 or more; null for anything else. */
export function numberOf(from: JsonObject, key: string): number | null {
  const text = textOf(from, key)
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** A member that says true, in whichever way. */
export const isTrue = (from: JsonObject, key: string): boolean => textOf(from, key).toLowerCase() === 'true'

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

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
