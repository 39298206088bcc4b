import type { Vocabulary } from './vocabulary.ts'
import type { Word } from './words/phrase.ts'

/** How much words tell about what is searched for: the sum of their weights, each up to 1. */
export type Weigher = (words: readonly Word[]) => number

/** A weigher that uses the site's vocabulary. */
export const weigherOf =
  ({ knownWords, counts }: Pick<Vocabulary, 'knownWords' | 'counts'>): Weigher =>
  (words) =>
    words.reduce(
      (sum, word) => sum + (isWordOfSite(word, knownWords) ? rarity(word, counts) : UNKNOWN_WORD),
      0,
    )

/** Weight of a word that is not in the site's vocabulary: it tells less about what is searched for. */
const UNKNOWN_WORD = 0.5

/** Weight of a word, up to 1: in "council tax bailiffs" it is highest for "bailiffs", since "council" and "tax" are in many phrases. */
const rarity = ({ bases }: Word, counts: Vocabulary['counts']): number =>
  Math.max(1, ...bases.map((base) => counts.get(base) ?? 1)) ** -COMMONNESS

/** Exponent, found with `testing/judged-questions.test.ts`: a word in ten phrases weighs less than half of a word in one. */
const COMMONNESS = 0.35

const isWordOfSite = ({ text, bases }: Word, knownWords: Vocabulary['knownWords']): boolean =>
  knownWords.has(text) || bases.some((base) => knownWords.has(base))
