import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { areFeaturedAmong } from './featured-query.ts'
import { aggregationName, aggregationOf, countQuery, type CountedAnswer } from './filter-counts.ts'
import { withFacet } from './next-address.ts'
import type { SearchAddress } from './search-address.ts'
import { conditionsOf, typesOf, type QueryContext } from './search-conditions.ts'
import { own, sourceOf } from './search-source.ts'
import { inScopes, ruleOf, scopeOf, scopesOf } from './type-scopes.ts'

/** Content types whose results are counted for a facet; null where the answer's own total is the facet's. */
export type CountedTypes = Readonly<Record<string, readonly string[] | null>>

/** One query for the totals of facets that are not shown. */
export interface TotalsCall {
  readonly kind: 'totals'
  /** Of the facets, where it is not the site's own. */
  readonly projectId?: string
  readonly facets: CountedTypes
  readonly query: SearchQuery
}

/** How the totals of sibling facets come in: with the results, as far as those tell them, and by calls that only count. */
export interface TotalsPlan {
  readonly withResults: CountedTypes
  readonly calls: readonly TotalsCall[]
}

/** No filter's key begins so. */
const TYPES = aggregationName('_types')

/** The aggregation that totals are read from. */
export const typesAggregation: JsonObject = { [TYPES]: aggregationOf('sys.contentTypeId') }

interface Asked {
  readonly key: string
  readonly types: readonly string[]
  /** What holds for a content type of it; and what tells that from what holds for it elsewhere. */
  readonly scope: (type: string) => readonly JsonObject[]
  readonly scopeKey: (type: string) => string
  readonly where: readonly JsonObject[]
  /** What holds for all of it. */
  readonly others: readonly JsonObject[]
  /** Asked for by types alone, so that one aggregation can tell several such facets apart. */
  readonly isByType: boolean
  /** Without some types. */
  readonly hasExcluded: boolean
  readonly hasAssets: boolean
  readonly projectId: string | undefined
  readonly group: string
}

/**
 * How many results the other facets would have: with the same term and the grouped filters, as if the visitor went there. Facets that differ
 * by their content types, and by what holds for these, only are counted together, with the results where these are not narrowed further; the others one by one.
 * `keys` are the facets that the page offers.
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
  const numberOf = createNumberOf()
  const asked = others.map((key) => ask(config, withFacet(config, address, key), context, numberOf))
  const shown = ask(config, address, context, numberOf)
  const isNarrowed = areFeaturedAmong(sourceOf(config, address))
  const [told, rest] = partition(asked, (one) => !isNarrowed && covers(shown, one))
  const groups = rest.reduce(withGrouped, [])
  return {
    withResults: typesByFacet(told),
    calls: groups.flatMap((group) => (group.length > 1 ? [countedTogether(group)] : group.map(countedAlone))),
  }
}

/** Beside facets that it can be counted with, or by itself. */
function withGrouped(groups: readonly (readonly Asked[])[], one: Asked): readonly (readonly Asked[])[] {
  const found = groups.find((group) => group.every((other) => areCountedTogether(one, other)))
  return found ? groups.map((group) => (group === found ? [...group, one] : group)) : [...groups, [one]]
}

const areCountedTogether = (one: Asked, other: Asked): boolean =>
  one.isByType &&
  other.isByType &&
  one.group === other.group &&
  one.types.every((type) => !other.types.includes(type) || haveSameScope(one, other, type))

const haveSameScope = (one: Asked, other: Asked, type: string): boolean =>
  one.scopeKey(type) === other.scopeKey(type)

type NumberOf = (condition: JsonObject) => number

/** Numbers conditions: those that say the same have the same. What facets share, above all the long one of the term, is written once. */
function createNumberOf(): NumberOf {
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

function ask(config: SearchConfig, address: SearchAddress, context: QueryContext, numberOf: NumberOf): Asked {
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
      // One for each rule: most types have none.
      const rule = ruleOf(queryParams, type)
      const key = scopeKeys.get(rule) ?? scope(type).map(numberOf).join(' ')
      scopeKeys.set(rule, key)
      return key
    },
    where: [...types, ...others],
    others,
    isByType: included.length > 0 && excluded.length === 0,
    projectId,
    hasExcluded: excluded.length > 0,
    hasAssets: (queryParams.assetTypes?.length ?? 0) + (queryParams.webpageTemplates?.length ?? 0) > 0,
    group: JSON.stringify([projectId, customApi, ...others.map(numberOf)]),
  }
}

/** Whether the results shown hold all of another facet's, to be told apart by their types. */
function covers(shown: Asked, other: Asked): boolean {
  if (!other.isByType || shown.group !== other.group) return false
  if (!other.types.every((type) => haveSameScope(shown, other, type))) return false
  if (shown.isByType) return other.types.every((type) => shown.types.includes(type))
  return shown.types.length === 0 && !shown.hasExcluded && !other.hasAssets
}

const countedAlone = ({ key, where, projectId }: Asked): TotalsCall => ({
  kind: 'totals',
  ...(projectId !== undefined && { projectId }),
  facets: { [key]: null },
  query: countQuery(where),
})

function countedTogether(group: readonly Asked[]): TotalsCall {
  const types = [...new Set(group.flatMap((one) => one.types))]
  const owner = (type: string) => group.find((one) => one.types.includes(type))
  const scopes = scopesOf(
    types,
    (type) => owner(type)?.scope(type) ?? [],
    (type) => owner(type)?.scopeKey(type) ?? '',
  )
  // What does not depend on the type is the same for all of the group.
  const { others = [], projectId } = group[0] ?? {}
  return {
    kind: 'totals',
    ...(projectId !== undefined && { projectId }),
    facets: typesByFacet(group),
    query: countQuery([...inScopes(scopes), ...others], typesAggregation),
  }
}

const typesByFacet = (asked: readonly Asked[]): CountedTypes =>
  Object.fromEntries(asked.map(({ key, types }) => [key, types]))

function partition<T>(list: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [list.filter(test), list.filter((one) => !test(one))]
}

/** Totals by facet, from the answer of a call or of the results; what the answer does not tell is left out. */
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
