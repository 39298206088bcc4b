import type { Meaning, Vocabulary } from './vocabulary.ts'
import type { Weigher } from './word-weights.ts'
import type { Phrase, Word } from './words/phrase.ts'

/** A meaning that is guessed from the words of a term, without a phrase of an author for it. */
export interface LikelyMeaning extends Meaning {
  /** How much of the term supports it, up to 1. */
  readonly share: number
  /** Significant words of the term that do not support it. */
  readonly rest: readonly Word[]
}

/** Minimum shares, found with `testing/judged-questions.test.ts`: lower ones are chance. In a long term each word has a lower share. */
const [LEAST, LEAST_OF_LONG, LEAST_OF_ONE_WORD] = [0.25, 1.2, 0.5]
/** Factor for a guess, compared with a meaning that an author has given. */
const GUESS_FACTOR = 0.6
const MAX_MEANINGS = 2

/**
 * Guesses meanings from single words. No author has listed "binmen never came", but most phrases with these words are about missed
 * collections. Each word supports the synonyms whose phrases contain it, by their share of all phrases with it, and by its weight in the
 * term (`weigh`).
 */
export function likelyMeanings(
  { significant }: Phrase,
  vocabulary: Vocabulary,
  weigh: Weigher,
): readonly LikelyMeaning[] {
  const total = weigh(significant)
  const least =
    significant.length === 1 ? LEAST_OF_ONE_WORD : Math.min(LEAST, LEAST_OF_LONG / significant.length)
  const supported = new Map<number, { share: number; words: Word[] }>()
  for (const word of significant)
    for (const [index, part] of sharesFor(word, vocabulary)) {
      const { share, words } = supported.get(index) ?? { share: 0, words: [] }
      supported.set(index, { share: share + (part * weigh([word])) / total, words: [...words, word] })
    }
  return [...supported]
    .filter(([, { share }]) => share >= least)
    .toSorted(([, one], [, other]) => other.share - one.share)
    .slice(0, MAX_MEANINGS)
    .flatMap(([index, { share, words }]) => {
      const [meaning] = vocabulary.synonyms[index]?.means ?? []
      const rest = significant.filter((word) => !words.includes(word))
      return meaning ? [{ ...meaning, share: share * GUESS_FACTOR, rest }] : []
    })
}

/**
 * The share of each synonyms entry (`index`) in all phrases with a word. The word itself is tried before its base forms. Numbers support no
 * meaning.
 */
function sharesFor(
  { text, bases }: Word,
  { counts, countsBySynonyms }: Vocabulary,
): readonly (readonly [index: number, part: number])[] {
  const base = [text, ...bases].find((one) => countsBySynonyms.has(one))
  if (base === undefined || /\p{N}/u.test(text)) return []
  const all = counts.get(base) ?? 1
  return [...(countsBySynonyms.get(base) ?? [])].map(([index, count]) => [index, count / all])
}
