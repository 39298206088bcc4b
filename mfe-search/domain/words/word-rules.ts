/** What search has to know about the words of a language. Data: one file for each language. */
export interface WordRules {
  /** Words that tell nothing about what is searched for, without accents. */
  readonly stopWords: ReadonlySet<string>
  /** Words that join several subjects in one term: bins *and* recycling. */
  readonly joiningWords: ReadonlySet<string>
  /** Endings and beginnings of inflected words, and their replacements in the base form; the word itself is always a base form too. */
  readonly toBase: readonly Change[]
  /** How a base is inflected. */
  readonly toForms: readonly Change[]
  /** Spellings, each with the letters that stand for its sound; empty for a language that is spelt as it is spoken. */
  readonly toSound: readonly Change[]
}

/** A pattern in a word, and its replacement. */
export type Change = readonly [pattern: RegExp, replacement: string]
