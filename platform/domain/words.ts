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

/** The readable text of HTML: tags become gaps, the common character references become characters. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ')
}

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
}
