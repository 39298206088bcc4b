import { basesOf, wordRulesOf, wordsOf, type WordRules } from './words/words.ts'
import { knownWords, type Vocabulary } from './vocabulary.ts'

/** A shorter word is not corrected: too many others are near. */
const MIN_CORRECTED = 4

/**
 * The term as authors write it: each word that neither they nor the texts that were found have, replaced by the one of theirs that it is
 * nearest to. Null when there is nothing to correct.
 */
export function correctTerm(
  term: string,
  vocabulary: Vocabulary,
  found: readonly string[],
  language: string,
): string | null {
  const candidates = knownWords(vocabulary)
  const known = new Set([...candidates, ...found.flatMap(wordsOf)])
  return correctWords(wordsOf(term), candidates, wordRulesOf(language), known)?.join(' ') ?? null
}

/** The same for a term that found nothing but texts with similar words: what it may have meant stands in these too. */
export function similarTerm(
  term: string,
  vocabulary: Vocabulary,
  found: readonly string[],
  language: string,
): string | null {
  const candidates = new Set([...knownWords(vocabulary), ...found.flatMap(wordsOf)])
  return correctWords(wordsOf(term), candidates, wordRulesOf(language))?.join(' ') ?? null
}

/** Words with each that is misspelt replaced by the candidate that it is nearest to; null when none is. */
export function correctWords(
  words: readonly string[],
  candidates: ReadonlySet<string>,
  rules: WordRules,
  known: ReadonlySet<string> = candidates,
): readonly string[] | null {
  const isKnown = (word: string): boolean =>
    rules.stopWords.has(word) || basesOf(word, rules).some((base) => known.has(base))
  const spelt = words.map((word) => (isKnown(word) ? word : (nearestWord(word, candidates) ?? word)))
  return spelt.some((word, at) => word !== words[at]) ? spelt : null
}

/** The known word that another is nearest to; of equally near ones the first, null where none is near. */
function nearestWord(word: string, known: ReadonlySet<string>): string | null {
  if (word.length < MIN_CORRECTED || /\p{N}/u.test(word)) return null
  let [nearest, edits]: [string | null, number] = [null, allowedEdits(word) + 1]
  for (const candidate of known) {
    if (candidate.length < MIN_CORRECTED || Math.abs(candidate.length - word.length) >= edits) continue
    const found = countEdits(word, candidate)
    if (found < edits) [nearest, edits] = [candidate, found]
  }
  return nearest
}

/** So many letters may be wrong in a word, as in the platform's own fuzzy search. Source: protocol 1.13. */
const allowedEdits = (word: string): number => (word.length <= 5 ? 1 : 2)

/** Edits between two words, a swap of neighbours counting as one. */
function countEdits(a: string, b: string): number {
  let before: readonly number[] = []
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const steps = [(above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + cost]
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        steps.push((before[j - 2] ?? 0) + 1)
      row.push(Math.min(...steps))
    }
    before = above
    above = row
  }
  return above[b.length] ?? 0
}
