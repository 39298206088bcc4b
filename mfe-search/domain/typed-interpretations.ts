import { interpretTerm } from './interpret-term.ts'
import { correctWords } from './spelling.ts'
import type { Vocabulary } from './vocabulary.ts'
import { textsOf } from './words/phrase.ts'
import { wordsOf, type WordRules } from './words/words.ts'

/** One way to read a text while it is typed: as it stands, or with its spelling corrected. */
export interface TypedInterpretation {
  readonly text: string
  /** Titles of pages, in lower case, that authors' phrases mean: how surely the text means the page, up to 1. */
  readonly meanings: ReadonlyMap<string, number>
}

/** An author's phrase that covers more than this share of a text says what it means. A guess covers less. */
const MIN_SYNONYM_SHARE = 0.6
/** Minimum share of the phrases with a text that mean one page. With less than that, the text says little about the page. */
const MIN_PREFIX_SHARE = 0.2

/**
 * The ways to read a typed text: as it stands, then in the spelling that a search for it would take. The second is for a text that suggests
 * nothing as it stands, for it may also be unfinished.
 */
export function interpretTyped(
  text: string,
  vocabulary: Vocabulary,
  rules: WordRules,
): readonly TypedInterpretation[] {
  const asTyped = { text, meanings: prefixMeanings(text, vocabulary, rules) }
  const corrected = correctWords(wordsOf(text), vocabulary, rules)?.join(' ')
  // Meanings of a misspelt text are those of its correction.
  if (corrected === undefined) return [{ text, meanings: allMeanings(text, vocabulary, rules) }]
  return [asTyped, { text: corrected, meanings: allMeanings(corrected, vocabulary, rules) }]
}

/** The pages that the text means as a whole, and those of phrases that it begins. */
function allMeanings(
  text: string,
  vocabulary: Vocabulary,
  rules: WordRules,
): TypedInterpretation['meanings'] {
  const whole = interpretTerm(text, vocabulary, rules).filter(
    ({ kind, share }) => kind === 'synonym' && share > MIN_SYNONYM_SHARE,
  )
  return new Map([
    ...prefixMeanings(text, vocabulary, rules),
    ...whole.map((meaning) => [meaning.text.toLowerCase(), 1] as const),
  ])
}

/** Pages by their share of the authors' phrases in which the text stands, or words that begin with it: "bin d" is in "bin day". */
function prefixMeanings(
  text: string,
  { synonyms }: Vocabulary,
  rules: WordRules,
): TypedInterpretation['meanings'] {
  const words = wordsOf(text)
  if (words.every((word) => rules.stopWords.has(word))) return new Map()
  const typed = ` ${words.join(' ')}`
  const counts = new Map<string, number>()
  let all = 0
  for (const { title, phrases } of phrasesIn(synonyms)) {
    const count = phrases.filter((phrase) => phrase.includes(typed)).length
    if (count > 0) counts.set(title, (counts.get(title) ?? 0) + count)
    all += count
  }
  return new Map(
    [...counts]
      .map(([title, count]) => [title, count / all] as const)
      .filter(([, share]) => share >= MIN_PREFIX_SHARE),
  )
}

/** The phrases of a page as plain text, with a space before each word. */
interface Phrases {
  readonly title: string
  readonly phrases: readonly string[]
}

/** The authors' phrases by page. Cached, since a site has thousands. */
function phrasesIn(synonyms: Vocabulary['synonyms']): readonly Phrases[] {
  const known = cached.get(synonyms)
  if (known) return known
  const read = synonyms.map(({ words, means }) => ({
    title: means[0]?.text.toLowerCase() ?? '',
    phrases: words.map((phrase) => ` ${textsOf(phrase.words).join(' ')}`),
  }))
  cached.set(synonyms, read)
  return read
}

const cached = new WeakMap<Vocabulary['synonyms'], readonly Phrases[]>()
