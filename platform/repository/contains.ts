import { PlatformError } from '../errors.ts'
import { sql, type Sql } from './sql.ts'

const MAX_WILDCARD_PATTERN = 500

/** The condition that a text contains a term; `*` in it is any run of characters, `?` one character. Throws `platform/bad-query`. */
export function containsCondition(term: string, text: Sql): Sql {
  if (!/[*?]/.test(term)) return sql`instr(${text}, ${term}) > 0`
  if (term.length > MAX_WILDCARD_PATTERN)
    throw new PlatformError(
      'platform/bad-query',
      `A term with wildcards can be ${MAX_WILDCARD_PATTERN} characters long at most`,
    )
  // GLOB stops as soon as the part after the last star cannot match, so no pattern takes exponential time.
  return sql`${text} GLOB ${`*${term}*`.replace(/\*+/g, '*').replaceAll('[', '[[]')}`
}

const MAX_TRIGRAMS = 12

/**
 * The trigrams that the index must have for a text that contains the term; null when the term is too short.
 * Every third trigram and the last: they cover the term, and each further one costs more than it excludes. Trigrams are
 * quoted, so that no character of the term is read as syntax.
 */
export function trigramMatch(term: string): string | null {
  const grams = new Set<string>()
  for (const run of term.split(/[*?\p{Cc}]+/u)) {
    const letters = [...run]
    const last = letters.length - 3
    for (
      let at = 0;
      at <= last && grams.size < MAX_TRIGRAMS;
      at += at + 3 > last ? Math.max(1, last - at) : 3
    )
      grams.add(letters.slice(at, at + 3).join(''))
  }
  if (grams.size === 0) return null
  return [...grams].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')
}
