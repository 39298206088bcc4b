import { isObject, type Json } from './content.ts'

/** A language as tags name it: `cy`, `en-GB`. */
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/**
 * A value whose texts by language are replaced by the text of one language: `{ "en-GB": "Name", "cy": "Enw" }` is "Enw" in
 * Welsh. Where a text lacks the language, the fallback language is used.
 */
export function localise(value: Json | undefined, language: string, fallback: string): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => localise(item, language, fallback) ?? null)
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  if (keys.length > 0 && keys.every((key) => TAG.test(key)) && fallback in value)
    return value[language] ?? value[fallback]
  return Object.fromEntries(keys.map((key) => [key, localise(value[key], language, fallback)]))
}
