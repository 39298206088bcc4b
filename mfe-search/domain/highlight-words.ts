import type { CleanTerm } from './clean-term.ts'
import { escapeForPattern, type TextPart } from './highlight.ts'
import { basesOf, wordRulesOf, wordsOf } from './words/words.ts'

/** A word with its accents, and with apostrophes inside it. */
const WORD = String.raw`[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*`

/**
 * Gives a function that splits a text into whole words of the term, in any form that the search in that language takes for the same word,
 * and what is between them. Phrases, and terms with signs inside, match as they are written. The parts joined are the text again.
 */
export function wordHighlighter(
  { words, phrases }: CleanTerm,
  language: string,
): (text: string) => readonly TextPart[] {
  const rules = wordRulesOf(language)
  const written = words.split(' ').filter(Boolean)
  const isOneWord = (token: string): boolean => wordsOf(token).length === 1
  const bases = new Set(
    written
      .filter(isOneWord)
      .flatMap(wordsOf)
      .flatMap((word) => basesOf(word, rules)),
  )
  const exact = [...phrases, ...written.filter((token) => !isOneWord(token))]
    .toSorted((a, b) => b.length - a.length)
    .map(escapeForPattern)
  const edge = String.raw`[\p{L}\p{N}\p{M}]`
  const pattern = new RegExp(`(?<!${edge})(?:(${[...exact, '(?!)'].join('|')})|${WORD})(?!${edge})`, 'giu')
  const isSought = (text: string): boolean =>
    wordsOf(text).some((word) => basesOf(word, rules).some((base) => bases.has(base)))
  return (text) => {
    const found = [...text.matchAll(pattern)].filter(([part, whole]) => whole !== undefined || isSought(part))
    const parts = found.flatMap(({ 0: part, index }, at) => {
      const last = found[at - 1]
      const start = last ? last.index + last[0].length : 0
      return [
        { text: text.slice(start, index), isMatch: false },
        { text: part, isMatch: true },
      ]
    })
    const end = found.at(-1)
    const rest = { text: text.slice(end ? end.index + end[0].length : 0), isMatch: false }
    return [...parts, rest].filter((part) => part.text !== '')
  }
}
