import { SEARCH_WEIGHTS } from '@tessera/shared/config'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { CleanTerm } from './clean-term.ts'

/** Results on a page. */
export const PAGE_SIZE = 10

/** What is searched for. */
export interface SearchInput {
  readonly term: CleanTerm
  /** Counted from 0. */
  readonly pageIndex: number
  readonly language: string
}

/**
 * The delivery query: pages of the site that hold the term, in one language, best first. The content client adds the
 * version status of the request: published, or latest on a preview host. Source: specification 5 and 9.
 */
export const searchQuery = ({ term, pageIndex, language }: SearchInput): SearchQuery => ({
  where: [
    { field: 'sys.language', equalTo: language },
    { field: 'sys.dataFormat', equalTo: 'entry' },
    // An entry without an address cannot be visited.
    { field: 'sys.uri', exists: true },
    INCLUDED,
    termClause(term),
  ],
  fields: ['entryTitle', 'entryDescription'],
  linkDepth: 0,
  pageIndex,
  pageSize: PAGE_SIZE,
})

/** Entries that nobody has taken out of search: the mark is true, or was never set. */
const INCLUDED: JsonObject = {
  or: [
    { field: 'sys.metadata.includeInSearch', equalTo: true },
    { field: 'sys.metadata.includeInSearch', exists: false },
  ],
}

/** The fields searched when nothing is configured, each with its weight. Source: specification 9, Search weights. */
function termClause(term: CleanTerm): JsonObject {
  const { titleEqualTo, titleFreeText, description, keywords, uri } = SEARCH_WEIGHTS
  const title: JsonObject[] =
    term.words && term.phrases.length === 0
      ? [{ field: 'entryTitle', equalTo: term.words, weight: titleEqualTo }]
      : []
  return {
    or: [
      ...title,
      fieldClause('entryTitle', term, freeText, titleFreeText),
      fieldClause('entryDescription', term, freeText, description),
      fieldClause('keywords', term, contains, keywords),
      fieldClause('sys.uri', term, contains, uri),
      fieldClause('searchContent', term, freeText),
    ],
  }
}

type Operator = (words: string) => JsonObject

const freeText: Operator = (words) => ({ freeText: { term: words, fuzzy: false, operator: 'and' } })
const contains: Operator = (words) => ({ contains: words })

/** One field must have the words and every phrase. */
function fieldClause(
  field: string,
  { words, phrases }: CleanTerm,
  operator: Operator,
  weight?: number,
): JsonObject {
  const weighted = weight === undefined ? {} : { weight }
  const clauses: JsonObject[] = [
    ...(words ? [{ field, ...operator(words), ...weighted }] : []),
    ...phrases.map((phrase) => ({ field, contains: phrase, ...weighted })),
  ]
  return clauses.length === 1 && clauses[0] ? clauses[0] : { and: clauses }
}
