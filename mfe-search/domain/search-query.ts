import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { CleanTerm } from './clean-term.ts'
import { termExpressions, type TermOptions } from './term-expressions.ts'

/** Results on a page. */
export const PAGE_SIZE = 10

/** What is searched for. */
export interface SearchInput {
  readonly term: CleanTerm
  /** Counted from 0. */
  readonly pageIndex: number
  readonly language: string
  /** How the term is searched for: the plain query unless given. */
  readonly options?: TermOptions
}

/**
 * The delivery query: pages of the site that hold the term, in one language, best first. The content client adds the
 * version status of the request: published, or latest on a preview host. Source: specification 5 and 9.
 */
export const searchQuery = ({ term, pageIndex, language, options }: SearchInput): SearchQuery => ({
  where: [
    { field: 'sys.language', equalTo: language },
    { field: 'sys.dataFormat', equalTo: 'entry' },
    // An entry without an address cannot be visited.
    { field: 'sys.uri', exists: true },
    INCLUDED,
    ...[termExpressions(term, options)].filter((clause) => clause !== null),
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
