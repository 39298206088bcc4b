import { correctWords } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readPhrase, shareOf, textsOf, type Phrase } from './words/phrase.ts'
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
  return [...places]
    .toSorted((a, b) => a - b)
    .flatMap((place) => synonyms[place] ?? [])
    .flatMap(({ words, means }) => {
      const share = Math.max(...words.map((phrase) => shareOf(phrase, term)))
      return share === 0 ? [] : means.map((meaning) => ({ ...meaning, kind: 'synonym' as const, share }))
    })
}
