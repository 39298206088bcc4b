import type { JsonObject } from '@tessera/shared/contract'
import type { Interpretation } from './interpret-term.ts'
import { formsOf, type WordRules } from './words/words.ts'

/**
 * What each way of matching weighs. Free text counts its weight times how well the words fit (a few points for a rare word), the
 * others their weight. Found with `testing/judged-questions.test.ts`; decision 0039 says how.
 */
export const WEIGHTS = {
  pinned: 1000,
  /** Of what a visitor wrote, and of what an author says that it means. */
  titleEqual: { own: 60, spelling: 60, synonym: 40 },
  slug: { own: 16, spelling: 16, synonym: 8 },
  /** Of an address that is all of the term but its other words. */
  slugInTerm: 80,
  home: 12,
  namedType: 12,
  /** For each word of the term beyond the first: a file that has all of several words is what was meant. */
  filePerWord: 20,
  titleAllWords: 3,
  contentAllWords: 3,
  contentPair: 1,
  /** Of several things that a term joins. */
  homeOfSeveral: 50,
  titleOfSeveral: 3,
  titleAnyWord: 2,
  keywordsAnyWord: 2,
  descriptionAnyWord: 1.5,
  titleOtherWord: 1.5,
  keywordsOtherWord: 1,
  similar: 1,
} as const

/** An interpretation with its telling words, and what these weigh. */
export type Way = Interpretation & { readonly words: readonly string[]; readonly factor: number }

/** Whether it is what an author says about the whole term. */
export const isSaidOfAll = ({ kind, share }: Interpretation): boolean => kind === 'synonym' && share === 1

/** So many forms of the visitor's words are looked for. A platform has a limit. */
export const MAX_OWN_FORMS = 16

/** A weight of 1 is the platform's own. */
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

/** The words with their forms: fewer of each where there are many. */
export function formsIn(ways: readonly Way[], rules: WordRules, most: number): readonly string[] {
  const words = [...new Set(ways.flatMap((way) => way.words))].slice(0, most)
  const each = Math.max(1, Math.floor(most / words.length))
  return [...new Set(words.flatMap((word) => formsOf(word, rules).slice(0, each)))]
}

/** The visitor's own words, as authors write them. */
export const asSpelt = (ways: readonly Way[]): Way | undefined =>
  ways.find(({ kind }) => kind === 'spelling') ?? ways[0]
