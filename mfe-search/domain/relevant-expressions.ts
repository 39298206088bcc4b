import type { JsonObject } from '@tessera/shared/contract'
import type { RelevanceConfig } from '../config/search-config.ts'
import { interpretTerm } from './interpret-term.ts'
import {
  slugInTermClauses,
  titleClauses,
  mainPageClauses,
  namedTypeClauses,
  joinedSubjectClauses,
} from './title-clauses.ts'
import {
  allWords,
  anyWord,
  correctedInterpretation,
  formsIn,
  isWholeTermSynonym,
  MAX_OWN_FORMS,
  similar,
  weighted,
  WEIGHTS,
  type WeightedInterpretation,
} from './relevance-clauses.ts'
import { NO_VOCABULARY, type Vocabulary } from './vocabulary.ts'
import { isSameTerm, readPhrase, textsOf } from './words/phrase.ts'
import { wordRulesOf, wordsOf, type WordRules } from './words/words.ts'

/** Options of the relevance ranking. */
export interface Relevance extends RelevanceConfig {
  /** Language of the term, which decides its stop words and inflections. */
  readonly language: string
}

/** The relevance option as configured; an empty object if it is off. */
export function relevanceOf(
  configured: boolean | RelevanceConfig | undefined,
  language: string,
): { readonly relevance?: Relevance } {
  if (configured === undefined || configured === false) return {}
  return { relevance: { ...(configured === true ? {} : configured), language } }
}

/** Weight factors by the kind of interpretation. */
const KIND_WEIGHTS = { own: 1, synonym: 0.8, spelling: 0.9 } as const
/**
 * Factor for a meaning that an author has given the whole term: "cannot pay council tax", although another page is called "Pay your council
 * tax".
 */
const WHOLE_TERM_SYNONYM = 1.2

/** Maximum number of forms of words other than the visitor's. */
const MAX_OTHER_FORMS = 12
/** Minimum number of words of a sentence, and maximum number of its word pairs that are searched for. */
const [MIN_SENTENCE, MAX_PAIRS] = [4, 6]

/**
 * Clauses that find the words of a term, as branches of one `or`: the better the match, the higher the weight. `isLoose` adds words that
 * are similar to any of the words, in all text, for a term that finds nothing otherwise. Source: docs/decisions/0039-relevance.md.
 */
export function relevantExpressions(
  text: string,
  { language, homeTypes = [], namedTypes = [], fileFields = [] }: Relevance,
  vocabulary: Vocabulary = NO_VOCABULARY,
  isLoose = false,
): readonly JsonObject[] {
  const rules = wordRulesOf(language)
  const interpretations = interpretTerm(text, vocabulary, rules).map(
    // A meaning of only a part of the term counts less.
    (interpretation): WeightedInterpretation => ({
      ...interpretation,
      words: textsOf(interpretation.phrase.significant),
      factor:
        (isWholeTermSynonym(interpretation) ? WHOLE_TERM_SYNONYM : KIND_WEIGHTS[interpretation.kind]) *
        interpretation.share ** 2,
    }),
  )
  const [own] = interpretations
  const spelt = correctedInterpretation(interpretations)
  if (own === undefined || spelt === undefined) return []
  const others = interpretations.filter((interpretation) => interpretation !== spelt)
  const fileWeight = WEIGHTS.filePerWord * Math.max(0.25, own.words.length - 1)
  return [
    ...pinned(interpretations, vocabulary),
    ...interpretations.flatMap((interpretation) => titleClauses(interpretation, vocabulary, rules)),
    ...interpretations
      .filter(({ kind }) => kind !== 'synonym')
      .map(({ words, factor }) => allWords('searchContent', words, WEIGHTS.contentAllWords * factor)),
    ...anyWordClauses(spelt, others, rules),
    ...pairs(spelt),
    ...slugInTermClauses(interpretations),
    ...mainPageClauses(interpretations, homeTypes),
    ...(isLoose ? [] : joinedSubjectClauses(interpretations, homeTypes, vocabulary, rules)),
    ...namedTypeClauses(interpretations, namedTypes, rules),
    ...['entryTitle', 'keywords'].map((field) => similar(field, own.words, 'and')),
    ...(isLoose ? LOOSE_FIELDS.map((field) => similar(field, own.words, 'or')) : []),
    ...fileFields.map((field) => allWords(`${field}._searchContent`, own.words, fileWeight)),
  ]
}

/**
 * For a term that finds nothing otherwise: pages with a word similar to one of its words. Words with digits are left out: a similar
 * postcode or number is a different one.
 */
export function similarExpressions(
  text: string,
  { language }: Pick<Relevance, 'language'>,
): readonly JsonObject[] {
  const significant = textsOf(readPhrase(wordsOf(text), wordRulesOf(language)).significant)
  const words = significant.filter((word) => !/\p{N}/u.test(word))
  return words.length === 0 ? [] : LOOSE_FIELDS.map((field) => similar(field, words, 'or'))
}

/** Fields in which any similar word matches. */
const LOOSE_FIELDS = ['entryDescription', 'searchContent'] as const

/** Entries that an author has chosen for the term. */
function pinned(
  interpretations: readonly WeightedInterpretation[],
  { pins }: Vocabulary,
): readonly JsonObject[] {
  const written = interpretations.filter(({ kind }) => kind !== 'synonym')
  const chosen = pins.filter(({ terms }) =>
    terms.some((term) => written.some(({ phrase }) => isSameTerm(term, phrase))),
  )
  const ids = new Set(chosen.flatMap((pin) => pin.ids))
  return [...ids].map((id, at) => ({ field: 'sys.id', equalTo: id, ...weighted(WEIGHTS.pinned - at) }))
}

/** Entries that have any of the words, in any form, in the fields that say what a page is about. */
function anyWordClauses(
  own: WeightedInterpretation,
  others: readonly WeightedInterpretation[],
  rules: WordRules,
): readonly JsonObject[] {
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

/**
 * Pairs of neighbouring words. No page has all words of a sentence, but one with two neighbouring words is more likely meant than one with
 * any single word.
 */
function pairs({ words }: WeightedInterpretation): readonly JsonObject[] {
  if (words.length < MIN_SENTENCE) return []
  return words
    .slice(1, 1 + MAX_PAIRS)
    .map((word, at) => allWords('searchContent', [words[at] ?? '', word], WEIGHTS.contentPair))
}
