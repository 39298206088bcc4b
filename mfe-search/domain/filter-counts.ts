import type { PagedList } from '@tessera/shared/content'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { FilterConfig } from '../config/filter-config.ts'
import type { SearchConfig } from '../config/search-config.ts'
import { operatorOf, readTyped } from './filter-values.ts'
import type { SearchAddress } from './search-address.ts'
import { conditionsOf, type QueryContext } from './search-conditions.ts'
import { filtersOf, own, selectionOf, sourceOf, type SearchSource } from './search-source.ts'

/** Prefix of the names of our aggregations, since the platform reserves plain ones. Source: reference delivery-api 1.16. */
const PREFIX = 'sf_'
/** Values counted in one aggregation: the platform's maximum, since its default is ten. */
const AGGREGATION_SIZE = 1_000

/** What counts are read from: an answer to a search with aggregations. */
export type CountedAnswer = Pick<PagedList<unknown>, 'totalCount' | 'aggregations'>

/** Name of the aggregation for a filter. */
export const aggregationName = (filterKey: string): string => `${PREFIX}${filterKey}`

/** One aggregation over a field's values. */
export const aggregationOf = (field: string): JsonObject => ({ field, size: AGGREGATION_SIZE })

/**
 * Whether a filter's options can be counted together with the results, because the results do not hide other options: nothing is selected,
 * or a further selection narrows the results (`and`, `not`).
 */
const isCountedWithResults = (filter: FilterConfig, selected: readonly string[]): boolean =>
  selected.length === 0 ||
  (filter.isSingleSelect !== true && (filter.logicOperator === 'and' || filter.logicOperator === 'not'))

/** Aggregations of the query for results: for each filter that a visitor sees and that is counted with them. */
export const mainAggregations = (source: SearchSource, address: SearchAddress): JsonObject =>
  Object.fromEntries(
    filtersOf(source).flatMap(([key, filter]) =>
      isCountable(source, filter) && isCountedWithResults(filter, selectionOf(address, key, filter))
        ? [[aggregationName(key), aggregationOf(String(filter.fieldId))]]
        : [],
    ),
  )

/** Filters that need a query of their own to be counted, without their own condition, since that hides the other options. */
export const filtersCountedApart = (source: SearchSource, address: SearchAddress): readonly string[] =>
  filtersOf(source).flatMap(([key, filter]) =>
    isCountable(source, filter) && !isCountedWithResults(filter, selectionOf(address, key, filter))
      ? [key]
      : [],
  )

/** The query for the counts of one such filter: all other conditions, and the smallest page that a query can ask for. */
export function countsQuery(
  config: SearchConfig,
  address: SearchAddress,
  context: QueryContext,
  filterKey: string,
): SearchQuery {
  const { types, others } = conditionsOf(config, address, context, filterKey)
  const field = String(own(sourceOf(config, address).filters, filterKey)?.fieldId)
  return countQuery([...types, ...others], { [aggregationName(filterKey)]: aggregationOf(field) })
}

/** A query that only counts. It asks for one result, since the content client and its npm client cannot ask for none. */
export const countQuery = (where: readonly JsonObject[], aggregations?: JsonObject): SearchQuery => ({
  where,
  fields: ['entryTitle'],
  linkDepth: 0,
  pageIndex: 0,
  pageSize: 1,
  ...(aggregations && { aggregations }),
})

/**
 * Whether an aggregation can count the results of a filter's values. It counts whole values of one field, so not ranges, places or parts of
 * texts, nor several fields, in which an entry may have the value twice. Dates are instants in aggregations and days in addresses. Where
 * featured results depend on the filters too, the number of other results after a selection is not known.
 */
export function isCountable({ queryParams, customApi }: SearchSource, filter: FilterConfig): boolean {
  const operator = operatorOf(filter)
  const featured = queryParams?.featuredResults
  return (
    (operator === undefined || operator === 'equalTo' || operator === 'in') &&
    [filter.fieldId].flat().length === 1 &&
    filter.valueType !== 'date' &&
    filter.renderable !== false &&
    filter.hidesUnselected !== true &&
    customApi === undefined &&
    (featured === undefined || featured.contentTypeId !== undefined)
  )
}

/**
 * Number of results with an item; for `not`, of those left without it; in a taxonomy, including the terms below it. Undefined where the
 * answer does not tell; never a guess. Source: reference peers 1.1.
 */
export function countOf(
  filter: FilterConfig,
  filterKey: string,
  itemKey: string,
  answer: CountedAnswer,
): number | undefined {
  const buckets = own(answer.aggregations, aggregationName(filterKey))
  const value = readTyped(itemKey, filter)
  if (!buckets || value === null) return undefined
  const key = bucketKey(String(value))
  const found = own(buckets, key)
  const below =
    filter.path === undefined ? [] : Object.entries(buckets).filter(([one]) => one.startsWith(`${key}/`))
  // The least frequent values are missing if there are more than were asked for.
  const isCut = Object.keys(buckets).length >= AGGREGATION_SIZE
  if (isCut && (found === undefined || filter.path !== undefined)) return undefined
  // An entry with several values of the branch would be counted several times.
  if (below.length > 0 && filter.hasOneValue !== true) return undefined
  const total = below.reduce((sum, [, count]) => sum + count, found ?? 0)
  return filter.logicOperator === 'not' ? answer.totalCount - total : total
}

/** Values of text come back in lower case. Source: reference delivery-api 1.16. */
const bucketKey = (value: string): string => value.normalize('NFC').toLowerCase()

/** Values of a filter's field among the results, as an aggregation has them: the most frequent ones, in no order of use to a visitor. */
export const valuesOf = (filterKey: string, answer: CountedAnswer): readonly string[] =>
  Object.keys(own(answer.aggregations, aggregationName(filterKey)) ?? {})
