import type { CleanTerm } from './clean-term.ts'
import { escapeForPattern, partsOf, type TextPart } from './highlight.ts'
import { basesOf, wordRulesOf, wordsOf } from './words/words.ts'

/** Letters, digits and combining marks; an apostrophe is part of a word between them. */
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`
const WORD = `${LETTER}+(?:['’]${LETTER}+)*`

/**
 * Gives a function that splits a text into matches and the text between them. Matches are whole words of the term, in any form that the
 * search treats as the same word in that language. Phrases, and terms with punctuation inside, match literally.
 * Joined, the parts are the text.
 */
export function wordHighlighter(
  { words, phrases }: CleanTerm,
  language: string,
): (text: string) => readonly TextPart[] {
  if (words === '' && phrases.length === 0) return (text) => partsOf([text])
  const rules = wordRulesOf(language)
  const written = words.split(' ').filter(Boolean)
  const isOneWord = (token: string): boolean => wordsOf(token).length === 1
  const bases = new Set(
    written
      .filter(isOneWord)
      .flatMap(wordsOf)
      .flatMap((word) => basesOf(word, rules)),
  )
  const exact = [...phrases, ...written.filter((token) => !isOneWord(token))].map(escapeForPattern)
  const pattern =
    exact.length === 0
      ? new RegExp(WORD, 'gu')
      : new RegExp(`(?<!${LETTER})(?:(${exact.join('|')})|${WORD})(?!${LETTER})`, 'giu')
  const initials = new Set([...bases].map((base) => base[0]))
  // Most words begin with another letter. Unless the language has rules that change the beginning of words, they need no base forms.
  const hasMutations = rules.toBase.some(([{ source }]) => source.startsWith('^'))
  const mayMatch = (letter = ''): boolean => hasMutations || initials.has(letter) || !/^[a-z]$/.test(letter)
  const known = new Map<string, boolean>() // most words are on a page several times
  const isMatch = (text: string): boolean => {
    if (!mayMatch(text[0]?.toLowerCase())) return false
    const isKnown = known.get(text)
    if (isKnown !== undefined) return isKnown
    const isFound = wordsOf(text).some((word) => basesOf(word, rules).some((base) => bases.has(base)))
    known.set(text, isFound)
    return isFound
  }
  return (text) => {
    const parts: string[] = []
    let end = 0
    for (const { 0: part, 1: whole, index } of text.matchAll(pattern)) {
      if (whole === undefined && !isMatch(part)) continue
      parts.push(text.slice(end, index), part)
      end = index + part.length
    }
    return partsOf([...parts, text.slice(end)])
  }
}
