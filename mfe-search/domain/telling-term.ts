import type { CleanTerm } from './clean-term.ts'
import { isStopWord } from './words/words.ts'

/** A term without the words that say nothing, as it is marked in what was found; whole where all its words are such. */
export function tellingTerm({ words, phrases }: CleanTerm): CleanTerm {
  const telling = words.split(' ').filter((word) => !isStopWord(word))
  return { words: telling.length > 0 || phrases.length > 0 ? telling.join(' ') : words, phrases }
}
