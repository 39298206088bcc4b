import { likelyMeanings } from './likely-meanings.ts'
import { groupBy } from './search-source.ts'
import { correctWords } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'
import { coveredBy, isIn, readPhrase, textsOf, type Phrase } from './words/phrase.ts'
import { weigherOf, type Weigher } from './word-weights.ts'
import { wordsOf, type WordRules } from './words/words.ts'

/** One way to understand what a visitor wrote. */
export interface Interpretation {
  /** The title that a page about exactly this would have. */
  readonly text: string
  readonly phrase: Phrase
  /** The visitor's own words, a meaning that authors have given them, or a corrected spelling. */
  readonly kind: 'own' | 'synonym' | 'spelling'
  /** The share of the term that it covers, up to 1. */
  readonly share: number
  /** Significant words of the term that it does not cover. */
  readonly rest: readonly string[]
}

/** Maximum number of interpretations: more would add conditions, but find hardly any further pages. */
const MAX_INTERPRETATIONS = 5

/**
 * The ways to interpret a term: the visitor's own words, then a corrected spelling, then meanings by the share of the term that they cover.
 */
export function interpretTerm(
  text: string,
  vocabulary: Vocabulary,
  rules: WordRules,
): readonly Interpretation[] {
  const written = wordsOf(text)
  const own = readPhrase(written, rules)
  const spelt = correctWords(written, vocabulary, rules)
  const corrected = spelt && { text: spelt.join(' '), phrase: readPhrase(spelt, rules) }
  const all: readonly Interpretation[] = [
    { text, phrase: own, kind: 'own', share: 1, rest: [] },
    ...(corrected === null ? [] : [{ ...corrected, kind: 'spelling', share: 1, rest: [] } as const]),
    ...meaningsOf(corrected?.phrase ?? own, vocabulary, rules).toSorted((a, b) => b.share - a.share),
  ]
  const named = all.map((interpretation) => ({
    interpretation,
    name: textsOf(interpretation.phrase.significant).join(' '),
  }))
  return named
    .filter(({ name }, at) => name !== '' && named.findIndex((other) => other.name === name) === at)
    .map(({ interpretation }) => interpretation)
    .slice(0, MAX_INTERPRETATIONS)
}

/** The meanings that authors have given the term; if they cover little of it, also meanings that are guessed from its words. */
function meaningsOf(term: Phrase, vocabulary: Vocabulary, rules: WordRules): readonly Interpretation[] {
  const weigh = weigherOf(vocabulary)
  const said = authorMeanings(term, vocabulary, rules, weigh)
  if (said.some(({ share }) => share >= MIN_SHARE)) return said
  const likely = likelyMeanings(term, vocabulary, weigh).map(({ rest, ...meaning }): Interpretation => ({
    ...meaning,
    kind: 'synonym',
    rest: textsOf(rest),
  }))
  return [...said, ...likely]
}

/** If an author's meaning covers this share of a term, no further meanings are guessed. */
const MIN_SHARE = 0.6

/**
 * The meanings of authors' phrases that the term contains. A site has thousands of phrases; only those that begin with a word of the
 * term are compared.
 */
function authorMeanings(
  term: Phrase,
  { synonyms, phrasesByFirstWord }: Vocabulary,
  { stopWords }: WordRules,
  weigh: Weigher,
): readonly Interpretation[] {
  const bases = new Set(term.words.flatMap((word) => word.bases))
  const phrases = new Set([...bases].flatMap((base) => phrasesByFirstWord.get(base) ?? []))
  const said = [...phrases].filter(({ phrase }) => isIn(phrase, term)).toSorted((a, b) => a.index - b.index)
  const found = groupBy(said, ({ index }) => index).map((group) => ({
    phrases: group.map(({ phrase }) => phrase),
    means: synonyms[group[0]?.index ?? 0]?.means ?? [],
  }))
  const written = said.map(({ phrase }) => phrase)
  const asWritten = written.filter((phrase) => isAsWritten(phrase, term))
  const literal = new Set(coveredBy(asWritten, term))
  // "parking" is not a form of "park" if an author has given "parking" a meaning; and "sofa" is not meant in "sofa surfing".
  const isMeant = (phrase: Phrase): boolean =>
    (asWritten.includes(phrase) || !coveredBy([phrase], term).every((word) => literal.has(word))) &&
    !written.some((other) => isPartOf(phrase, other))
  return found.flatMap(({ phrases, means }) => {
    const meant = phrases.filter(isMeant)
    const covered = coveredBy(meant, term)
    const phraseLength = stopPhraseLength(meant, term, stopWords)
    const share = (weigh(covered) + phraseLength) / (weigh(term.significant) + phraseLength)
    const rest = textsOf(term.significant.filter((word) => !covered.includes(word)))
    return share === 0 ? [] : means.map((meaning) => ({ ...meaning, kind: 'synonym' as const, share, rest }))
  })
}

const isAsWritten = ({ words }: Phrase, term: Phrase): boolean =>
  words.every(({ text }) => term.words.some((word) => word.text === text))

/**
 * Number of words of the longest phrase that has a meaning although all its words are stop words: "what's on". 0 if the whole term consists
 * of stop words.
 */
function stopPhraseLength(
  phrases: readonly Phrase[],
  term: Phrase,
  stopWords: WordRules['stopWords'],
): number {
  const hasStopWordsOnly = ({ significant }: Phrase): boolean =>
    significant.every(({ text }) => stopWords.has(text))
  if (hasStopWordsOnly(term)) return 0
  return Math.max(0, ...phrases.filter(hasStopWordsOnly).map(({ words }) => words.length))
}

/** Whether a phrase is contained in another one with more significant words. */
const isPartOf = (phrase: Phrase, other: Phrase): boolean =>
  phrase.significant.length < other.significant.length && isIn(phrase, other)
