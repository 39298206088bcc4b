import type { JsonObject } from '@tessera/shared/contract'
import type { RelevanceConfig } from '../config/search-config.ts'
import { interpretTerm, type Interpretation } from './interpret-term.ts'
import { NO_VOCABULARY, type Vocabulary } from './vocabulary.ts'
import { isSameTerm, readPhrase, textsOf } from './words/phrase.ts'
import { formsOf, wordRulesOf, wordsOf, type WordRules } from './words/words.ts'

/** What goes beyond the plain query. */
export interface Relevance extends RelevanceConfig {
  /** Language of the term: its words that say nothing, and its inflections. */
  readonly language: string
}

/** What a configuration asks for; nothing where the option is off. */
export function relevanceOf(
  asked: boolean | RelevanceConfig | undefined,
  language: string,
): { readonly relevance?: Relevance } {
  if (asked === undefined || asked === false) return {}
  return { relevance: { ...(asked === true ? {} : asked), language } }
}

/**
 * What each way of matching weighs. Free text counts its weight times how well the words fit (a few points for a rare word), the
 * others their weight. Found with `testing/judged-questions.test.ts`; decision 0039 says how.
 */
const WEIGHTS = {
  pinned: 1000,
  titleEqual: 24,
  slug: 8,
  home: 12,
  namedType: 12,
  /** For each word of the term beyond the first: a file that has all of several words is what was meant. */
  filePerWord: 12,
  titleAllWords: 3,
  contentAllWords: 3,
  /** Of several things that a term joins. */
  homeOfSeveral: 36,
  titleOfSeveral: 3,
  titleAnyWord: 2,
  keywordsAnyWord: 2,
  descriptionAnyWord: 1.5,
  titleOtherWord: 1.5,
  keywordsOtherWord: 1,
  similar: 1,
} as const

/** What the ways of understanding a term weigh: what an author says is surer than what may be misspelt. */
const KIND_WEIGHTS = { own: 1, synonym: 0.8, spelling: 0.9 } as const

/** So many forms of the visitor's words are looked for, and so many of the others'. A platform has a limit. */
const [MAX_OWN_FORMS, MAX_OTHER_FORMS] = [16, 12]
/** So many things that a term joins are looked for one by one. */
const MAX_JOINED = 3
/** So many interpretations can have a home, and so many words of a term name a content type. */
const [MAX_HOMES, MAX_TYPE_WORDS] = [3, 3]

/** An interpretation with its telling words, and what these weigh. */
type Way = Interpretation & { readonly words: readonly string[]; readonly factor: number }

/**
 * Ways of finding the words of a term, as branches of one `or`: the better each fits, the more it weighs. `isLoose` adds similar words
 * and any of the words in all text, for a term that finds nothing otherwise. Source: docs/decisions/0039-relevance.md.
 */
export function relevantExpressions(
  text: string,
  { language, homeTypes = [], fileFields = [] }: Relevance,
  vocabulary: Vocabulary = NO_VOCABULARY,
  isLoose = false,
): readonly JsonObject[] {
  const rules = wordRulesOf(language)
  const ways = interpretTerm(text, vocabulary, rules).map(
    // What only a part of the term means says little of the whole.
    (way): Way => ({
      ...way,
      words: textsOf(way.phrase.telling),
      factor: KIND_WEIGHTS[way.kind] * way.share ** 2,
    }),
  )
  const [own, ...others] = ways
  if (own === undefined) return []
  const fileWeight = WEIGHTS.filePerWord * Math.max(0.25, own.words.length - 1)
  return [
    ...pinned(ways, vocabulary),
    ...ways.flatMap(calledSo),
    ...ways
      .filter(({ kind }) => kind !== 'synonym')
      .map(({ words, factor }) => allWords('searchContent', words, WEIGHTS.contentAllWords * factor)),
    ...anyWordClauses(own, others, rules),
    ...homes(ways, homeTypes),
    ...(isLoose ? [] : ofSeveral(ways, homeTypes, vocabulary, rules)),
    ...ofNamedType(own.words, rules),
    ...['entryTitle', 'keywords'].map((field) => similar(field, own.words, 'and')),
    ...(isLoose ? LOOSE_FIELDS.map((field) => similar(field, own.words, 'or')) : []),
    ...fileFields.map((field) => allWords(`${field}._searchContent`, own.words, fileWeight)),
  ]
}

/** For a term that nothing else finds: pages that have a word like one of its. A postcode or a number that is like another is another. */
export function similarExpressions(
  text: string,
  { language }: Pick<Relevance, 'language'>,
): readonly JsonObject[] {
  const telling = textsOf(readPhrase(wordsOf(text), wordRulesOf(language)).telling)
  const words = telling.filter((word) => !/\p{N}/u.test(word))
  return words.length === 0 ? [] : LOOSE_FIELDS.map((field) => similar(field, words, 'or'))
}

/** Where any similar word will do. */
const LOOSE_FIELDS = ['entryDescription', 'searchContent'] as const

/** A weight of 1 is the platform's own. */
const weighted = (weight: number): JsonObject => (weight > 1 ? { weight: Math.round(weight * 10) / 10 } : {})

const freeText =
  (operator: 'and' | 'or', fuzzy = false) =>
  (field: string, words: readonly string[], weight = 1): JsonObject => ({
    field,
    freeText: { term: words.join(' '), fuzzy, operator },
    ...weighted(weight),
  })

const allWords = freeText('and')
const anyWord = freeText('or')
const similar = (field: string, words: readonly string[], operator: 'and' | 'or'): JsonObject =>
  freeText(operator, true)(field, words, WEIGHTS.similar)

/** Entries that an author has chosen for the term. */
function pinned(ways: readonly Way[], { pins }: Vocabulary): readonly JsonObject[] {
  const written = ways.filter(({ kind }) => kind !== 'synonym')
  const chosen = pins.filter(({ terms }) =>
    terms.some((term) => written.some(({ phrase }) => isSameTerm(term, phrase))),
  )
  const ids = new Set(chosen.flatMap((pin) => pin.ids))
  return [...ids].map((id, at) => ({ field: 'sys.id', equalTo: id, ...weighted(WEIGHTS.pinned - at) }))
}

/** Entries whose title or address is just that, or has all of its words. */
function calledSo({ text, words, factor }: Way): readonly JsonObject[] {
  const slugs = [...new Set([wordsOf(text).join('-'), words.join('-')])]
  return [
    { field: 'entryTitle', equalTo: text, ...weighted(WEIGHTS.titleEqual * factor) },
    { field: 'sys.slug', in: slugs, ...weighted(WEIGHTS.slug * factor) },
    allWords('entryTitle', words, WEIGHTS.titleAllWords * factor),
  ]
}

/** Entries that have any of the words in any of their forms, in the places that say what a page is about. */
function anyWordClauses(own: Way, others: readonly Way[], rules: WordRules): readonly JsonObject[] {
  const forms = formsIn([own], rules, MAX_OWN_FORMS)
  const otherForms = formsIn(others, rules, MAX_OTHER_FORMS).filter((form) => !forms.includes(form))
  return [
    anyWord('entryTitle', forms, WEIGHTS.titleAnyWord),
    anyWord('keywords', forms, WEIGHTS.keywordsAnyWord),
    anyWord('entryDescription', forms, WEIGHTS.descriptionAnyWord),
    ...(otherForms.length === 0
      ? []
      : [
          anyWord('entryTitle', otherForms, WEIGHTS.titleOtherWord),
          anyWord('keywords', otherForms, WEIGHTS.keywordsOtherWord),
        ]),
  ]
}

/** The words with their forms: fewer of each where there are many. */
function formsIn(ways: readonly Way[], rules: WordRules, most: number): readonly string[] {
  const words = [...new Set(ways.flatMap((way) => way.words))].slice(0, most)
  const each = Math.max(1, Math.floor(most / words.length))
  return [...new Set(words.flatMap((word) => formsOf(word, rules).slice(0, each)))]
}

/** The home of a thing comes before an article that mentions it. */
function homes(ways: readonly Way[], homeTypes: readonly string[]): readonly JsonObject[] {
  if (homeTypes.length === 0) return []
  const whole = ways.filter(({ share }) => share === 1).slice(0, MAX_HOMES)
  return [
    {
      and: [
        { or: whole.map(({ words }) => allWords('entryTitle', words)) },
        { field: 'sys.contentTypeId', in: homeTypes, ...weighted(WEIGHTS.home) },
      ],
    },
  ]
}

/** "potholes and gritting": a page whose title has each of them, or that leads to each of them, comes before those that are about one. */
function ofSeveral(
  ways: readonly Way[],
  homeTypes: readonly string[],
  vocabulary: Vocabulary,
  rules: WordRules,
): readonly JsonObject[] {
  const way = ways.find(({ kind }) => kind === 'spelling') ?? ways[0]
  if (way === undefined || !wordsOf(way.text).some((word) => rules.joiningWords.has(word))) return []
  const { words } = way
  if (words.length < 2 || words.length > MAX_JOINED) return []
  const each = Math.floor(MAX_OWN_FORMS / words.length)
  const anyForm = (field: string, word: string, weight?: number): JsonObject =>
    anyWord(field, formsOf(word, rules).slice(0, each), weight)
  const inTitle = words.map((word) => anyForm('entryTitle', word, WEIGHTS.titleOfSeveral))
  if (homeTypes.length === 0) return [{ and: inTitle }]
  // The text of a page has the titles of those that it leads to, so what authors call a thing will do as well.
  const inText = words.map((word): JsonObject => {
    const meaning = interpretTerm(word, vocabulary, rules).find(({ kind }) => kind === 'synonym')
    const called = meaning && allWords('searchContent', textsOf(meaning.phrase.telling))
    return { or: [anyForm('searchContent', word), ...(called ? [called] : [])] }
  })
  const isHome: JsonObject = { field: 'sys.contentTypeId', in: homeTypes, ...weighted(WEIGHTS.homeOfSeveral) }
  return [{ and: inTitle }, { and: [...inText, isHome] }]
}

/** "councillor Standish": where a word is the name of a content type, its entries that have another word of the term come first. */
function ofNamedType(words: readonly string[], rules: WordRules): readonly JsonObject[] {
  if (words.length < 2) return []
  return words.slice(0, MAX_TYPE_WORDS).map((word) => ({
    and: [
      anyWord(
        'entryTitle',
        words.filter((other) => other !== word),
      ),
      { field: 'sys.contentTypeId', in: formsOf(word, rules), ...weighted(WEIGHTS.namedType) },
    ],
  }))
}
