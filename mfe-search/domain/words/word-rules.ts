/** What search has to know about the words of a language. Data: one file for each language. */
export interface WordRules {
  /** Code of the language, without a region; empty for one without rules. */
  readonly language: string
  /** Words that tell nothing about what is searched for, without accents. */
  readonly stopWords: ReadonlySet<string>
  /** Words that join several subjects in one term: bins *and* recycling. */
  readonly joiningWords: ReadonlySet<string>
  /** Endings and beginnings of inflected words, and their replacements in the base form; the word itself is always a base form too. */
  readonly toBase: readonly Change[]
}

/** What only a search needs to know about the words of a language: apart, since a browser does not. */
export interface WordForms {
  /** How a base is inflected. */
  readonly toForms: readonly Change[]
  /** Spellings, each with the letters that stand for its sound; empty for a language that is spelt as it is spoken. */
  readonly toSound: readonly Change[]
}

/** A pattern in a word, and its replacement. */
export type Change = readonly [pattern: RegExp, replacement: string]
