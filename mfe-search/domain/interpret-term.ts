import { groupBy } from './search-source.ts'
import { correctWords } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'
import { coveredBy, isIn, readPhrase, textsOf, type Phrase, type Word } from './words/phrase.ts'
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
  const spelt = correctWords(written, vocabulary.knownWords, rules)
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

/** What authors say that words of the term mean. Of a site's thousands of phrases those are looked at that begin with one of them. */
function meaningsOf(
  term: Phrase,
  { synonyms, beginnings, knownWords, counts }: Vocabulary,
  { stopWords }: WordRules,
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
  const weigh = (words: readonly Word[]): number =>
    words.reduce(
      (sum, word) => sum + (isWordOfSite(word, knownWords) ? rarity(word, counts) : UNKNOWN_WORD),
      0,
    )
  return found.flatMap(({ phrases, means }) => {
    const meant = phrases.filter(isMeant)
    const covered = coveredBy(meant, term)
    const saying = sayingIn(meant, term, stopWords)
    const share = (weigh(covered) + saying) / (weigh(term.telling) + saying)
    const rest = textsOf(term.telling.filter((word) => !covered.includes(word)))
    return share === 0 ? [] : means.map((meaning) => ({ ...meaning, kind: 'synonym' as const, share, rest }))
  })
}

/** A word that the site does not have says less of what is looked for there than one that it has. */
const UNKNOWN_WORD = 0.5

/** What a word says, up to 1: of "council tax bailiffs" the bailiffs say most, since "council" and "tax" are in many phrases. */
const rarity = ({ bases }: Word, counts: Vocabulary['counts']): number =>
  Math.max(1, ...bases.map((base) => counts.get(base) ?? 1)) ** -COMMONNESS

/** Found with `testing/judged-questions.test.ts`: a word of ten phrases says less than half of one that is in one. */
const COMMONNESS = 0.35

const isWordOfSite = ({ text, bases }: Word, knownWords: Vocabulary['knownWords']): boolean =>
  knownWords.has(text) || bases.some((base) => knownWords.has(base))

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
