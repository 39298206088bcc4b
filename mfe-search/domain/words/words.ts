import { FORMS_CY, WORDS_CY } from './cy.ts'
import { FORMS_EN, WORDS_EN } from './en.ts'
import type { Change, WordForms, WordRules } from './word-rules.ts'

export type { WordRules } from './word-rules.ts'

const RULES: Readonly<Record<string, WordRules>> = { en: WORDS_EN, cy: WORDS_CY }
const FORMS: Readonly<Record<string, WordForms>> = { en: FORMS_EN, cy: FORMS_CY }
const NO_RULES: WordRules = { language: '', stopWords: new Set(), joiningWords: new Set(), toBase: [] }

/** The rules of a language. Languages without rules get empty ones, so that their words are searched for unchanged. */
export const wordRulesOf = (language: string): WordRules =>
  RULES[language.split('-')[0]?.toLowerCase() ?? ''] ?? NO_RULES

/** Whether a word is a stop word in any language that has rules. */
export const isStopWord = (word: string): boolean =>
  wordsOf(word).every((plain) => Object.values(RULES).some(({ stopWords }) => stopWords.has(plain)))

/** The words of a text as free-text search sees them: lower case, without accents and punctuation. */
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

/** Maximum number of forms of a word that are searched for. */
const MAX_FORMS = 8
/** Minimum length of an inflected word: shorter words, and those with digits, are searched for unchanged. */
const MIN_INFLECTED = 3

const isInflected = (word: string): boolean => word.length >= MIN_INFLECTED && !/\p{N}/u.test(word)

const change = (word: string, changes: readonly Change[]): readonly string[] =>
  changes.flatMap(([pattern, replacement]) =>
    pattern.test(word) ? [word.replace(pattern, replacement)] : [],
  )

/** The base forms that a word may be an inflection of; the word itself is last. */
export function basesOf(word: string, { toBase }: WordRules): readonly string[] {
  if (!isInflected(word)) return [word]
  return [...new Set([...change(word, toBase).filter((base) => base.length >= MIN_INFLECTED), word])]
}

/** A key that words with the same pronunciation share; null in a language without such rules. */
export function soundOf(word: string, { language }: WordRules): string | null {
  const toSound = FORMS[language]?.toSound ?? []
  return toSound.length === 0
    ? null
    : toSound.reduce((sound, [pattern, letters]) => sound.replace(pattern, letters), word)
}

/** A word and its other forms, the nearest first. */
export function formsOf(word: string, rules: WordRules): readonly string[] {
  if (!isInflected(word)) return [word]
  const bases = basesOf(word, rules)
  const forms = bases.flatMap((base) => change(base, FORMS[rules.language]?.toForms ?? []))
  return [...new Set([word, ...bases, ...forms])].slice(0, MAX_FORMS)
}
