import { IMAGE_ASSET_FIELDS, type CardFields } from '@tessera/shared/content'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { isEmptyTerm } from './clean-term.ts'
import { mainAggregations } from './filter-counts.ts'
import type { SearchAddress } from './search-address.ts'
import { conditionsOf, termOf, typesOf, excludeIds, type QueryContext } from './search-conditions.ts'
import { configuredPageSize, nearField, own, sourceOf, type SearchSource } from './search-source.ts'

/** Number of results that are fetched at once with `internalPaging`. */
export const INTERNAL_RESULTS = 1_000

/**
 * The delivery query of a facet, listing or minilist: conditions, order, one page, and the counts that come with it. The content client
 * adds the version status of the request. Source: specification 3, 5 and 9; reference react-base 2.14.
 */
export function searchQuery(
  config: SearchConfig,
  address: SearchAddress,
  context: QueryContext,
): SearchQuery {
  const source = sourceOf(config, address)
  const { queryParams = {} } = source
  const { types, others } = conditionsOf(config, address, context)
  const counts = address.context === 'minilist' ? {} : mainAggregations(source, address)
  const aggregations = { ...queryParams.customAggregations, ...counts }
  return {
    where: [...types, ...others],
    ...orderAndFields(config, source, address),
    ...requestedPage(source, address),
    ...(Object.keys(aggregations).length > 0 ? { aggregations } : {}),
  }
}

type Page = Required<Pick<SearchQuery, 'pageIndex' | 'pageSize'>>

/** The page of results that an address names. */
export const pageOf = (source: SearchSource, address: SearchAddress): Page => ({
  pageIndex: address.pageIndex,
  pageSize: address.pageSize ?? configuredPageSize(source),
})

/** The page that is requested for an address: with internal paging all results, of which the page is taken when they are there. */
export const requestedPage = (source: SearchSource, address: SearchAddress): Page =>
  source.queryParams?.internalPaging === true
    ? { pageIndex: 0, pageSize: INTERNAL_RESULTS }
    : pageOf(source, address)

/** The query, excluding these entries as well. */
export const withoutEntries = (query: SearchQuery, ids: readonly string[]): SearchQuery => ({
  ...query,
  where: [...query.where, ...excludeIds(ids)],
})

/** Everything in a query besides its conditions, its page and its counts: the order of the entries, and what is requested of each. */
export const orderAndFields = (
  config: SearchConfig,
  source: SearchSource,
  address: SearchAddress,
): Pick<SearchQuery, 'orderBy' | 'fields' | 'linkDepth' | 'fieldLinkDepths'> => ({
  ...orderOf(source, address),
  ...limitsOf(config, source),
})

/**
 * The order that the visitor chose. Otherwise, with a term, best match first; without one, nearest first if a place is given, else as
 * configured.
 */
function orderOf(source: SearchSource, address: SearchAddress): Pick<SearchQuery, 'orderBy'> {
  if (address.orderBy !== null) return { orderBy: address.orderBy.split(',') }
  if (!isEmptyTerm(termOf(source, address))) return {}
  const near = nearField(source, address)
  const orderBy = near === undefined ? (source.queryParams?.orderBy ?? []) : [near]
  return orderBy.length === 0 ? {} : { orderBy }
}

/**
 * Fields and link depths to request: those that cards show, and those configured. With a results mapper only the configuration counts,
 * since a mapper may read any field.
 */
function limitsOf(
  config: SearchConfig,
  source: SearchSource,
): Pick<SearchQuery, 'fields' | 'linkDepth' | 'fieldLinkDepths'> {
  const { fields: configured, linkDepth = 0, fieldLinkDepths = {} } = source.queryParams ?? {}
  if (source.mappers?.results !== undefined)
    return { ...(configured && { fields: configured }), linkDepth, ...depths(fieldLinkDepths) }
  const cards = cardsOf(config, source)
  // Images and facts may be linked entries: an image's size and a fact's title are one level deeper.
  const linked = cards.flatMap(({ image, facts = [] }) => [...(image ? [image] : []), ...facts])
  const plain = cards.flatMap(({ date, dates, everyWeeks, location }) =>
    [date, dates, everyWeeks, location].filter((field) => field !== undefined),
  )
  const levels = Object.fromEntries(linked.map((field) => [field, 1]))
  return {
    fields: [...new Set([...CARD_BASICS, ...linked, ...plain, ...(configured ?? [])])],
    linkDepth,
    ...depths({ ...levels, ...fieldLinkDepths }),
  }
}

/**
 * Requested of every entry: its title and description, and an image's size and focal point. Of `sys`, only the members in every answer are
 * added.
 */
const CARD_BASICS = ['entryTitle', 'entryDescription', ...IMAGE_ASSET_FIELDS] as const

const depths = (levels: JsonObject): Pick<SearchQuery, 'fieldLinkDepths'> =>
  Object.keys(levels).length === 0
    ? {}
    : {
        fieldLinkDepths: Object.fromEntries(
          Object.entries(levels).flatMap(([path, depth]) =>
            typeof depth === 'number' ? [[path, depth]] : [],
          ),
        ),
      }

/** Card configurations of the content types that a search can find. */
function cardsOf({ cards = {} }: SearchConfig, { queryParams = {} }: SearchSource): readonly CardFields[] {
  const { included } = typesOf(queryParams)
  if (included.length === 0) return Object.values(cards)
  return included.flatMap((type) => own(cards, type) ?? cards['*'] ?? [])
}
