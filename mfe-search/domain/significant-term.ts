import type { CleanTerm } from './clean-term.ts'
import { isStopWord } from './words/words.ts'

/** A term without its stop words, for highlighting in results; the whole term if it has nothing else. */
export function significantTerm({ words, phrases }: CleanTerm): CleanTerm {
  const significant = words.split(' ').filter((word) => !isStopWord(word))
  return { words: significant.length > 0 || phrases.length > 0 ? significant.join(' ') : words, phrases }
}
