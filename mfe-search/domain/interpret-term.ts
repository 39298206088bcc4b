import { basesOf, wordsOf, type WordRules } from './words/words.ts'
import { correctWords } from './spelling.ts'
import { knownWords, type Vocabulary } from './vocabulary.ts'

/** One way to understand what a visitor wrote. */
export interface Interpretation {
  /** What a page would be called that is just that. */
  readonly text: string
  /** Its telling words. */
  readonly words: readonly string[]
  /** The visitor's own words, what authors say they mean, or what they may have meant to write. */
  readonly kind: 'own' | 'synonym' | 'spelling'
  /** The part of the term that it is about, up to 1. */
  readonly share: number
}

/** More ways than these add more conditions than they find pages. */
const MAX_INTERPRETATIONS = 5
/** A longer question is asked by its first telling words. */
const MAX_WORDS = 10

/** The ways to understand a term, the visitor's own first, then by how much of the term they are about. */
export function interpretTerm(
  text: string,
  vocabulary: Vocabulary,
  rules: WordRules,
): readonly Interpretation[] {
  const written = wordsOf(text)
  const spelt = correctWords(written, knownWords(vocabulary), rules)
  const meanings = meaningsOf(spelt ?? written, vocabulary, rules)
  const all: readonly Interpretation[] = [
    { text, words: telling(written, rules), kind: 'own', share: 1 },
    ...(spelt === null
      ? []
      : [{ text: spelt.join(' '), words: telling(spelt, rules), kind: 'spelling', share: 1 } as const]),
    ...meanings.toSorted((a, b) => b.share - a.share),
  ]
  const isFirst = ({ words }: Interpretation, at: number): boolean =>
    all.findIndex((other) => other.words.join(' ') === words.join(' ')) === at
  return all.filter((way, at) => way.words.length > 0 && isFirst(way, at)).slice(0, MAX_INTERPRETATIONS)
}

/** The words that say what is looked for, each once; all of them where none does. */
function telling(words: readonly string[], { stopWords }: WordRules): readonly string[] {
  const rest = words.filter((word) => !stopWords.has(word))
  return [...new Set(rest.length > 0 ? rest : words)].slice(0, MAX_WORDS)
}

/** Whether two terms are the same but for forms of words, and words that say nothing. */
export function isSameTerm(one: readonly string[], other: readonly string[], rules: WordRules): boolean {
  const [own, others] = [telling(one, rules), telling(other, rules)]
  return own.length === others.length && standsAt(own, others, 0, rules)
}

/** Whether words stand in a text at a place, each in any of its forms. */
const standsAt = (words: readonly string[], text: readonly string[], at: number, rules: WordRules): boolean =>
  words.every((word, i) => isSameWord(word, text[at + i] ?? '', rules))

const isSameWord = (one: string, other: string, rules: WordRules): boolean =>
  one === other || basesOf(one, rules).some((base) => basesOf(other, rules).includes(base))

/** What authors say that words of the term mean. */
function meaningsOf(
  written: readonly string[],
  { synonyms }: Vocabulary,
  rules: WordRules,
): readonly Interpretation[] {
  return synonyms.flatMap(({ words, means }) => {
    const share = Math.max(...words.map((phrase) => shareOf(phrase, written, rules)))
    if (share === 0) return []
    return means.map((text): Interpretation => ({
      text,
      words: telling(wordsOf(text), rules),
      kind: 'synonym',
      share,
    }))
  })
}

/** How much of a term a phrase is; 0 where it is not in it. Of several words those may be missing that say nothing. */
function shareOf(phrase: readonly string[], written: readonly string[], rules: WordRules): number {
  const [short, own] = [telling(phrase, rules), telling(written, rules)]
  const isWritten = written.some((_, at) => standsAt(phrase, written, at, rules))
  const isTold = short.length > 1 && own.some((_, at) => standsAt(short, own, at, rules))
  return isWritten || isTold ? Math.min(1, short.length / own.length) : 0
}
