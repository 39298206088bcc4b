import { beginSimilarly, editDistance, minEditDistance, letterMask } from './edit-distance.ts'
import { basesOf, soundOf, wordRulesOf, wordsOf, type WordRules } from './words/words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Minimum length of a word that is corrected: shorter ones are similar to too many others. */
const MIN_CORRECTED = 4
/** Minimum length of a word that is split in two, and of each part: "carpet" is neither a car nor a pet. */
const [MIN_JOINED, MIN_PART] = [8, 3]
/** Minimum length of a word that was written as two. */
const MIN_ONE_WORD = 7
/** A term with more words than this is a sentence, and minimum length of its words that are corrected. */
const [MANY_WORDS, MIN_IN_SENTENCE] = [4, 6]
/** So many words of a term that are not right are corrected: each is compared with the vocabulary, and only the first words are searched for (`readPhrase`). */
const MAX_CORRECTED = 12
/** Additional cost of a rare word, which is as unlikely as one more small mistake. */
const RARE_COST = 0.5
/** A candidate that sounds like the word costs so much less: "waist" is corrected to "waste". */
const SOUND_DISCOUNT = 0.75
/** Lowest cost of a mistake (edit-distance.ts). */
const MIN_COST = 0.5

/**
 * The term in the authors' spelling: each word that is neither in the vocabulary nor in the texts that were found is replaced by the
 * nearest word of the vocabulary. Null if there is nothing to correct.
 */
export function correctTerm(
  term: string,
  vocabulary: Vocabulary,
  found: readonly string[],
  language: string,
): string | null {
  const { knownWords } = vocabulary
  const [words, rules] = [wordsOf(term), wordRulesOf(language)]
  // Checked before the texts: they are long, and most terms are spelt as authors spell them.
  if (words.every((word) => isKnown(word, knownWords, rules))) return null
  const inTexts = new Set(found.flatMap(wordsOf))
  const isRight = (word: string): boolean => isKnown(word, knownWords, rules) || isKnown(word, inTexts, rules)
  return replaceWords(words, isRight, vocabulary, rules)?.join(' ') ?? null
}

/** Like `correctTerm`, for a term that only found texts with similar words: these may contain the word that was meant. */
export function similarTerm(
  term: string,
  { knownWords, rareWords }: Vocabulary,
  found: readonly string[],
  language: string,
): string | null {
  const candidates = { knownWords: new Set([...knownWords, ...found.flatMap(wordsOf)]), rareWords }
  return correctWords(wordsOf(term), candidates, wordRulesOf(language))?.join(' ') ?? null
}

/** Whether a term has a word that authors do not use, so that it may be misspelt. Words with digits do not count. */
export function hasUnknownWord(term: string, { knownWords }: Vocabulary, language: string): boolean {
  const rules = wordRulesOf(language)
  return wordsOf(term).some((word) => !/\p{N}/u.test(word) && !isKnown(word, knownWords, rules))
}

/** Words that a misspelt word may be corrected to. */
type Candidates = Pick<Vocabulary, 'knownWords' | 'rareWords'>

/** The words, with each misspelt one replaced by the nearest candidate; null if nothing changes. */
export const correctWords = (
  words: readonly string[],
  candidates: Candidates,
  rules: WordRules,
): readonly string[] | null =>
  replaceWords(words, (word) => isKnown(word, candidates.knownWords, rules), candidates, rules)

function replaceWords(
  words: readonly string[],
  isRight: (word: string) => boolean,
  candidates: Candidates,
  rules: WordRules,
): readonly string[] | null {
  const isLong = words.length > MANY_WORDS
  // A misspelt plural may belong to a word that authors only use in the singular.
  const nearest = (word: string): string | null =>
    first(
      [...new Set([word, ...basesOf(word, rules)])],
      (one) => nearestOf(one, candidates, rules)?.word ?? null,
    )
  const correct = (word: string): string | null =>
    isLong && word.length < MIN_IN_SENTENCE ? null : nearest(word)
  const spelt: string[] = []
  let wrong = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!isRight(word) && (wrong += 1) > MAX_CORRECTED) {
      spelt.push(...words.slice(at))
      break
    }
    const joined = joinedWord(word, words[at + 1] ?? '', isRight, candidates, rules)
    if (joined !== null) {
      spelt.push(joined)
      at += 1
    } else spelt.push(...(isRight(word) ? [word] : (splitWord(word, candidates) ?? [correct(word) ?? word])))
  }
  return spelt.length !== words.length || spelt.some((word, at) => word !== words[at]) ? spelt : null
}

/** The word that two words make: "sand bags"; or probably make, if one of them is unknown: "recy clin". Null if they make none. */
function joinedWord(
  first: string,
  second: string,
  isRight: (word: string) => boolean,
  candidates: Candidates,
  rules: WordRules,
): string | null {
  if (first.length < MIN_PART || second.length < MIN_PART) return null
  const joined = first + second
  if (joined.length < MIN_ONE_WORD) return null
  if (candidates.knownWords.has(joined)) return joined
  if (isRight(first) && isRight(second)) return null
  const near = nearestOf(joined, candidates, rules)
  if (near === null) return null
  // "free scool" is more likely "free school" than "preschool".
  const apart = [first, second]
    .filter((word) => !isRight(word))
    .map((word) => nearestOf(word, candidates, rules)?.cost ?? Infinity)
  return near.cost < Math.max(...apart) ? near.word : null
}

/** The first result that is found for any of the words; null if there is none. */
function first(words: readonly string[], find: (word: string) => string | null): string | null {
  for (const word of words) {
    const found = find(word)
    if (found !== null) return found
  }
  return null
}

/** Two words that were written as one, neither of them rare: a "substation" is not a station. Null if the word cannot be split so. */
function splitWord(word: string, { knownWords, rareWords }: Candidates): readonly [string, string] | null {
  if (word.length < MIN_JOINED) return null
  const isLikely = (part: string): boolean => knownWords.has(part) && !rareWords.has(part)
  for (let at = MIN_PART; at <= word.length - MIN_PART; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    if (isLikely(first) && isLikely(second)) return [first, second]
  }
  return null
}

const isKnown = (word: string, known: ReadonlySet<string>, rules: WordRules): boolean =>
  known.has(word) || rules.stopWords.has(word) || basesOf(word, rules).some((base) => known.has(base))

/** The nearest candidate with its cost; of equally near ones the first; null if none is near enough. */
function nearestOf(
  word: string,
  { knownWords, rareWords }: Candidates,
  rules: WordRules,
): { readonly word: string; readonly cost: number } | null {
  if (word.length < MIN_CORRECTED || /\p{N}/u.test(word)) return null
  const [letters, limit, sound] = [letterMask(word), maxCost(word), soundOf(word, rules)]
  let [nearest, cost]: [string | null, number] = [null, Infinity]
  for (const candidate of readCandidates(knownWords)) {
    if (Math.abs(candidate.word.length - word.length) * MIN_COST > limit + SOUND_DISCOUNT) continue
    if (!beginSimilarly(word, candidate.word)) continue
    const nearer = sound !== null && candidate.soundIn(rules) === sound ? SOUND_DISCOUNT : 0
    if (minEditDistance(letters, candidate.letters) > limit + nearer) continue
    const counted = editDistance(word, candidate.word, Math.min(cost, limit + MIN_COST) + nearer)
    const found = counted - nearer + (rareWords.has(candidate.word) ? RARE_COST : 0)
    if (found <= limit && found < cost) [nearest, cost] = [candidate.word, found]
  }
  return nearest === null ? null : { word: nearest, cost }
}

interface Candidate {
  readonly word: string
  readonly letters: number
  readonly soundIn: (rules: WordRules) => string | null
}

/** The words that are long enough, each with its bit mask of letters and, once it is compared by it, its sound. Cached. */
function readCandidates(words: ReadonlySet<string>): readonly Candidate[] {
  const known = CANDIDATES.get(words)
  if (known) return known
  const read = [...words].filter(({ length }) => length >= MIN_CORRECTED).map(readCandidate)
  CANDIDATES.set(words, read)
  return read
}

const CANDIDATES = new WeakMap<ReadonlySet<string>, readonly Candidate[]>()

function readCandidate(word: string): Candidate {
  let sound: string | null | undefined
  return { word, letters: letterMask(word), soundIn: (rules) => (sound ??= soundOf(word, rules)) }
}

/**
 * Maximum cost of a correction, by the length of the word. In a short word one quite different letter makes another word: "sand" and
 * "band".
 */
function maxCost({ length }: string): number {
  if (length <= 5) return 0.75
  if (length <= 8) return 1.25
  return length <= 10 ? 1.75 : 2.25
}
