import type { Random } from './random.ts'

/** A vocabulary whose words are as frequent as in real language: the second word half as frequent as the first, and so on. */
export type Words = {
  readonly word: (random: Random) => string
  readonly text: (random: Random, count: number) => string
}

const VOCABULARY = 50_000
const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge go ka ke ki ko la le li lo lu ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to tu va ve vi'.split(
    ' ',
  )

/** The word of a rank: rank 1 is the most frequent. Words of neighbouring ranks are spelt very differently. */
export function wordOfRank(rank: number): string {
  let rest = rank * 7919 + 13
  let word = ''
  do {
    word += SYLLABLES[rest % SYLLABLES.length] ?? ''
    rest = Math.floor(rest / SYLLABLES.length)
  } while (rest > 0)
  return word
}

/** Prepare the drawing of words by Zipf's law. */
export function createWords(): Words {
  const sums = new Float64Array(VOCABULARY)
  let sum = 0
  for (let rank = 1; rank <= VOCABULARY; rank += 1) sums[rank - 1] = sum += 1 / (rank + 2.7)
  const names = Array.from({ length: VOCABULARY }, (_, at) => wordOfRank(at + 1))
  const word = (random: Random): string => {
    const wanted = random.unit() * sum
    let [low, high] = [0, VOCABULARY - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return names[low] ?? ''
  }
  return { word, text: (random, count) => Array.from({ length: count }, () => word(random)).join(' ') }
}
