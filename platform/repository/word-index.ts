import { toWords } from '../domain/words.ts'
import type { Catalogue } from './catalogue.ts'
import { placesOf, type Place } from './compile-text.ts'
import { wordsWith, type Vocabulary } from './fuzzy.ts'
import { LONG_WORD } from './schema.ts'
import type { Scope } from './scopes.ts'

/** An index of words that says which documents of some scopes can hold a term; `match` null: it says nothing. */
export type WordIndex = {
  readonly table: string
  readonly match: string | null
  readonly scopes: readonly Scope[]
}

/** So many words may hold a part that is looked for, and so many may end with the beginning of a phrase. */
const [MAX_INSIDE, MAX_ENDING] = [500, 10]
const MAX_PHRASE = 20
/** A shorter beginning of a word leads to more words than it excludes. */
const MIN_BEGINNING = 3

/**
 * How documents are found whose text holds a term, without looking through all texts: by the words that hold it. Only
 * for fields whose text is kept as words just as it is, so not for HTML, whose tags hold parts of words too.
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
  return placesOf(field, scopes, catalogue).map((place) => ({
    table: place.slot ?? 'ft_field',
    match: `${fieldOf(place)}{body} : (${match})`,
    scopes: place.scopes,
  }))
}

const fieldOf = ({ slot, field }: Place): string =>
  slot === null && field !== null ? `{f} : "f${field}" AND ` : ''

/**
 * The words that a text must have to hold a term: those that have it inside; for a phrase those that end with its first
 * word, its inner words, and those that begin with its last, one after the other. Null when that says nothing: for terms
 * with characters that are no part of words, for numbers, for parts of very many words.
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

/** The words that the first one of a phrase can be the end of; null when there are too many, or nobody knows. */
function startsOf(first: string, isWhole: boolean, vocabulary: Vocabulary): readonly string[] | null {
  if (isWhole) return [first]
  return /^\p{N}+$/u.test(first) ? null : wordsWith(first, 'end', vocabulary, MAX_ENDING)
}
