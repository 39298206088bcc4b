import type { JsonObject } from '@tessera/shared/contract'
import type { QueryParamsConfig, SearchConfig } from '../config/search-config.ts'
import { cleanTerm, isEmptyTerm, type CleanTerm } from './clean-term.ts'
import { filterExpressions, listed } from './filter-expressions.ts'
import { relevanceOf } from './relevant-expressions.ts'
import type { SearchAddress } from './search-address.ts'
import { selectionsOf, sourceOf, type SearchSource } from './search-source.ts'
import { termExpressions, type TermOptions } from './term-expressions.ts'
import { inScopes, inTypes, ruleOf, scopeOf, scopesOf } from './type-scopes.ts'

/** Input of a query besides the address. */
export interface QueryContext {
  /** Language of the page; the configured `languages` take precedence. */
  readonly language: string
  /** Ids of entries that are on the page already. */
  readonly excludeIds?: readonly string[]
  /** Options for the term that are not in the configuration: synonyms, pins. */
  readonly termOptions?: TermOptions
}

/** Conditions of a search. Those for content types are separate, since facets often differ in nothing else. */
export interface Conditions {
  readonly types: readonly JsonObject[]
  readonly others: readonly JsonObject[]
}

/**
 * All conditions of a search, all of which must hold; `except` leaves out the condition of one filter. Source: reference react-base 2.14.
 */
export function conditionsOf(
  config: SearchConfig,
  address: SearchAddress,
  context: QueryContext,
  except?: string,
): Conditions {
  const source = sourceOf(config, address)
  const { queryParams = {} } = source
  const term = termCondition(source, address, {
    configured: termOptionsOf(queryParams, context.language),
    known: context.termOptions,
  })
  return {
    types: typeConditions(queryParams, context.language),
    others: [
      ...statusCondition(queryParams),
      // An entry without an address cannot be visited.
      { field: 'sys.uri', exists: true },
      ...inSearch(queryParams, isSearched(source, address)),
      ...excludeIds([...(queryParams.excludeIds ?? []), ...(context.excludeIds ?? [])]),
      ...filterExpressions(source, selectionsOf(source, address), except),
      ...listed(term),
    ],
  }
}

interface AskedTerm {
  readonly configured: TermOptions
  readonly known: TermOptions | undefined
}

/** Maximum number of composed terms that are cached for a vocabulary. */
const MAX_TERMS = 100
/** Cache of composed terms, by vocabulary, or else by the options that are not in the configuration; the last used ones are last. */
const composed = new WeakMap<object, Map<string, JsonObject | null>>()

/**
 * The condition of a term. The results of a page and the totals of all tabs use the same one, a visitor's filters and further pages repeat
 * it, and so do other visitors: with relevance it takes longer to compose than all other conditions.
 */
function termCondition(
  source: SearchSource,
  address: SearchAddress,
  { configured, known }: AskedTerm,
): JsonObject | null {
  const term = usedTerm(source, address)
  const options = { ...configured, ...known }
  const compose = () => termExpressions(cleanTerm(term), options)
  const owner = known?.vocabulary ?? known
  if (!owner) return compose()
  const conditions = composed.get(owner) ?? new Map<string, JsonObject | null>()
  composed.set(owner, conditions)
  const key = JSON.stringify([term, { ...options, vocabulary: undefined }])
  const condition = conditions.get(key) ?? compose()
  conditions.delete(key)
  conditions.set(key, condition)
  if (conditions.size > MAX_TERMS) conditions.delete(conditions.keys().next().value ?? '')
  return condition
}

/** The term of a search: a minilist ignores the page's term unless it is configured to use it. Source: reference react-base 2.16. */
export const termOf = (source: SearchSource, address: SearchAddress): CleanTerm =>
  cleanTerm(usedTerm(source, address))

const usedTerm = ({ queryParams }: SearchSource, { context, term }: SearchAddress): string =>
  context === 'minilist' && queryParams?.useSearchTerm !== true ? '' : term

/** Whether there is a term that leaves nothing to search for: then no query is made. */
export const isUnsearchable = (source: SearchSource, address: SearchAddress): boolean =>
  usedTerm(source, address) !== '' && isEmptyTerm(termOf(source, address))

const termOptionsOf = (
  { weightedSearchFields, omitDefaultSearchFields, fuzzySearch, relevance }: QueryParamsConfig,
  language: string,
): TermOptions => ({
  ...(weightedSearchFields && { weightedSearchFields }),
  ...(omitDefaultSearchFields && { omitDefaultSearchFields }),
  ...(fuzzySearch !== undefined && { fuzzySearch }),
  ...relevanceOf(relevance, language),
})

/** Types of entries, assets and web pages together; an id that begins with `!` is excluded. Source: specification 5. */
export function typesOf({ contentTypeIds = [], webpageTemplates = [], assetTypes = [] }: QueryParamsConfig): {
  readonly included: readonly string[]
  readonly excluded: readonly string[]
} {
  const all = [...new Set([...contentTypeIds, ...webpageTemplates, ...assetTypes])]
  const excluded = all.filter((id) => id.startsWith('!')).map((id) => id.slice(1))
  return { included: all.filter((id) => !id.startsWith('!')), excluded }
}

/** Conditions for content types. If none is included, only entries match: neither assets nor web pages. */
export function typeConditions(queryParams: QueryParamsConfig, language: string): readonly JsonObject[] {
  const { included, excluded } = typesOf(queryParams)
  const scope = (type: string): readonly JsonObject[] => scopeOf(queryParams, type, language)
  return [
    ...(included.length > 0
      ? inScopes(scopesOf(included, scope, (type) => ruleOf(queryParams, type)))
      : [{ field: 'sys.dataFormat', equalTo: 'entry' }, ...scope('')]),
    ...(excluded.length > 0 ? [{ not: [inTypes(excluded)] }] : []),
  ]
}

/** The version status of a configuration; that of the request is added by the content client. */
const statusCondition = ({ versionStatus }: QueryParamsConfig): readonly JsonObject[] =>
  versionStatus === undefined ? [] : [{ field: 'sys.versionStatus', equalTo: versionStatus }]

/** Excludes these entries. */
export const excludeIds = (ids: readonly string[]): readonly JsonObject[] =>
  ids.length === 0 ? [] : [{ not: [{ field: 'sys.id', in: [...new Set(ids)] }] }]

/** Whether visitors search here and do not only browse: then entries that an author has excluded from search are left out. */
const isSearched = ({ queryParams }: SearchSource, { context }: SearchAddress): boolean =>
  context === 'facets' || queryParams?.useSearchTerm === true

/** Entries that are not excluded from search: each of the fields is true, or was never set. */
const inSearch = ({ includeInSearch = [] }: QueryParamsConfig, withOwnMark: boolean): readonly JsonObject[] =>
  [...new Set([...(withOwnMark ? ['sys.metadata.includeInSearch'] : []), ...includeInSearch])].flatMap(
    (field) => ({
      or: [
        { field, equalTo: true },
        { field, exists: false },
      ],
    }),
  )
