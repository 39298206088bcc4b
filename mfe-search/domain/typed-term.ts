/** Nothing is suggested for fewer letters. */
export const MIN_TYPED = 2
/** Whoever types faster than this asks once. */
export const TYPING_MS = 150

/** Most terms that are remembered. */
const MAX_RECENT = 5

/**
 * Whether a term looks as if it named a person: an e-mail address, a postcode, or a long number, such as a telephone or
 * reference number. Such terms are neither remembered nor told to anybody. Source: docs/decisions/0042.
 */
export const looksPersonal = (term: string): boolean =>
  /\S@\S/.test(term) || LONG_NUMBER.test(term) || POSTCODE.test(term) || INSURANCE_NUMBER.test(term)

/** Longer than a span of years. */
const LONG_NUMBER = /(?:\d[\s()./+-]*){7}/
/** Of the United Kingdom: some fifteen homes have one. */
const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}\b/i
const INSURANCE_NUMBER = /\b[a-z]{2}\s?(?:\d\s?){6}[a-d]\b/i

/** The term as others may be told of it: null where it looks as if it named a person. */
export const tellableTerm = (term: string): string | null => (looksPersonal(term) ? null : term)

/** The terms to remember once this one was searched for: it first, each once. Personal ones are left out. */
export function withRecent(terms: readonly string[], term: string): readonly string[] {
  const own = term.trim().replaceAll(/\s+/g, ' ')
  if (own.length < MIN_TYPED || looksPersonal(own)) return terms
  const others = terms.filter((one) => one.toLowerCase() !== own.toLowerCase())
  return [own, ...others].slice(0, MAX_RECENT)
}
