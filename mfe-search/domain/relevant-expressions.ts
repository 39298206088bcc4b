import type { JsonObject } from '@tessera/shared/contract'
import type { RelevanceConfig } from '../config/search-config.ts'
import { interpretTerm } from './interpret-term.ts'
import { calledInPart, calledSo, homes, ofNamedType, ofSeveral } from './named-things.ts'
import {
  allWords,
  anyWord,
  asSpelt,
  formsIn,
  isSaidOfAll,
  MAX_OWN_FORMS,
  similar,
  weighted,
  WEIGHTS,
  type Way,
} from './relevance-clauses.ts'
import { NO_VOCABULARY, type Vocabulary } from './vocabulary.ts'
import { isSameTerm, readPhrase, textsOf } from './words/phrase.ts'
import { wordRulesOf, wordsOf, type WordRules } from './words/words.ts'

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

/** What the ways of understanding a term weigh: what an author says is surer than what may be misspelt. */
const KIND_WEIGHTS = { own: 1, synonym: 0.8, spelling: 0.9 } as const
/** "cannot pay council tax" is what an author says of it, although another page is called "Pay your council tax". */
const SAID_OF_ALL = 1.2

/** So many forms of other words than the visitor's are looked for. */
const MAX_OTHER_FORMS = 12
/** A question of so many words is a sentence, and so many pairs of it are looked for. */
const [MIN_SENTENCE, MAX_PAIRS] = [4, 6]

/**
 * Ways of finding the words of a term, as branches of one `or`: the better each fits, the more it weighs. `isLoose` adds similar words
 * and any of the words in all text, for a term that finds nothing otherwise. Source: docs/decisions/0039-relevance.md.
 */
export function relevantExpressions(
  text: string,
  { language, homeTypes = [], namedTypes = [], fileFields = [] }: Relevance,
  vocabulary: Vocabulary = NO_VOCABULARY,
  isLoose = false,
): readonly JsonObject[] {
  const rules = wordRulesOf(language)
  const ways = interpretTerm(text, vocabulary, rules).map(
    // What only a part of the term means says little of the whole.
    (way): Way => ({
      ...way,
      words: textsOf(way.phrase.telling),
      factor: (isSaidOfAll(way) ? SAID_OF_ALL : KIND_WEIGHTS[way.kind]) * way.share ** 2,
    }),
  )
  const [own] = ways
  const spelt = asSpelt(ways)
  if (own === undefined || spelt === undefined) return []
  const others = ways.filter((way) => way !== spelt)
  const fileWeight = WEIGHTS.filePerWord * Math.max(0.25, own.words.length - 1)
  return [
    ...pinned(ways, vocabulary),
    ...ways.flatMap(calledSo),
    ...ways
      .filter(({ kind }) => kind !== 'synonym')
      .map(({ words, factor }) => allWords('searchContent', words, WEIGHTS.contentAllWords * factor)),
    ...anyWordClauses(spelt, others, rules),
    ...pairs(spelt),
    ...calledInPart(ways),
    ...homes(ways, homeTypes),
    ...(isLoose ? [] : ofSeveral(ways, homeTypes, vocabulary, rules)),
    ...ofNamedType(ways, namedTypes, rules),
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

/** Entries that an author has chosen for the term. */
function pinned(ways: readonly Way[], { pins }: Vocabulary): readonly JsonObject[] {
  const written = ways.filter(({ kind }) => kind !== 'synonym')
  const chosen = pins.filter(({ terms }) =>
    terms.some((term) => written.some(({ phrase }) => isSameTerm(term, phrase))),
  )
  const ids = new Set(chosen.flatMap((pin) => pin.ids))
  return [...ids].map((id, at) => ({ field: 'sys.id', equalTo: id, ...weighted(WEIGHTS.pinned - at) }))
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

/** Of a sentence no page has all words: one that has two which stand together is more likely meant than one that has any. */
function pairs({ words }: Way): readonly JsonObject[] {
  if (words.length < MIN_SENTENCE) return []
  return words
    .slice(1, 1 + MAX_PAIRS)
    .map((word, at) => allWords('searchContent', [words[at] ?? '', word], WEIGHTS.contentPair))
}
