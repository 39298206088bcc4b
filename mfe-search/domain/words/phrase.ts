import { basesOf, type WordRules } from './words.ts'

/** A word, and what it can be an inflection of. */
export interface Word {
  readonly text: string
  readonly bases: readonly string[]
}

/** Words that stand together: a term, or what authors say about one. What comparing takes is found out once. */
export interface Phrase {
  readonly words: readonly Word[]
  /** Those that say what is looked for, each once; all of them where none does. */
  readonly telling: readonly Word[]
}

/** A longer question is asked by its first telling words. */
const MAX_WORDS = 10

type ReadWord = (text: string) => Word

const wordIn =
  (rules: WordRules): ReadWord =>
  (text) => ({ text, bases: basesOf(text, rules) })

/** Reads each word once: for many phrases that share words. */
export function createWordReader(rules: WordRules): ReadWord {
  const [read, known] = [wordIn(rules), new Map<string, Word>()]
  return (text) => {
    const word = known.get(text) ?? read(text)
    known.set(text, word)
    return word
  }
}

/** Words, as `wordsOf` gives them, in a language. */
export function readPhrase(
  texts: readonly string[],
  rules: WordRules,
  read: ReadWord = wordIn(rules),
): Phrase {
  const rest = texts.filter((text) => !rules.stopWords.has(text))
  const telling = [...new Set(rest.length > 0 ? rest : texts)].slice(0, MAX_WORDS)
  return { words: texts.map(read), telling: telling.map(read) }
}

export const textsOf = (words: readonly Word[]): readonly string[] => words.map(({ text }) => text)

/** Whether two terms are the same but for forms of words, and words that say nothing. */
export const isSameTerm = ({ telling: one }: Phrase, { telling: other }: Phrase): boolean =>
  one.length === other.length && standsAt(one, other, 0)

/** Whether a phrase is in a term. Of several words those may be missing that say nothing. */
export const isIn = ({ words, telling }: Phrase, term: Phrase): boolean =>
  stands(words, term.words) || (telling.length > 1 && stands(telling, term.telling))

/** The telling words of a term that phrases in it are about. */
export const coveredBy = (phrases: readonly Phrase[], term: Phrase): readonly Word[] =>
  term.telling.filter((word) => phrases.some(({ telling }) => telling.some((one) => isSameWord(one, word))))

const stands = (words: readonly Word[], text: readonly Word[]): boolean =>
  text.some((_, at) => standsAt(words, text, at))

/** Whether words stand in a text at a place, each in any of its forms. */
const standsAt = (words: readonly Word[], text: readonly Word[], at: number): boolean =>
  words.every((word, i) => isSameWord(word, text[at + i]))

const isSameWord = (one: Word, other: Word | undefined): boolean =>
  other !== undefined && (one.text === other.text || one.bases.some((base) => other.bases.includes(base)))
