import type { SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { customApiCall, type CustomApiCall } from './custom-api.ts'
import { searchQuery } from './facet-query.ts'
import { totalsPlan, typesAggregation, type CountedTypes, type TotalsCall } from './facet-totals.ts'
import { areFeaturedAmong, featuredQuery } from './featured-query.ts'
import { countsQuery, filtersCountedApart } from './filter-counts.ts'
import { optionCalls, sourceKind, type OptionsCall, type TaxonomyCall } from './filter-options.ts'
import type { SearchAddress, SearchRoute } from './search-address.ts'
import { isUnsearchable, type QueryContext } from './search-conditions.ts'
import { offeredKeys, own, sourceOf } from './search-source.ts'

/** Maximum number of calls for a first view, and of rounds that they take. Source: docs/decisions/0041, 0074. */
export const MAX_CALLS = 4
const MAX_ROUNDS = 2

export interface ResultsCall {
  readonly kind: 'results'
  readonly query: SearchQuery
  /** Other facets whose totals are read from the same answer. */
  readonly totals: CountedTypes
  /** The call is made after the featured results, whose ids are excluded: `withoutEntries`. */
  readonly isWithoutFeatured: boolean
}

export interface FeaturedCall {
  readonly kind: 'featured'
  readonly query: SearchQuery
}

/** Counts one filter's items, and gives the items too if they are values of the results. */
export interface CountsCall {
  readonly kind: 'counts'
  readonly filter: string
  readonly query: SearchQuery
  readonly isWithoutFeatured: boolean
}

export type SearchCall =
  ResultsCall | FeaturedCall | CountsCall | CustomApiCall | OptionsCall | TaxonomyCall | TotalsCall

/** The calls of a view: those of a round are made in parallel, and the rounds one after another. */
export interface SearchPlan {
  readonly rounds: readonly (readonly SearchCall[])[]
  /** Calls above the limit, which the browser makes when it is idle. They are independent of each other. */
  readonly deferred: readonly SearchCall[]
}

/** Number of calls of a view, and of rounds that they took. */
export interface CallUsage {
  readonly calls: number
  readonly rounds: number
}

export const NO_CALLS: CallUsage = { calls: 0, rounds: 0 }

/** Number of calls that may still be made in a further round. */
export const remainingCalls = ({ calls, rounds }: CallUsage): number =>
  rounds < MAX_ROUNDS ? Math.max(0, MAX_CALLS - calls) : 0

/** Input of a plan: facts about the page, and what is loaded already. */
export interface PlanContext extends QueryContext {
  readonly searchRoute: Pick<SearchRoute, 'context' | 'composition'>
  /** Filters whose options are loaded. */
  readonly loadedFilters?: readonly string[]
  /** A term that finds nothing is searched for again, by similar words: a count of zero does not tell what a visit finds. */
  readonly areZerosUnknown?: boolean
  /** Calls of this view that were made before its plan, or are made in parallel. */
  readonly usage?: CallUsage
}

/**
 * The calls that load an address: at most `MAX_CALLS` in two rounds, none twice. Results come first, then options of filters, then totals
 * and further counts. A term that leaves nothing to search for needs no calls.
 */
export function planSearch(config: SearchConfig, address: SearchAddress, context: PlanContext): SearchPlan {
  const source = sourceOf(config, address)
  if (isUnsearchable(source, address)) return { rounds: [], deferred: [] }
  const options =
    address.context === 'minilist'
      ? []
      : optionCalls(source, context.language, address, unloaded(config, address, context))
  const maxCalls = MAX_CALLS - (context.usage ?? NO_CALLS).calls
  const custom = customApiCall(config, address)
  if (custom) return inRounds(maxCalls, [custom], options)
  const areAmong = areFeaturedAmong(source)
  // A search by similar words shows the featured results of the words themselves, which are there.
  const areThere = context.termOptions?.isBySimilarWords === true && !areAmong
  const featured = areThere ? null : featuredQuery(config, address, context)
  const isWithoutFeatured = featured !== null && areAmong
  const totals = wantedTotals(config, address, context)
  const results: ResultsCall = {
    kind: 'results',
    query: withTotals(searchQuery(config, address, context), totals.withResults),
    totals: totals.withResults,
    isWithoutFeatured,
  }
  const [values, counts] = countsCalls(config, address, context, isWithoutFeatured)
  const beside = [...values, ...options, ...totals.calls, ...counts]
  const first = featured ? [{ kind: 'featured', query: featured } as const] : []
  return isWithoutFeatured
    ? inRounds(maxCalls, first, beside, [results])
    : inRounds(maxCalls, [...first, results], beside)
}

/** Filters whose options are not loaded yet. */
const unloaded = (
  config: SearchConfig,
  address: SearchAddress,
  { loadedFilters = [] }: PlanContext,
): readonly string[] =>
  Object.keys(sourceOf(config, address).filters ?? {}).filter((key) => !loadedFilters.includes(key))

/** Totals of other listings are only loaded if a composition shows several. Source: specification 4, Search; reference react-base 2.16. */
const wantedTotals = (config: SearchConfig, address: SearchAddress, context: PlanContext) =>
  address.context === 'minilist' ||
  (address.context === 'listings' && context.searchRoute.composition === undefined)
    ? { withResults: {}, calls: [] }
    : totalsPlan(config, address, context, offeredKeys(config, context.searchRoute))

const withTotals = (query: SearchQuery, totals: CountedTypes): SearchQuery =>
  Object.keys(totals).length === 0
    ? query
    : { ...query, aggregations: { ...query.aggregations, ...typesAggregation } }

/** The calls that count: those that also give a filter's options, and those that only count. */
function countsCalls(
  config: SearchConfig,
  address: SearchAddress,
  context: PlanContext,
  isWithoutFeatured: boolean,
): readonly [values: readonly CountsCall[], counts: readonly CountsCall[]] {
  const source = sourceOf(config, address)
  if (address.context === 'minilist') return [[], []]
  const calls = filtersCountedApart(source, address).map((filter): CountsCall => ({
    kind: 'counts',
    filter,
    query: countsQuery(config, address, context, filter),
    isWithoutFeatured,
  }))
  const isOfValues = ({ filter }: CountsCall): boolean => {
    const found = own(source.filters, filter)
    return found !== undefined && sourceKind(found) === 'values'
  }
  return [calls.filter(isOfValues), calls.filter((call) => !isOfValues(call))]
}

/** Distributes calls over two rounds, as far as the limit allows. Counts that exclude the featured results run after these. */
function inRounds(
  calls: number,
  first: readonly SearchCall[],
  beside: readonly SearchCall[],
  second: readonly SearchCall[] = [],
): SearchPlan {
  const maxCalls = calls - first.length - second.length
  const now = beside.slice(0, Math.max(0, maxCalls))
  const waits = (call: SearchCall): boolean => call.kind === 'counts' && call.isWithoutFeatured
  const rounds = [
    [...first, ...now.filter((call) => !waits(call))],
    [...second, ...now.filter(waits)],
  ]
  return { rounds: rounds.filter((round) => round.length > 0), deferred: beside.slice(now.length) }
}
