import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { cleanTerm } from './clean-term.ts'
import { areFeaturedAmong, featuredQuery } from './featured-query.ts'
import { aggregationName, aggregationOf, countQuery, type CountedAnswer } from './filter-counts.ts'
import { withFacet } from './next-address.ts'
import type { SearchAddress } from './search-address.ts'
import { conditionsOf, typesOf, type QueryContext } from './search-conditions.ts'
import { own, sourceOf } from './search-source.ts'
import { inScopes, ruleOf, scopeOf, scopesOf } from './type-scopes.ts'

/** By facet: the content types whose counts make up its total; null if the total count of the answer is the facet's total. */
export type CountedTypes = Readonly<Record<string, readonly string[] | null>>

/** One query for the totals of facets that are not shown. */
export interface TotalsCall {
  readonly kind: 'totals'
  /** The project of the facets; absent if it is the site's own. */
  readonly projectId?: string
  readonly facets: CountedTypes
  readonly query: SearchQuery
}

/** Where the totals of the other facets come from: the answer with the results where possible, else calls that only count. */
export interface TotalsPlan {
  readonly withResults: CountedTypes
  readonly calls: readonly TotalsCall[]
}

/** No filter's key begins with `_`, so this name cannot collide. */
const TYPES = aggregationName('_types')

/** The aggregation that totals are read from. */
export const typesAggregation: JsonObject = { [TYPES]: aggregationOf('sys.contentTypeId') }

interface FacetQuery {
  readonly key: string
  readonly types: readonly string[]
  /** `scope` gives the conditions for one content type of the facet; `scopeKey` is the same for equal scopes. */
  readonly scope: (type: string) => readonly JsonObject[]
  readonly scopeKey: (type: string) => string
  readonly where: readonly JsonObject[]
  /** Conditions that hold for all its content types. */
  readonly others: readonly JsonObject[]
  /** Whether the facet is defined by included types only, so that one aggregation can count several such facets. */
  readonly isByType: boolean
  /** Whether the facet excludes content types. */
  readonly hasExcluded: boolean
  readonly hasAssets: boolean
  readonly projectId: string | undefined
  readonly group: string
}

/**
 * How to get the totals of the other facets, with the same term and grouped filters, as if the visitor went there. Facets that differ only
 * in their content types and in the conditions for these are counted together (with the results, unless those are narrowed further); the
 * others one by one. `keys` are the facets that the page offers. A facet has no total where a visit would search for words that are not
 * loaded, or would show featured results apart from the others.
 */
export function totalsPlan(
  config: SearchConfig,
  address: SearchAddress,
  context: QueryContext,
  keys: readonly string[],
): TotalsPlan {
  const others = keys.filter(
    (key) => key !== address.key && sourceOf(config, { ...address, key }).customApi === undefined,
  )
  const idOf = createConditionIds()
  const queries = others.flatMap((key) => {
    const there = withFacet(config, address, key)
    const known = contextOf(config, address, there, context)
    return known && !isWithoutFeatured(config, there, known) ? [facetQueryOf(config, there, known, idOf)] : []
  })
  const shown = facetQueryOf(config, address, context, idOf)
  const isNarrowed = areFeaturedAmong(sourceOf(config, address))
  const [countedByType, rest] = partition(queries, (one) => !isNarrowed && covers(shown, one))
  const groups = rest.reduce(withGrouped, [])
  return {
    withResults: typesByFacet(countedByType),
    calls: groups.flatMap((group) => (group.length > 1 ? [countedTogether(group)] : group.map(countedAlone))),
  }
}

/** The context in which a visit would search another facet; null if its term options are not known. */
function contextOf(
  config: SearchConfig,
  shown: SearchAddress,
  there: SearchAddress,
  context: QueryContext,
): QueryContext | null {
  if (shown.asWritten === true || cleanTerm(shown.term).words === '') return context
  const [here, wanted] = [shown, there].map((one) => relevanceIn(config, one))
  const { termOptions, ...plain } = context
  if (wanted === 'false') return plain
  // Where the query by relevance was too expensive, the plain one was made instead.
  const isPlainInstead = termOptions !== undefined && termOptions.relevance === undefined
  return here === wanted && !isPlainInstead ? context : null
}

const relevanceIn = (config: SearchConfig, address: SearchAddress): string =>
  JSON.stringify(sourceOf(config, address).queryParams?.relevance ?? false)

/** Whether a facet shows some of its results as featured ones, which its total leaves out. */
const isWithoutFeatured = (config: SearchConfig, address: SearchAddress, context: QueryContext): boolean =>
  areFeaturedAmong(sourceOf(config, address)) && featuredQuery(config, address, context) !== null

/** Adds a facet to the first group that it can be counted with, or as a new group. */
function withGrouped(
  groups: readonly (readonly FacetQuery[])[],
  one: FacetQuery,
): readonly (readonly FacetQuery[])[] {
  const found = groups.find((group) => group.every((other) => areCountedTogether(one, other)))
  return found ? groups.map((group) => (group === found ? [...group, one] : group)) : [...groups, [one]]
}

const areCountedTogether = (one: FacetQuery, other: FacetQuery): boolean =>
  one.isByType &&
  other.isByType &&
  one.group === other.group &&
  one.types.every((type) => !other.types.includes(type) || haveSameScope(one, other, type))

const haveSameScope = (one: FacetQuery, other: FacetQuery, type: string): boolean =>
  one.scopeKey(type) === other.scopeKey(type)

type ConditionIds = (condition: JsonObject) => number

/**
 * Assigns a number to each condition, the same to equal ones. Conditions that facets share, above all the long one for the term, are
 * serialised once.
 */
function createConditionIds(): ConditionIds {
  const known = new Map<JsonObject, number>()
  const byText = new Map<string, number>()
  const read = (condition: JsonObject): number => {
    const text = JSON.stringify(condition)
    const number = byText.get(text) ?? byText.size
    byText.set(text, number)
    return number
  }
  return (condition) => {
    const number = known.get(condition) ?? read(condition)
    known.set(condition, number)
    return number
  }
}

function facetQueryOf(
  config: SearchConfig,
  address: SearchAddress,
  context: QueryContext,
  idOf: ConditionIds,
): FacetQuery {
  const { queryParams = {}, projectId, customApi } = sourceOf(config, address)
  const { included, excluded } = typesOf(queryParams)
  const { types, others } = conditionsOf(config, address, context)
  const scope = (type: string) => scopeOf(queryParams, type, context.language)
  const scopeKeys = new Map<string, string>()
  return {
    key: address.key,
    types: included,
    scope,
    scopeKey(type) {
      // Cached by rule: most types have no rule.
      const rule = ruleOf(queryParams, type)
      const key = scopeKeys.get(rule) ?? scope(type).map(idOf).join(' ')
      scopeKeys.set(rule, key)
      return key
    },
    where: [...types, ...others],
    others,
    isByType: included.length > 0 && excluded.length === 0,
    projectId,
    hasExcluded: excluded.length > 0,
    hasAssets: (queryParams.assetTypes?.length ?? 0) + (queryParams.webpageTemplates?.length ?? 0) > 0,
    group: JSON.stringify([projectId, customApi, ...others.map(idOf)]),
  }
}

/** Whether the shown results include all results of another facet, so that they can be counted by their types. */
function covers(shown: FacetQuery, other: FacetQuery): boolean {
  if (!other.isByType || shown.group !== other.group) return false
  if (!other.types.every((type) => haveSameScope(shown, other, type))) return false
  if (shown.isByType) return other.types.every((type) => shown.types.includes(type))
  return shown.types.length === 0 && !shown.hasExcluded && !other.hasAssets
}

const countedAlone = ({ key, where, projectId }: FacetQuery): TotalsCall => ({
  kind: 'totals',
  ...(projectId !== undefined && { projectId }),
  facets: { [key]: null },
  query: countQuery(where),
})

function countedTogether(group: readonly FacetQuery[]): TotalsCall {
  const types = [...new Set(group.flatMap((one) => one.types))]
  const owner = (type: string) => group.find((one) => one.types.includes(type))
  const scopes = scopesOf(
    types,
    (type) => owner(type)?.scope(type) ?? [],
    (type) => owner(type)?.scopeKey(type) ?? '',
  )
  // Conditions that do not depend on the type are the same for the whole group.
  const { others = [], projectId } = group[0] ?? {}
  return {
    kind: 'totals',
    ...(projectId !== undefined && { projectId }),
    facets: typesByFacet(group),
    query: countQuery([...inScopes(scopes), ...others], typesAggregation),
  }
}

const typesByFacet = (queries: readonly FacetQuery[]): CountedTypes =>
  Object.fromEntries(queries.map(({ key, types }) => [key, types]))

function partition<T>(list: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(test), list.filter((one) => !test(one))]
}

/** Totals by facet, from the answer of a call or of the results; facets that the answer does not count are left out. */
export function readTotals(facets: CountedTypes, answer: CountedAnswer): Readonly<Record<string, number>> {
  const buckets = own(answer.aggregations, TYPES)
  return Object.fromEntries(
    Object.entries(facets).flatMap(([key, types]) => {
      if (types === null) return [[key, answer.totalCount]]
      return buckets
        ? [[key, types.reduce((sum, type) => sum + (own(buckets, type.toLowerCase()) ?? 0), 0)]]
        : []
    }),
  )
}
