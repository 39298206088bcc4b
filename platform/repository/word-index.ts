import { toWords } from '../domain/words.ts'
import type { Catalogue } from './catalogue.ts'
import { tablesOf, type SearchedTable } from './compile-text.ts'
import { wordsWith, type Vocabulary } from './fuzzy.ts'
import { LONG_WORD } from './schema.ts'
import type { Scope } from './scopes.ts'

/** An index of words that finds the documents of some scopes that can contain a term; `match` null: it cannot narrow them down. */
export type WordIndex = {
  readonly table: string
  readonly match: string | null
  readonly scopes: readonly Scope[]
}

/** How many words may contain the searched part, and how many may end with the first word of a phrase. */
const [MAX_INSIDE, MAX_ENDING] = [500, 10]
const MAX_PHRASE = 20
/** A shorter beginning of a word finds more words than it excludes. */
const MIN_BEGINNING = 3

/**
 * Indexes that find the documents whose text contains a term, by the words that contain it, without scanning all texts. Only
 * for fields whose text is indexed word for word, so not for HTML, because a term can be part of a tag.
 */
export function indexesFor(
  field: string,
  term: string,
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly WordIndex[] {
  const nothing = [{ table: '', match: null, scopes }]
  if (!scopes.every((scope) => catalogue.isProse(scope.contentTypeId, field))) return nothing
  const match = partMatch(term, catalogue.vocabulary())
  if (match === null) return nothing
  return tablesOf(field, scopes, catalogue).map((searched) => ({
    table: searched.slot ?? 'ft_field',
    match: `${fieldOf(searched)}{body} : (${match})`,
    scopes: searched.scopes,
  }))
}

const fieldOf = ({ slot, field }: SearchedTable): string =>
  slot === null && field !== null ? `{f} : "f${field}" AND ` : ''

/**
 * The words that a text must have to contain a term: those that contain it; for a phrase those that end with its first word,
 * then its inner words, then those that begin with its last word. Null when they cannot narrow down the texts: for terms
 * with characters that are not part of words, for numbers, for parts of very many words.
 */
export function partMatch(term: string, vocabulary: Vocabulary): string | null {
  if (!/^[\p{L}\p{N}\p{M} ]+$/u.test(term)) return null
  const words = toWords(term)
  const [first, ...rest] = words
  if (first === undefined || words.length > MAX_PHRASE) return null
  if (rest.length === 0) {
    const forms = /^\p{N}+$/u.test(first) ? null : wordsWith(first, 'inside', vocabulary, MAX_INSIDE)
    return forms === null ? null : [...forms, LONG_WORD].map((form) => `"${form}"`).join(' OR ')
  }
  const isWhole = /\s$/.test(term)
  const last = rest.at(-1) ?? ''
  const kept = isWhole || last.length >= MIN_BEGINNING ? rest : rest.slice(0, -1)
  const phrase = (words: readonly string[]): string =>
    isWhole || kept.length < rest.length ? `"${words.join(' ')}"` : `"${words.join(' ')}" *`
  const starts = startsOf(first, /^\s/.test(term), vocabulary)
  if (starts === null) return kept.length === 0 ? null : phrase(kept)
  const long = kept.length === 0 ? `"${LONG_WORD}"` : `("${LONG_WORD}" AND ${phrase(kept)})`
  return [...starts.map((start) => phrase([start, ...kept])), long].join(' OR ')
}

/** The words that can end with the first word of a phrase; null for numbers, and when there are too many. */
function startsOf(first: string, isWhole: boolean, vocabulary: Vocabulary): readonly string[] | null {
  if (isWhole) return [first]
  return /^\p{N}+$/u.test(first) ? null : wordsWith(first, 'end', vocabulary, MAX_ENDING)
}
