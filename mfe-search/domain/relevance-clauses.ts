import type { JsonObject } from '@tessera/shared/contract'
import type { Interpretation } from './interpret-term.ts'
import { formsOf, type WordRules } from './words/words.ts'

/**
 * Weight of each kind of match. Free text scores its weight times how well the words fit (a few points for a rare word); other conditions
 * score their weight. Found with `testing/judged-questions.test.ts`; decision 0039 says how.
 */
export const WEIGHTS = {
  pinned: 1000,
  /** By the kind of interpretation. */
  titleEqual: { own: 60, spelling: 60, synonym: 40 },
  slug: { own: 16, spelling: 16, synonym: 8 },
  /** For a slug that is a part of the term, times its share of the term's significant words. */
  slugInTerm: 80,
  mainPage: 12,
  namedType: 12,
  /** For each word of the term beyond the first: a file that has all of several words is probably what was meant. */
  filePerWord: 20,
  titleAllWords: 3,
  contentAllWords: 3,
  contentPair: 1,
  /** For a term that joins several subjects. */
  mainPageOfSubjects: 50,
  titleOfSubjects: 3,
  titleAnyWord: 2,
  keywordsAnyWord: 2,
  descriptionAnyWord: 1.5,
  titleOtherWord: 1.5,
  keywordsOtherWord: 1,
  similar: 1,
} as const

/** An interpretation with its significant words, and a factor for their weights. */
export type WeightedInterpretation = Interpretation & {
  readonly words: readonly string[]
  readonly factor: number
}

/** Whether it is a meaning that an author has given the whole term. */
export const isWholeTermSynonym = ({ kind, share }: Interpretation): boolean =>
  kind === 'synonym' && share === 1

/** Whether an author has given a meaning to at least that share of the term. */
export const hasSynonym = (interpretations: readonly Interpretation[], minShare: number): boolean =>
  interpretations.some(({ kind, share }) => kind === 'synonym' && share >= minShare)

/** Maximum number of forms of the visitor's words in a query. The platform limits the size of a query. */
export const MAX_OWN_FORMS = 16

/** A weight as a member of a condition. 1 is left out: it is the platform's default. */
export const weighted = (weight: number): JsonObject =>
  weight > 1 ? { weight: Math.round(weight * 10) / 10 } : {}

const freeText =
  (operator: 'and' | 'or', fuzzy = false) =>
  (field: string, words: readonly string[], weight = 1): JsonObject => ({
    field,
    freeText: { term: words.join(' '), fuzzy, operator },
    ...weighted(weight),
  })

export const allWords = freeText('and')
export const anyWord = freeText('or')
export const similar = (field: string, words: readonly string[], operator: 'and' | 'or'): JsonObject =>
  freeText(operator, true)(field, words, WEIGHTS.similar)

/** The words with their inflected forms, at most `most` in all: the more words, the fewer forms of each. */
export function formsIn(
  interpretations: readonly WeightedInterpretation[],
  rules: WordRules,
  most: number,
): readonly string[] {
  const words = [...new Set(interpretations.flatMap((interpretation) => interpretation.words))].slice(0, most)
  const each = Math.max(1, Math.floor(most / words.length))
  return [...new Set(words.flatMap((word) => formsOf(word, rules).slice(0, each)))]
}

/** The visitor's own words, with their spelling corrected where necessary. */
export const correctedInterpretation = (
  interpretations: readonly WeightedInterpretation[],
): WeightedInterpretation | undefined =>
  interpretations.find(({ kind }) => kind === 'spelling') ?? interpretations[0]
