import type { Vocabulary } from './vocabulary.ts'
import type { Word } from './words/phrase.ts'

/** How much words say of what is looked for: the sum of what each says, up to 1. */
export type Weigher = (words: readonly Word[]) => number

/** By what authors say about words. */
export const weigherOf =
  ({ knownWords, counts }: Pick<Vocabulary, 'knownWords' | 'counts'>): Weigher =>
  (words) =>
    words.reduce(
      (sum, word) => sum + (isWordOfSite(word, knownWords) ? rarity(word, counts) : UNKNOWN_WORD),
      0,
    )

/** A word that the site does not have says less of what is looked for there than one that it has. */
const UNKNOWN_WORD = 0.5

/** What a word says, up to 1: of "council tax bailiffs" the bailiffs say most, since "council" and "tax" are in many phrases. */
const rarity = ({ bases }: Word, counts: Vocabulary['counts']): number =>
  Math.max(1, ...bases.map((base) => counts.get(base) ?? 1)) ** -COMMONNESS

/** Found with `testing/judged-questions.test.ts`: a word of ten phrases says less than half of one that is in one. */
const COMMONNESS = 0.35

const isWordOfSite = ({ text, bases }: Word, knownWords: Vocabulary['knownWords']): boolean =>
  knownWords.has(text) || bases.some((base) => knownWords.has(base))
