import type { Entry, PagedList } from '@tessera/shared/content'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import { createWordReader, readPhrase, textsOf as textsIn, type Phrase, type Word } from './words/phrase.ts'
import { wordRulesOf, wordsOf, type WordRules } from './words/words.ts'

/** Synonyms and pinned results, as authors have entered them: entries of two content types, in one language. */
export interface Vocabulary {
  readonly synonyms: readonly Synonyms[]
  /** The visitors' phrases in it, by the base forms of the first significant word of each. */
  readonly phrasesByFirstWord: ReadonlyMap<string, readonly SynonymPhrase[]>
  readonly pins: readonly Pin[]
  /** All words that authors have used in it, and those of the titles that were loaded with it. */
  readonly knownWords: ReadonlySet<string>
  /** Known words that only occur as part of a single visitors' phrase. */
  readonly rareWords: ReadonlySet<string>
  /** Number of visitors' phrases with each word, in any form. */
  readonly counts: ReadonlyMap<string, number>
  /** The same for each synonyms entry (by its index in `synonyms`), for significant words only. */
  readonly countsBySynonyms: ReadonlyMap<string, ReadonlyMap<number, number>>
}

/** What visitors write, and what the pages say instead. */
export interface Synonyms {
  readonly words: readonly Phrase[]
  readonly means: readonly Meaning[]
}

/** A visitors' phrase, and the index of its entry in `synonyms`. */
export interface SynonymPhrase {
  readonly phrase: Phrase
  readonly index: number
}

/** A meaning in the words of the pages: the author's text, and the same as a phrase. */
export interface Meaning {
  readonly text: string
  readonly phrase: Phrase
}

/** Terms whose first results an author has chosen, and the entries in their order. */
export interface Pin {
  readonly terms: readonly Phrase[]
  readonly ids: readonly string[]
}

/** The vocabulary of a site without synonyms and pins. */
export const NO_VOCABULARY: Vocabulary = {
  synonyms: [],
  phrasesByFirstWord: new Map(),
  pins: [],
  knownWords: new Set(),
  rareWords: new Set(),
  counts: new Map(),
  countsBySynonyms: new Map(),
}

/** Content type of words that mean the same: `words` of visitors, and what they mean in `means`. */
export const SYNONYMS_TYPE = 'searchSynonyms'
/** Content type of chosen results: `terms`, and the `pages` that stand first for them. */
export const PIN_TYPE = 'searchPin'

/** Maximum number of entries that are read: authors cannot maintain more synonyms than these. */
const MAX_ENTRIES = 500

/**
 * The one query for the whole vocabulary, with the titles of entries that visitors know by name. It is the same on every page, so its
 * answer is cached. On a large site it returns only some of the titles, which come after the authors' entries.
 */
export function vocabularyQuery(language: string, namedTypes: readonly string[] = []): SearchQuery {
  const isVocabulary: JsonObject = { field: 'sys.contentTypeId', in: [SYNONYMS_TYPE, PIN_TYPE] }
  const isNamed: JsonObject = { field: 'sys.contentTypeId', in: namedTypes }
  const hasNames = namedTypes.length > 0
  return {
    where: [
      hasNames ? { or: [{ ...isVocabulary, weight: VOCABULARY_FIRST }, isNamed] } : isVocabulary,
      { field: 'sys.language', equalTo: language },
    ],
    // Naming one member of `sys` leaves out the others, which would be most of the answer.
    fields: ['sys.id', 'words', 'means', 'terms', 'pages', ...(hasNames ? NAME_FIELDS : [])],
    linkDepth: 0,
    // With names, the order is by weight.
    ...(hasNames ? {} : { orderBy: ['sys.id'] }),
    pageSize: MAX_ENTRIES,
    isSiteWide: true,
  }
}

/** Weight that puts synonyms and pins before titles. */
const VOCABULARY_FIRST = 10
const NAME_FIELDS = ['entryTitle', 'keywords'] as const

/**
 * The vocabulary from the query's answer; incomplete entries are ignored. Cached by answer and language: reading hundreds of words with
 * their inflections costs more than a search page.
 */
export function readVocabulary(answer: PagedList<Entry>, language: string): Vocabulary {
  const known = vocabularies.get(answer) ?? new Map<string, Vocabulary>()
  const vocabulary = known.get(language) ?? readEntries(answer, wordRulesOf(language))
  vocabularies.set(answer, known.set(language, vocabulary))
  return vocabulary
}

/** Vocabularies by language, for each answer. */
const vocabularies = new WeakMap<PagedList<Entry>, Map<string, Vocabulary>>()

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
    phrasesByFirstWord: indexByFirstWord(synonyms),
    counts,
    countsBySynonyms: countsBySynonymsOf(synonyms),
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
  const isFrequent = ({ bases }: Word): boolean => bases.some((base) => (counts.get(base) ?? 0) > 1)
  const frequent = said.flatMap(({ words }) => (words.length === 1 ? words : words.filter(isFrequent)))
  const likely = new Set([...called, ...textsIn(frequent)])
  const known = new Set([...said.flatMap(({ words }) => textsIn(words)), ...called])
  return { knownWords: known, rareWords: new Set([...known].filter((word) => !likely.has(word))) }
}

/** Title and keywords of an entry; none for synonyms and pins. */
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

function countsBySynonymsOf(synonyms: readonly Synonyms[]): Vocabulary['countsBySynonyms'] {
  const counts = new Map<string, Map<number, number>>()
  for (const [index, { words }] of synonyms.entries())
    for (const { significant } of words)
      for (const base of new Set(significant.flatMap(({ bases }) => bases))) {
        const places = counts.get(base) ?? new Map<number, number>()
        counts.set(base, places.set(index, (places.get(index) ?? 0) + 1))
      }
  return counts
}

function indexByFirstWord(synonyms: readonly Synonyms[]): Vocabulary['phrasesByFirstWord'] {
  const phrasesByFirstWord = new Map<string, SynonymPhrase[]>()
  const phrases = synonyms.flatMap(({ words }, index) =>
    words.map((phrase): SynonymPhrase => ({ phrase, index })),
  )
  for (const one of phrases)
    for (const base of one.phrase.significant[0]?.bases ?? []) {
      const others = phrasesByFirstWord.get(base)
      if (others) others.push(one)
      else phrasesByFirstWord.set(base, [one])
    }
  return phrasesByFirstWord
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((text): text is string => typeof text === 'string')

const idsOf = (value: unknown): readonly string[] =>
  listOf(value).flatMap((link) => {
    const id = (link as { readonly sys?: { readonly id?: unknown } } | null)?.sys?.id
    return typeof id === 'string' ? [id] : []
  })
