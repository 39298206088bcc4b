import { inLanguage } from './choose-language.ts'
import { DEFAULT_LANGUAGE } from './default-language.ts'
import type { Entry } from './entry.ts'
import { readText } from './read-field.ts'

/** Translations of field values by field, value and language, e.g. `{ kind: { Library: { cy: 'Llyfrgell' } } }`. */
export type FieldWords = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** A field's text, translated to the language of its entry where there is a translation; undefined where the field is no text. */
export function readWord(entry: Entry, field: string, words: FieldWords): string | undefined {
  const value = readText(entry[field])
  const { language = DEFAULT_LANGUAGE } = entry.sys
  return value && inLanguage({ [DEFAULT_LANGUAGE]: value, ...words[field]?.[value] }, language)
}
