/** Minimum number of typed characters for suggestions. */
export const MIN_TYPED = 2
/** Suggestions are requested once typing has paused for so many milliseconds. */
export const TYPING_MS = 150

/** Maximum number of recent terms. */
const MAX_RECENT = 5

/**
 * Whether a term looks as if it named a person: an e-mail address, a postcode, or a long number, such as a telephone or reference number.
 * Such terms are neither stored nor published in events. Source: docs/decisions/0042.
 */
export const looksPersonal = (term: string): boolean =>
  [EMAIL, LONG_NUMBER, POSTCODE, INSURANCE_NUMBER].some((pattern) => pattern.test(term.normalize('NFKC')))

const EMAIL = /\S\s*@\s*\S/

/** At least seven digits: more than a span of years such as 2024/25. */
const LONG_NUMBER = /(?:\p{Nd}[\s()./+-]*){7}/u
/** A postcode of the United Kingdom, which some fifteen homes share. */
const POSTCODE = /\b[a-z]{1,2}\d[a-z\d]?[\s-]*\d[a-z]{2}\b/i
const INSURANCE_NUMBER = /\b[a-z]{2}[\s-]*(?:\d[\s-]*){6}[a-d]\b/i

/** The term for use in events; null if it looks as if it named a person. */
export const publishableTerm = (term: string): string | null => (looksPersonal(term) ? null : term)

/** The recent terms after a search for this one: it comes first, without duplicates. Personal terms are not added. */
export function withRecent(terms: readonly string[], term: string): readonly string[] {
  const own = term.trim().replaceAll(/\s+/g, ' ')
  if (own.length < MIN_TYPED || looksPersonal(own)) return terms
  const others = terms.filter((one) => one.toLowerCase() !== own.toLowerCase())
  return [own, ...others].slice(0, MAX_RECENT)
}
