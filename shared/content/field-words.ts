import type { Entry } from './entry.ts'
import { readText } from './read-field.ts'

/** Translations of field values by field, value and language, e.g. `{ kind: { Library: { cy: 'Llyfrgell' } } }`. */
export type FieldWords = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

/** A field's text, translated to the language of its entry where there is a translation; undefined where the field is no text. */
export function readWord(entry: Entry, field: string, words: FieldWords): string | undefined {
  const value = readText(entry[field])
  return value === undefined ? undefined : (words[field]?.[value]?.[entry.sys.language ?? ''] ?? value)
}
