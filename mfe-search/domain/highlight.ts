import type { CleanTerm } from './clean-term.ts'

/** A stretch of text, and whether the visitor searched for it. */
export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/**
 * Gives a function that splits a text into matches of a term that is being typed and the text between them. Its words match at the
 * beginning of words. Joined, the parts are the text.
 */
export function highlighter({ words, phrases }: CleanTerm): (text: string) => readonly TextPart[] {
  const texts = [...phrases, ...words.split(' ')].filter(Boolean).toSorted((a, b) => b.length - a.length)
  if (texts.length === 0) return (text) => partsOf([text])
  // No matches inside a word: "bin" is marked in "bins" but not in "cabinet".
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${texts.map(escapeForPattern).join('|')})`, 'giu')
  return (text) => partsOf(text.split(pattern))
}

/** Makes parts of texts of which every second one is a match. */
export const partsOf = (texts: readonly string[]): readonly TextPart[] =>
  texts.map((text, at) => ({ text, isMatch: at % 2 === 1 })).filter(({ text }) => text !== '')

/**
 * A text as a pattern that matches it, with straight or curly apostrophes. Hyphens are not escaped: they are not special here, and with the
 * `u` flag an escaped one is a syntax error.
 */
export const escapeForPattern = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&').replaceAll(/['’]/g, "['’]")
