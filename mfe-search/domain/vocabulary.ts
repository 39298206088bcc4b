import type { Entry, PagedList } from '@tessera/shared/content'
import type { SearchQuery } from '@tessera/shared/contract'
import { wordsOf } from './words/words.ts'

/** What authors say about the words that visitors use. Entries of two content types, in one language. */
export interface Vocabulary {
  readonly synonyms: readonly Synonyms[]
  readonly pins: readonly Pin[]
}

/** What visitors write, and what the pages say instead. Each is one word or several, without accents. */
export interface Synonyms {
  readonly words: readonly (readonly string[])[]
  readonly means: readonly string[]
}

/** Terms whose first results an author has chosen, and the entries in their order. */
export interface Pin {
  readonly terms: readonly (readonly string[])[]
  readonly ids: readonly string[]
}

/** A site whose authors have said nothing. */
export const NO_VOCABULARY: Vocabulary = { synonyms: [], pins: [] }

/** Content type of words that mean the same: `words` of visitors, and what they mean in `means`. */
export const SYNONYMS_TYPE = 'searchSynonyms'
/** Content type of chosen results: `terms`, and the `pages` that stand first for them. */
export const PIN_TYPE = 'searchPin'

/** As many entries as are read; more words of visitors than these nobody keeps in order. */
const MAX_ENTRIES = 500

/** The one query for all of it. It asks for the same on every page, so its answer is kept. */
export const vocabularyQuery = (language: string): SearchQuery => ({
  where: [
    { field: 'sys.contentTypeId', in: [SYNONYMS_TYPE, PIN_TYPE] },
    { field: 'sys.language', equalTo: language },
  ],
  fields: ['words', 'means', 'terms', 'pages'],
  linkDepth: 0,
  orderBy: ['sys.id'],
  pageSize: MAX_ENTRIES,
})

/** Read what the query found. What an author has left out says nothing. */
export function readVocabulary({ items }: PagedList<Entry>): Vocabulary {
  const ofType = (type: string): readonly Entry[] => items.filter(({ sys }) => sys.contentTypeId === type)
  return {
    synonyms: ofType(SYNONYMS_TYPE)
      .map((entry) => ({ words: phrasesOf(entry['words']), means: textsOf(entry['means']) }))
      .filter(({ words, means }) => words.length > 0 && means.length > 0),
    pins: ofType(PIN_TYPE)
      .map((entry) => ({ terms: phrasesOf(entry['terms']), ids: idsOf(entry['pages']) }))
      .filter(({ terms, ids }) => terms.length > 0 && ids.length > 0),
  }
}

/** Every word that authors have written in it. */
export const knownWords = ({ synonyms, pins }: Vocabulary): ReadonlySet<string> =>
  new Set([
    ...synonyms.flatMap(({ words, means }) => [...words.flat(), ...means.flatMap(wordsOf)]),
    ...pins.flatMap(({ terms }) => terms.flat()),
  ])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((text): text is string => typeof text === 'string' && text.trim() !== '')

const phrasesOf = (value: unknown): readonly (readonly string[])[] =>
  textsOf(value)
    .map(wordsOf)
    .filter((words) => words.length > 0)

const idsOf = (value: unknown): readonly string[] =>
  listOf(value).flatMap((link) => {
    const id = (link as { readonly sys?: { readonly id?: unknown } } | null)?.sys?.id
    return typeof id === 'string' ? [id] : []
  })
