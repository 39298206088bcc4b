import { basesOf, type WordRules } from './words.ts'

/** A word, and the base forms that it may be an inflection of. */
export interface Word {
  readonly text: string
  readonly bases: readonly string[]
}

/** A sequence of words: a term, or a text by an author. Words are analysed once, so that comparing is cheap. */
export interface Phrase {
  readonly words: readonly Word[]
  /** The significant words (no stop words), each once; all words if all are stop words. */
  readonly significant: readonly Word[]
}

/** Maximum number of significant words; a longer term is searched by its first ones. */
const MAX_WORDS = 10

type ReadWord = (text: string) => Word

const wordIn =
  (rules: WordRules): ReadWord =>
  (text) => ({ text, bases: basesOf(text, rules) })

/** A reader that analyses each word once, for many phrases that share words. */
export function createWordReader(rules: WordRules): ReadWord {
  const [read, known] = [wordIn(rules), new Map<string, Word>()]
  return (text) => {
    const word = known.get(text) ?? read(text)
    known.set(text, word)
    return word
  }
}

/** Makes a phrase of words, as `wordsOf` gives them, by the rules of a language. */
export function readPhrase(
  texts: readonly string[],
  rules: WordRules,
  read: ReadWord = wordIn(rules),
): Phrase {
  const rest = texts.filter((text) => !rules.stopWords.has(text))
  const significant = [...new Set(rest.length > 0 ? rest : texts)].slice(0, MAX_WORDS)
  return { words: texts.map(read), significant: significant.map(read) }
}

export const textsOf = (words: readonly Word[]): readonly string[] => words.map(({ text }) => text)

/** Whether two terms are equal apart from inflections and stop words. */
export const isSameTerm = ({ significant: one }: Phrase, { significant: other }: Phrase): boolean =>
  one.length === other.length && matchesAt(one, other, 0)

/** Whether a term contains a phrase. If the phrase has several significant words, its stop words may be missing. */
export const isIn = ({ words, significant }: Phrase, term: Phrase): boolean =>
  includesWords(words, term.words) || (significant.length > 1 && includesWords(significant, term.significant))

/** The significant words of a term that phrases in it cover. */
export const coveredBy = (phrases: readonly Phrase[], term: Phrase): readonly Word[] =>
  term.significant.filter((word) =>
    phrases.some(({ significant }) => significant.some((one) => isSameWord(one, word))),
  )

const includesWords = (words: readonly Word[], text: readonly Word[]): boolean =>
  text.some((_, at) => matchesAt(words, text, at))

/** Whether the words are in a text at index `at`, each in any of its forms. */
const matchesAt = (words: readonly Word[], text: readonly Word[], at: number): boolean =>
  words.every((word, i) => isSameWord(word, text[at + i]))

const isSameWord = (one: Word, other: Word | undefined): boolean =>
  other !== undefined && (one.text === other.text || one.bases.some((base) => other.bases.includes(base)))
