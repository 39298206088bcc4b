import type { CleanTerm } from './clean-term.ts'

/** A stretch of text, and whether the visitor searched for it. */
export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/**
 * Gives a function that splits a text into matches of a term that is being typed and what is between them: its words are beginnings of
 * words. The parts joined are the text again.
 */
export function highlighter({ words, phrases }: CleanTerm): (text: string) => readonly TextPart[] {
  const sought = [...phrases, ...words.split(' ')].filter(Boolean).toSorted((a, b) => b.length - a.length)
  if (sought.length === 0) return (text) => (text === '' ? [] : [{ text, isMatch: false }])
  // No matches inside a word: "bin" is marked in "bins" but not in "cabinet". "bins" marks "bin" only as a whole word.
  const singulars = sought.filter((word) => /\p{L}{3}s$/u.test(word)).map((word) => word.slice(0, -1))
  const wholeWord = (word: string) => `${escapeForPattern(word)}(?![\\p{L}\\p{N}])`
  const alternatives = [...sought.map(escapeForPattern), ...singulars.map(wholeWord)]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives.join('|')})`, 'giu')
  return (text) =>
    text
      .split(pattern)
      .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
      .filter((part) => part.text !== '')
}

/** A text as a pattern that matches it. Hyphens are not escaped: they are not special here, and with the `u` flag an escaped one is a syntax error. */
export const escapeForPattern = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, (sign) => `\\${sign}`)
