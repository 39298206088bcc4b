import { likelyMeanings } from './likely-meanings.ts'
import { groupBy } from './search-source.ts'
import { correctWords } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'
import { coveredBy, isIn, readPhrase, textsOf, type Phrase } from './words/phrase.ts'
import { weigherOf, type Weigher } from './word-weights.ts'
import { wordsOf, type WordRules } from './words/words.ts'

/** One way to understand what a visitor wrote. */
export interface Interpretation {
  /** What a page would be called that is just that. */
  readonly text: string
  readonly phrase: Phrase
  /** The visitor's own words, what authors say they mean, or what they may have meant to write. */
  readonly kind: 'own' | 'synonym' | 'spelling'
  /** The part of the term that it is about, up to 1. */
  readonly share: number
  /** Telling words of the term that it is not about. */
  readonly rest: readonly string[]
}

/** More ways than these add more conditions than they find pages. */
const MAX_INTERPRETATIONS = 5

/** The ways to understand a term, the visitor's own first, then by how much of the term they are about. */
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
  const named = all.map((way) => ({ way, name: textsOf(way.phrase.telling).join(' ') }))
  return named
    .filter(({ name }, at) => name !== '' && named.findIndex((other) => other.name === name) === at)
    .map(({ way }) => way)
    .slice(0, MAX_INTERPRETATIONS)
}

/** What authors say that the term means; where that is about little of it, what its words by themselves let one think as well. */
function meaningsOf(term: Phrase, vocabulary: Vocabulary, rules: WordRules): readonly Interpretation[] {
  const weigh = weigherOf(vocabulary)
  const said = saidOf(term, vocabulary, rules, weigh)
  if (said.some(({ share }) => share >= MOST_OF_TERM)) return said
  const likely = likelyMeanings(term, vocabulary, weigh).map(({ rest, ...meaning }): Interpretation => ({
    ...meaning,
    kind: 'synonym',
    rest: textsOf(rest),
  }))
  return [...said, ...likely]
}

/** So much of a term an author's saying is about that nothing has to be guessed. */
const MOST_OF_TERM = 0.6

/** What phrases of authors say that stand in the term. Of a site's thousands those are looked at that begin with one of its words. */
function saidOf(
  term: Phrase,
  { synonyms, beginnings }: Vocabulary,
  { stopWords }: WordRules,
  weigh: Weigher,
): readonly Interpretation[] {
  const bases = new Set(term.words.flatMap((word) => word.bases))
  const sayings = new Set([...bases].flatMap((base) => beginnings.get(base) ?? []))
  const said = [...sayings].filter(({ phrase }) => isIn(phrase, term)).toSorted((a, b) => a.place - b.place)
  const found = groupBy(said, ({ place }) => place).map((group) => ({
    phrases: group.map(({ phrase }) => phrase),
    means: synonyms[group[0]?.place ?? 0]?.means ?? [],
  }))
  const written = said.map(({ phrase }) => phrase)
  const asWritten = written.filter((phrase) => isAsWritten(phrase, term))
  const literal = new Set(coveredBy(asWritten, term))
  // "parking" is no form of "park" where an author says what parking is; and "sofa" is not meant in "sofa surfing".
  const isMeant = (phrase: Phrase): boolean =>
    (asWritten.includes(phrase) || !coveredBy([phrase], term).every((word) => literal.has(word))) &&
    !written.some((other) => isPartOf(phrase, other))
  return found.flatMap(({ phrases, means }) => {
    const meant = phrases.filter(isMeant)
    const covered = coveredBy(meant, term)
    const saying = sayingIn(meant, term, stopWords)
    const share = (weigh(covered) + saying) / (weigh(term.telling) + saying)
    const rest = textsOf(term.telling.filter((word) => !covered.includes(word)))
    return share === 0 ? [] : means.map((meaning) => ({ ...meaning, kind: 'synonym' as const, share, rest }))
  })
}

const isAsWritten = ({ words }: Phrase, term: Phrase): boolean =>
  words.every(({ text }) => term.words.some((word) => word.text === text))

/** Words of the longest phrase that says something though none of its words does by itself: "what's on". None where the term has no others. */
function sayingIn(phrases: readonly Phrase[], term: Phrase, stopWords: WordRules['stopWords']): number {
  const saysNothing = ({ telling }: Phrase): boolean => telling.every(({ text }) => stopWords.has(text))
  if (saysNothing(term)) return 0
  return Math.max(0, ...phrases.filter(saysNothing).map(({ words }) => words.length))
}

/** Whether a phrase stands in another that says more. */
const isPartOf = (phrase: Phrase, other: Phrase): boolean =>
  phrase.telling.length < other.telling.length && isIn(phrase, other)
