import { basesOf, wordRulesOf, wordsOf, type WordRules } from './words/words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A shorter word is not corrected: too many others are near. */
const MIN_CORRECTED = 4
/** A word, and each of its parts, that is taken for two written as one: "carpet" is neither a car nor a pet. */
const [MIN_JOINED, MIN_PART] = [8, 3]

/**
 * The term as authors write it: each word that neither they nor the texts that were found have, replaced by the one of theirs that it is
 * nearest to. Null when there is nothing to correct.
 */
export function correctTerm(
  term: string,
  { knownWords }: Vocabulary,
  found: readonly string[],
  language: string,
): string | null {
  const [words, rules] = [wordsOf(term), wordRulesOf(language)]
  // The texts are long, and most terms are written as authors write them.
  if (words.every((word) => isKnown(word, knownWords, rules))) return null
  const inTexts = new Set(found.flatMap(wordsOf))
  const isRight = (word: string): boolean => isKnown(word, knownWords, rules) || isKnown(word, inTexts, rules)
  return replaceWords(words, isRight, knownWords)?.join(' ') ?? null
}

/** The same for a term that found nothing but texts with similar words: what it may have meant stands in these too. */
export function similarTerm(
  term: string,
  { knownWords }: Vocabulary,
  found: readonly string[],
  language: string,
): string | null {
  const candidates = new Set([...knownWords, ...found.flatMap(wordsOf)])
  return correctWords(wordsOf(term), candidates, wordRulesOf(language))?.join(' ') ?? null
}

/** Whether a term has a word that authors do not use, so that it may be misspelt. A postcode or a number is no such word. */
export function hasUnknownWord(term: string, { knownWords }: Vocabulary, language: string): boolean {
  const rules = wordRulesOf(language)
  return wordsOf(term).some((word) => !/\p{N}/u.test(word) && !isKnown(word, knownWords, rules))
}

/** Words with each that is misspelt replaced by the candidate that it is nearest to; null when none is. */
export const correctWords = (
  words: readonly string[],
  candidates: ReadonlySet<string>,
  rules: WordRules,
): readonly string[] | null => replaceWords(words, (word) => isKnown(word, candidates, rules), candidates)

function replaceWords(
  words: readonly string[],
  isRight: (word: string) => boolean,
  candidates: ReadonlySet<string>,
): readonly string[] | null {
  const spelt = words.flatMap((word) =>
    isRight(word) ? word : (twoWords(word, candidates) ?? nearestWord(word, candidates) ?? word),
  )
  return spelt.length !== words.length || spelt.some((word, at) => word !== words[at]) ? spelt : null
}

/** Two known words that were written as one; null where it is none of that. */
function twoWords(word: string, known: ReadonlySet<string>): readonly [string, string] | null {
  if (word.length < MIN_JOINED) return null
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    if (known.has(first) && known.has(second)) return [first, second]
  }
  return null
}

const isKnown = (word: string, known: ReadonlySet<string>, rules: WordRules): boolean =>
  known.has(word) || rules.stopWords.has(word) || basesOf(word, rules).some((base) => known.has(base))

/** The known word that another is nearest to; of equally near ones the first, null where none is near. */
function nearestWord(word: string, known: ReadonlySet<string>): string | null {
  if (word.length < MIN_CORRECTED || /\p{N}/u.test(word)) return null
  let [nearest, edits]: [string | null, number] = [null, allowedEdits(word) + 1]
  for (const candidate of known) {
    if (candidate.length < MIN_CORRECTED || Math.abs(candidate.length - word.length) >= edits) continue
    const found = countEdits(word, candidate, edits)
    if (found < edits) [nearest, edits] = [candidate, found]
  }
  return nearest
}

/** So many letters may be wrong in a word, as in the platform's own fuzzy search. Source: protocol 1.13. */
const allowedEdits = (word: string): number => (word.length <= 5 ? 1 : 2)

/** Edits between two words, a swap of neighbours counting as one; where there are `most` of them or more, at least `most`. */
function countEdits(a: string, b: string, most: number): number {
  let before: readonly number[] = []
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  let leastAbove = 0
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      least = Math.min(least, edits)
    }
    // Edits never become fewer again, but that a swap looks back two rows.
    if (Math.min(least, leastAbove) >= most) return most
    before = above
    above = row
    leastAbove = least
  }
  return above[b.length] ?? 0
}
