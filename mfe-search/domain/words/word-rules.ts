/** What a language's words are like, as far as searching for them goes. Data: one file for each language. */
export interface WordRules {
  /** Words that say nothing of what is looked for, without accents. */
  readonly stopWords: ReadonlySet<string>
  /** Words that join several things to one term: bins *and* recycling. */
  readonly joiningWords: ReadonlySet<string>
  /** Endings and beginnings that inflection adds, and what stands there without them; the word itself is always a base. */
  readonly toBase: readonly Change[]
  /** How a base is inflected. */
  readonly toForms: readonly Change[]
}

/** What is found in a word, and what stands there instead. */
export type Change = readonly [pattern: RegExp, replacement: string]
