import type { CleanTerm } from './clean-term.ts'

/** A stretch of text, and whether the visitor searched for it. */
export interface TextPart {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits texts where words of the term begin. The parts joined are the text again. */
export function highlighter({ words, phrases }: CleanTerm): (text: string) => readonly TextPart[] {
  const sought = [...phrases, ...words.split(' ')].filter(Boolean).toSorted((a, b) => b.length - a.length)
  if (sought.length === 0) return (text) => (text === '' ? [] : [{ text, isMatch: false }])
  // Not inside a word: "bin" is not marked in "cabinet", but is in "bins"; "bins" marks "bin" where that is all of a word.
  const singulars = sought.filter((word) => /\p{L}{3}s$/u.test(word)).map((word) => word.slice(0, -1))
  const alternatives = [
    ...sought.map(escapeForPattern),
    ...singulars.map((word) => `${escapeForPattern(word)}(?![\\p{L}\\p{N}])`),
  ]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${alternatives.join('|')})`, 'giu')
  return (text) =>
    text
      .split(pattern)
      .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
      .filter((part) => part.text !== '')
}

/** A hyphen means nothing here, and escaped it would be refused. */
const escapeForPattern = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, (sign) => `\\${sign}`)
