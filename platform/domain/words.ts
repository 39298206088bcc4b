import { readReferences } from './character-references.ts'

/** The exact operators do not find values longer than this. Source: protocol 1.12. */
export const EXACT_LIMIT = 8000

/** Text in the form that the exact operators compare: case does not count. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** The words of a text as free text search indexes them: lower case, without accents and punctuation. */
export function toWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The readable text of HTML: tags become gaps, character references become characters. */
export const textOfHtml = (html: string): string => readReferences(html.replace(/<[^>]*>/g, ' '))
