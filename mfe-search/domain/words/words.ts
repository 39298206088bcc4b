import { WORDS_CY } from './cy.ts'
import { WORDS_EN } from './en.ts'
import type { Change, WordRules } from './word-rules.ts'

export type { WordRules } from './word-rules.ts'

const RULES: Readonly<Record<string, WordRules>> = { en: WORDS_EN, cy: WORDS_CY }
const NO_RULES: WordRules = { stopWords: new Set(), joiningWords: new Set(), toBase: [], toForms: [] }

/** The rules of a language; none where nobody has written them, so that words are searched for as they stand. */
export const wordRulesOf = (language: string): WordRules =>
  RULES[language.split('-')[0]?.toLowerCase() ?? ''] ?? NO_RULES

/** Whether a word says nothing of what is looked for, in any language that has rules. */
export const isStopWord = (word: string): boolean =>
  wordsOf(word).every((plain) => Object.values(RULES).some(({ stopWords }) => stopWords.has(plain)))

/** The words of a text as free text knows them: lower case, without accents and punctuation. */
export function wordsOf(text: string): readonly string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    // An apostrophe belongs to its word here: "council's" is one word, and its base is "council".
    .replace(/['’]s\b/g, '')
    .replace(/['’]/g, '')
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Forms of a word that are looked for with it. */
const MAX_FORMS = 8
/** A shorter word, or one with figures, is looked for as it stands. */
const MIN_INFLECTED = 3

const isInflected = (word: string): boolean => word.length >= MIN_INFLECTED && !/\p{N}/u.test(word)

const change = (word: string, changes: readonly Change[]): readonly string[] =>
  changes.flatMap(([pattern, replacement]) =>
    pattern.test(word) ? [word.replace(pattern, replacement)] : [],
  )

/** What a word can be an inflection of: itself last. */
export function basesOf(word: string, { toBase }: WordRules): readonly string[] {
  if (!isInflected(word)) return [word]
  return [...new Set([...change(word, toBase).filter((base) => base.length >= MIN_INFLECTED), word])]
}

/** A word and its other forms, the nearest first. */
export function formsOf(word: string, rules: WordRules): readonly string[] {
  if (!isInflected(word)) return [word]
  const bases = basesOf(word, rules)
  const forms = bases.flatMap((base) => change(base, rules.toForms))
  return [...new Set([word, ...bases, ...forms])].slice(0, MAX_FORMS)
}
