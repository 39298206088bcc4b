import type { Meaning, Vocabulary } from './vocabulary.ts'
import type { Weigher } from './word-weights.ts'
import type { Phrase, Word } from './words/phrase.ts'

/** What a term may mean though no phrase of an author stands in it. */
export interface LikelyMeaning extends Meaning {
  /** How much of the term lets one think so, up to 1. */
  readonly share: number
  /** Telling words of the term that say nothing of it. */
  readonly rest: readonly Word[]
}

/** Found with `testing/judged-questions.test.ts`: what says less of a term is chance. Of a long one each word says less. */
const [LEAST, LEAST_OF_LONG, LEAST_OF_ONE_WORD] = [0.25, 1.2, 0.5]
/** What a guess counts beside what an author has said. */
const GUESS = 0.6
const MOST_MEANINGS = 2

/**
 * "binmen never came": nobody has written that, but most phrases with these words are about missed collections. Each word speaks for
 * the synonyms whose phrases have it, by their part of all phrases that have it, and by what the word says of the term (`weigh`).
 */
export function likelyMeanings(
  { telling }: Phrase,
  vocabulary: Vocabulary,
  weigh: Weigher,
): readonly LikelyMeaning[] {
  const total = weigh(telling)
  const least = telling.length === 1 ? LEAST_OF_ONE_WORD : Math.min(LEAST, LEAST_OF_LONG / telling.length)
  const spoken = new Map<number, { share: number; words: Word[] }>()
  for (const word of telling)
    for (const [place, part] of partsFor(word, vocabulary)) {
      const { share, words } = spoken.get(place) ?? { share: 0, words: [] }
      spoken.set(place, { share: share + (part * weigh([word])) / total, words: [...words, word] })
    }
  return [...spoken]
    .filter(([, { share }]) => share >= least)
    .toSorted(([, one], [, other]) => other.share - one.share)
    .slice(0, MOST_MEANINGS)
    .flatMap(([place, { share, words }]) => {
      const [meaning] = vocabulary.synonyms[place]?.means ?? []
      const rest = telling.filter((word) => !words.includes(word))
      return meaning ? [{ ...meaning, share: share * GUESS, rest }] : []
    })
}

/** What part of all phrases with a word each place has: the very word before what it can be an inflection of. A number says nothing of a meaning. */
function partsFor(
  { text, bases }: Word,
  { counts, countsByPlace }: Vocabulary,
): readonly (readonly [place: number, part: number])[] {
  const base = [text, ...bases].find((one) => countsByPlace.has(one))
  if (base === undefined || /\p{N}/u.test(text)) return []
  const all = counts.get(base) ?? 1
  return [...(countsByPlace.get(base) ?? [])].map(([place, count]) => [place, count / all])
}
