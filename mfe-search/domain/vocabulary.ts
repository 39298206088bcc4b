import type { Entry, PagedList } from '@tessera/shared/content'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import { createWordReader, readPhrase, textsOf as textsIn, type Phrase, type Word } from './words/phrase.ts'
import { wordRulesOf, wordsOf, type WordRules } from './words/words.ts'

/** What authors say about the words that visitors use. Entries of two content types, in one language. */
export interface Vocabulary {
  readonly synonyms: readonly Synonyms[]
  /** The phrases of visitors in it, by what the first telling word of each can be an inflection of. */
  readonly beginnings: ReadonlyMap<string, readonly Saying[]>
  readonly pins: readonly Pin[]
  /** Every word that authors have written in it, and of the titles that came with it. */
  readonly knownWords: ReadonlySet<string>
  /** Those of them that are but a part of a single phrase of visitors. */
  readonly rareWords: ReadonlySet<string>
  /** In how many phrases of visitors each word is, in any form. */
  readonly counts: ReadonlyMap<string, number>
  /** The same for each place of synonyms, of the telling words. */
  readonly countsByPlace: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/** What visitors write, and what the pages say instead. */
export interface Synonyms {
  readonly words: readonly Phrase[]
  readonly means: readonly Meaning[]
}

/** A phrase of visitors, and the place of its synonyms among the site's. */
export interface Saying {
  readonly phrase: Phrase
  readonly place: number
}

/** What pages say: as an author has written it, and its words. */
export interface Meaning {
  readonly text: string
  readonly phrase: Phrase
}

/** Terms whose first results an author has chosen, and the entries in their order. */
export interface Pin {
  readonly terms: readonly Phrase[]
  readonly ids: readonly string[]
}

/** A site whose authors have said nothing. */
export const NO_VOCABULARY: Vocabulary = {
  synonyms: [],
  beginnings: new Map(),
  pins: [],
  knownWords: new Set(),
  rareWords: new Set(),
  counts: new Map(),
  countsByPlace: new Map(),
}

/** Content type of words that mean the same: `words` of visitors, and what they mean in `means`. */
export const SYNONYMS_TYPE = 'searchSynonyms'
/** Content type of chosen results: `terms`, and the `pages` that stand first for them. */
export const PIN_TYPE = 'searchPin'

/** As many entries as are read; more words of visitors than these nobody keeps in order. */
const MAX_ENTRIES = 500

/**
 * The one query for all of it, with the titles of what visitors know by name. It asks for the same on every page, so its answer is kept. Of a large
 * site it brings some of the titles only: they come after what authors say.
 */
export function vocabularyQuery(language: string, namedTypes: readonly string[] = []): SearchQuery {
  const isSaid: JsonObject = { field: 'sys.contentTypeId', in: [SYNONYMS_TYPE, PIN_TYPE] }
  const isNamed: JsonObject = { field: 'sys.contentTypeId', in: namedTypes }
  const hasNames = namedTypes.length > 0
  return {
    where: [
      hasNames ? { or: [{ ...isSaid, weight: SAID_FIRST }, isNamed] } : isSaid,
      { field: 'sys.language', equalTo: language },
    ],
    // One named member of `sys` leaves out those that are not needed: most of the answer.
    fields: ['sys.id', 'words', 'means', 'terms', 'pages', ...(hasNames ? NAME_FIELDS : [])],
    linkDepth: 0,
    // With names by weight.
    ...(hasNames ? {} : { orderBy: ['sys.id'] }),
    pageSize: MAX_ENTRIES,
    isSiteWide: true,
  }
}

/** What authors say weighs more than titles, so that it comes first. */
const SAID_FIRST = 10
const NAME_FIELDS = ['entryTitle', 'keywords'] as const

/**
 * What the query found, read. What an author has left out says nothing. An answer that is the one of the search before is not
 * read again: hundreds of words with their inflections cost more than a search page.
 */
export function readVocabulary(answer: PagedList<Entry>, language: string): Vocabulary {
  const known = vocabularies.get(answer) ?? readEntries(answer, wordRulesOf(language))
  vocabularies.set(answer, known)
  return known
}

/** By the answer, which is of one language. */
const vocabularies = new WeakMap<PagedList<Entry>, Vocabulary>()

function readEntries({ items }: PagedList<Entry>, rules: WordRules): Vocabulary {
  const ofType = (type: string): readonly Entry[] => items.filter(({ sys }) => sys.contentTypeId === type)
  const readWord = createWordReader(rules)
  const phrases = (value: unknown): readonly Phrase[] => meanings(value).map(({ phrase }) => phrase)
  const meanings = (value: unknown): readonly Meaning[] =>
    textsOf(value)
      .map((text) => ({ text, phrase: readPhrase(wordsOf(text), rules, readWord) }))
      .filter(({ phrase }) => phrase.words.length > 0)
  const synonyms = ofType(SYNONYMS_TYPE)
    .map((entry) => ({ words: phrases(entry['words']), means: meanings(entry['means']) }))
    .filter(({ words, means }) => words.length > 0 && means.length > 0)
  const pins = ofType(PIN_TYPE)
    .map((entry) => ({ terms: phrases(entry['terms']), ids: idsOf(entry['pages']) }))
    .filter(({ terms, ids }) => terms.length > 0 && ids.length > 0)
  const counts = countsOf(synonyms)
  return {
    synonyms,
    beginnings: beginningsOf(synonyms),
    counts,
    countsByPlace: countsByPlaceOf(synonyms),
    pins,
    ...wordsOfSite({ synonyms, pins, counts }, items),
  }
}

function wordsOfSite(
  { synonyms, pins, counts }: Pick<Vocabulary, 'synonyms' | 'pins' | 'counts'>,
  items: readonly Entry[],
): Pick<Vocabulary, 'knownWords' | 'rareWords'> {
  const said = synonyms.flatMap(({ words }) => words)
  const meant = [
    ...synonyms.flatMap(({ means }) => means.map(({ phrase }) => phrase)),
    ...pins.flatMap(({ terms }) => terms),
  ]
  const called = [...meant.flatMap(({ words }) => textsIn(words)), ...items.flatMap(namesOf).flatMap(wordsOf)]
  const isOften = ({ bases }: Word): boolean => bases.some((base) => (counts.get(base) ?? 0) > 1)
  const often = said.flatMap(({ words }) => (words.length === 1 ? words : words.filter(isOften)))
  const likely = new Set([...called, ...textsIn(often)])
  const known = new Set([...said.flatMap(({ words }) => textsIn(words)), ...called])
  return { knownWords: known, rareWords: new Set([...known].filter((word) => !likely.has(word))) }
}

/** What an entry is known by, where it is none of those that say something about words. */
const namesOf = ({ sys, entryTitle, keywords }: Entry): readonly string[] =>
  sys.contentTypeId === SYNONYMS_TYPE || sys.contentTypeId === PIN_TYPE
    ? []
    : [entryTitle, keywords].flat().filter((text) => typeof text === 'string')

function countsOf(synonyms: readonly Synonyms[]): Vocabulary['counts'] {
  const counts = new Map<string, number>()
  for (const { words } of synonyms)
    for (const phrase of words)
      for (const base of new Set(phrase.words.flatMap(({ bases }) => bases)))
        counts.set(base, (counts.get(base) ?? 0) + 1)
  return counts
}

function countsByPlaceOf(synonyms: readonly Synonyms[]): Vocabulary['countsByPlace'] {
  const counts = new Map<string, Map<number, number>>()
  for (const [place, { words }] of synonyms.entries())
    for (const { telling } of words)
      for (const base of new Set(telling.flatMap(({ bases }) => bases))) {
        const places = counts.get(base) ?? new Map<number, number>()
        counts.set(base, places.set(place, (places.get(place) ?? 0) + 1))
      }
  return counts
}

function beginningsOf(synonyms: readonly Synonyms[]): Vocabulary['beginnings'] {
  const beginnings = new Map<string, Saying[]>()
  const sayings = synonyms.flatMap(({ words }, place) => words.map((phrase): Saying => ({ phrase, place })))
  for (const saying of sayings)
    for (const base of saying.phrase.telling[0]?.bases ?? []) {
      const others = beginnings.get(base)
      if (others) others.push(saying)
      else beginnings.set(base, [saying])
    }
  return beginnings
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((text): text is string => typeof text === 'string')

const idsOf = (value: unknown): readonly string[] =>
  listOf(value).flatMap((link) => {
    const id = (link as { readonly sys?: { readonly id?: unknown } } | null)?.sys?.id
    return typeof id === 'string' ? [id] : []
  })
