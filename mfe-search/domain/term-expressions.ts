import { SEARCH_WEIGHTS } from '@tessera/shared/config'
import type { JsonObject } from '@tessera/shared/contract'
import { isEmptyTerm, type CleanTerm } from './clean-term.ts'
import { relevantExpressions, similarExpressions, type Relevance } from './relevant-expressions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** How a term is searched for. Source: specification 3, Query params. */
export interface TermOptions {
  /** Searched in place of the default fields. The first of several entries for a field counts. */
  readonly weightedSearchFields?: readonly { readonly fieldId: string; readonly weight?: number }[]
  /** Default fields that are left out, e.g. `sys.uri`. */
  readonly omitDefaultSearchFields?: readonly string[]
  /** Whether free text finds other spellings too; with `relevance` also any of the words. */
  readonly fuzzySearch?: boolean
  /** With `relevance`: search by similar words only, for a term that finds nothing without them. */
  readonly isBySimilarWords?: boolean
  /** Extends the plain query. If absent, or undefined to override the configuration, the query is the one of the specification. */
  readonly relevance?: Relevance | undefined
  /** Synonyms and pins of authors. Used with `relevance` only. */
  readonly vocabulary?: Vocabulary
}

/**
 * The condition that an entry matches the term; null if there is nothing to search for, or no field to search. One `or` over fields: each
 * must have the words and every phrase. Source: specification 5 and 9, Search; reference react-base 2.14.
 */
export function termExpressions(term: CleanTerm, options: TermOptions = {}): JsonObject | null {
  if (isEmptyTerm(term)) return null
  const { weightedSearchFields = [], omitDefaultSearchFields = [], fuzzySearch = false } = options
  const isOmitted = (field: string): boolean => omitDefaultSearchFields.includes(field)
  const isWeighted = weightedSearchFields.length > 0
  if (options.relevance !== undefined && term.words !== '')
    return relevantTerm(term, options.relevance, options, isOmitted)
  const clauses = isWeighted
    ? weightedClauses(term, weightedSearchFields, isOmitted, fuzzySearch)
    : defaultClauses(term, isOmitted, fuzzySearch)
  return clauses.length === 0 ? null : { or: clauses }
}

type IsOmitted = (field: string) => boolean
type Operator = (words: string) => JsonObject

const contains: Operator = (words) => ({ contains: words })
const freeText =
  (fuzzy: boolean): Operator =>
  (words) => ({ freeText: { term: words, fuzzy, operator: 'and' } })

/** The fields searched when nothing is configured, each with its weight. Source: specification 9, Search weights. */
function defaultClauses(term: CleanTerm, isOmitted: IsOmitted, fuzzy: boolean): readonly JsonObject[] {
  const { titleEqualTo, titleFreeText, description, keywords, uri } = SEARCH_WEIGHTS
  const fields: readonly (readonly [field: string, operator: Operator, weight?: number])[] = [
    ['entryTitle', freeText(fuzzy), titleFreeText],
    ['entryDescription', freeText(fuzzy), description],
    ['keywords', contains, keywords],
    ['sys.uri', contains, uri],
    ['sys.allUris', contains],
    ['searchContent', freeText(fuzzy)],
  ]
  const whole: readonly JsonObject[] =
    term.phrases.length > 0 || isOmitted('entryTitle')
      ? []
      : [{ field: 'entryTitle', equalTo: term.words, weight: titleEqualTo }]
  const parts = fields
    .filter(([field]) => !isOmitted(field))
    .map(([field, operator, weight]) => fieldClause(field, term, [operator], weight))
  return [...whole, ...parts]
}

/**
 * The condition with relevance: the words match any of the clauses, and each phrase some field. Weighted fields add clauses, omitted ones
 * remove them.
 */
function relevantTerm(
  { words, phrases }: CleanTerm,
  relevance: Relevance,
  options: TermOptions,
  isOmitted: IsOmitted,
): JsonObject | null {
  const { weightedSearchFields = [], vocabulary, fuzzySearch = false, isBySimilarWords = false } = options
  // Clauses without a field are groups, which match words in the title.
  const inFields = (conditions: readonly JsonObject[]) =>
    conditions.filter(({ field }) => !isOmitted(typeof field === 'string' ? field : 'entryTitle'))
  const similar = isBySimilarWords ? inFields(similarExpressions(words, relevance)) : []
  // Without any similar word to search for, the usual clauses are used: no condition at all would find everything.
  const conditions =
    similar.length > 0
      ? similar
      : [
          ...weightedClauses({ words, phrases: [] }, weightedSearchFields, () => true, false),
          ...inFields(relevantExpressions(words, relevance, vocabulary, fuzzySearch)),
        ]
  const whole = phrases.map((phrase) => termExpressions({ words: '', phrases: [phrase] }, options))
  const all = [
    ...(conditions.length === 0 ? [] : [{ or: conditions }]),
    ...whole.filter((clause) => clause !== null),
  ]
  return all.length === 0 ? null : (only(all) ?? { and: all })
}

/** Fields that are searched with `contains` instead of free text; the title is searched in both ways. Source: reference react-base 2.14. */
const CONTAINED: ReadonlySet<string> = new Set(['keywords', 'sys.properties.filename', 'sys.uri'])

function weightedClauses(
  term: CleanTerm,
  fields: NonNullable<TermOptions['weightedSearchFields']>,
  isOmitted: IsOmitted,
  fuzzy: boolean,
): readonly JsonObject[] {
  const weights = new Map(fields.toReversed().map(({ fieldId, weight }) => [fieldId, weight]))
  const inField = [...new Set(fields.map(({ fieldId }) => fieldId))].map((field) => {
    const operators = CONTAINED.has(field)
      ? [contains]
      : [...(field === 'entryTitle' ? [contains] : []), freeText(fuzzy)]
    return fieldClause(field, term, operators, weights.get(field))
  })
  if (weights.has('searchContent') || isOmitted('searchContent')) return inField
  return [...inField, fieldClause('searchContent', term, [freeText(fuzzy)])]
}

/** The field must have the words, by one of the operators, and every phrase. A weight of 1 is the platform's default. */
function fieldClause(
  field: string,
  { words, phrases }: CleanTerm,
  operators: readonly Operator[],
  weight = 1,
): JsonObject {
  const weighted = weight > 1 ? { weight } : {}
  const conditions = operators.map((operator): JsonObject => ({ field, ...operator(words), ...weighted }))
  const clauses: JsonObject[] = [
    ...(words === '' ? [] : [only(conditions) ?? { or: conditions }]),
    ...phrases.map((phrase) => hasPhrase(field, phrase, weighted)),
  ]
  return only(clauses) ?? { and: clauses }
}

/** The field has the phrase, with either apostrophe. */
export function hasPhrase(field: string, phrase: string, weighted: JsonObject = {}): JsonObject {
  const spellings = spellingsOf(phrase, field).map((text) => ({ field, contains: text, ...weighted }))
  return only(spellings) ?? { or: spellings }
}

/**
 * A phrase with straight and with curly apostrophes: keyboards have the former, texts often the latter, and the platform tells them apart.
 * Not in every field, since each condition costs: `searchContent` has the texts of the others.
 */
export const spellingsOf = (phrase: string, field: string): readonly string[] =>
  field === 'entryTitle' || field === 'searchContent'
    ? [...new Set(["'", '’'].map((sign) => phrase.replaceAll(/['’]/g, sign)))]
    : [phrase]

const only = (clauses: readonly JsonObject[]): JsonObject | undefined =>
  clauses.length === 1 ? clauses[0] : undefined
