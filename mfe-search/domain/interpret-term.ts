import { correctWords } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'
import { coveredBy, isIn, readPhrase, textsOf, type Phrase } from './words/phrase.ts'
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
    { text, phrase: own, kind: 'own', share: 1 },
    ...(corrected === null ? [] : [{ ...corrected, kind: 'spelling', share: 1 } as const]),
    ...meaningsOf(corrected?.phrase ?? own, vocabulary).toSorted((a, b) => b.share - a.share),
  ]
  const named = all.map((way) => ({ way, name: textsOf(way.phrase.telling).join(' ') }))
  return named
    .filter(({ name }, at) => name !== '' && named.findIndex((other) => other.name === name) === at)
    .map(({ way }) => way)
    .slice(0, MAX_INTERPRETATIONS)
}

/** What authors say that words of the term mean. Of a site's hundreds of phrases those are looked at that begin with one of them. */
function meaningsOf(term: Phrase, { synonyms, beginnings }: Vocabulary): readonly Interpretation[] {
  const bases = new Set(term.words.flatMap((word) => word.bases))
  const places = new Set([...bases].flatMap((base) => beginnings.get(base) ?? []))
  const found = [...places]
    .toSorted((a, b) => a - b)
    .flatMap((place) => synonyms[place] ?? [])
    .map(({ words, means }) => ({ phrases: words.filter((phrase) => isIn(phrase, term)), means }))
    .filter(({ phrases }) => phrases.length > 0)
  const written = found.flatMap(({ phrases }) => phrases)
  return found.flatMap(({ phrases, means }) => {
    // "sofa" is not meant in "sofa surfing", where an author says what that is.
    const meant = phrases.filter((phrase) => !written.some((other) => isPartOf(phrase, other)))
    const share = coveredBy(meant, term).length / term.telling.length
    return share === 0 ? [] : means.map((meaning) => ({ ...meaning, kind: 'synonym' as const, share }))
  })
}

/** Whether a phrase stands in another that says more. */
const isPartOf = (phrase: Phrase, other: Phrase): boolean =>
  phrase.telling.length < other.telling.length && isIn(phrase, other)
