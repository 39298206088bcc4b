import { isObject, type Json } from './content.ts'

/** A language as tags name it: `cy`, `en-GB`. */
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * A value with the texts of one language in place of texts by language: `{ "en-GB": "Name", "cy": "Enw" }` is "Enw" in
 * Welsh. A language that a text does not have is answered with the fallback's.
 */
export function localise(value: Json | undefined, language: string, fallback: string): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => localise(item, language, fallback) ?? null)
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  if (keys.length > 0 && keys.every((key) => TAG.test(key)) && fallback in value)
    return value[language] ?? value[fallback]
  return Object.fromEntries(keys.map((key) => [key, localise(value[key], language, fallback)]))
}
