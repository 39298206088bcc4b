/** Maximum length of a term, in characters; the rest is cut off. */
export const MAX_TERM_LENGTH = 200

/** Maximum number of phrases. Visitors need no more, and each one adds a condition to the query. */
const MAX_PHRASES = 5

/** Words of at most this length connect other words or carry no meaning. */
const SHORT_WORD = 3

/** A term taken apart: the words, and the phrases that stood in quotes. */
export interface CleanTerm {
  readonly words: string
  readonly phrases: readonly string[]
}

/**
 * Take a term apart and strip what the platform would read as operators. Source: specification 5, Search: the characters
 * > < = | ! { } [ ] ^ ~ * ? : \ / are stripped, quoted phrases become exact ones.
 */
export function cleanTerm(term: string): CleanTerm {
  const phrases: string[] = []
  const rest = term.slice(0, MAX_TERM_LENGTH).replace(QUOTED, (quoted) => {
    const phrase = strip(quoted.slice(1, -1))
    if (HAS_WORD.test(phrase) && !phrases.includes(phrase) && phrases.length < MAX_PHRASES)
      phrases.push(phrase)
    return ' '
  })
  const words = strip(rest.replaceAll(/["“”„«»]/g, ' ')).split(' ')
  // Short words may repeat, since they connect others: bins and rubble and glass.
  const distinct = words.filter((word, at) => word.length <= SHORT_WORD || words.indexOf(word) === at)
  return { words: HAS_WORD.test(rest) ? distinct.join(' ') : '', phrases }
}

/** A text without a letter or digit, such as an emoji, has no words: free text would ignore it, so that everything would match. */
const HAS_WORD = /[\p{L}\p{N}]/u

/** Whether the term leaves nothing to search for. */
export const isEmptyTerm = ({ words, phrases }: CleanTerm): boolean => words === '' && phrases.length === 0

/** Straight and curly quotes, double and single, and those of other languages. A single quote counts only at the edge of a word; inside a word it is an apostrophe. */
const QUOTED = /"[^"]*"|[“„][^“”]*[“”]|«[^»]*»|(?<!\S)'\S[^']*'(?!\S)|(?<!\S)‘\S[^’]*’(?!\S)/g

const strip = (text: string): string =>
  text
    .replaceAll(/[><=|!{}[\]^~*?:\\/]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
