import type { CleanTerm } from './clean-term.ts'
import { isStopWord } from './words/words.ts'

/** A term without its stop words, for highlighting in results; the whole term if it has nothing else. */
export function tellingTerm({ words, phrases }: CleanTerm): CleanTerm {
  const telling = words.split(' ').filter((word) => !isStopWord(word))
  return { words: telling.length > 0 || phrases.length > 0 ? telling.join(' ') : words, phrases }
}
