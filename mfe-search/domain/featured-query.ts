import type { SearchQuery } from '@tessera/shared/contract'
import type { QueryParamsConfig, SearchConfig } from '../config/search-config.ts'
import { isEmptyTerm } from './clean-term.ts'
import { orderAndFields } from './facet-query.ts'
import type { SearchAddress } from './search-address.ts'
import { conditionsOf, termOf, typeConditions, typesOf, type QueryContext } from './search-conditions.ts'
import { sourceOf, type SearchSource } from './search-source.ts'

/**
 * The query for featured results, which are shown above the others; null if there are none. They match the same term, and are either
 * entries of a content type of their own or those among the other results whose field has a certain value. Without a term no entry of a
 * content type fits better than another, so none are featured. Source: specification 3; reference react-base 2.14; docs/decisions/0055.
 */
export function featuredQuery(
  config: SearchConfig,
  address: SearchAddress,
  context: QueryContext,
): SearchQuery | null {
  const source = sourceOf(config, address)
  const featured = source.queryParams?.featuredResults
  if (!featured || featured.count <= 0) return null
  const { contentTypeId, fieldId, fieldValue = true, count } = featured
  if (fieldId === undefined && isEmptyTerm(termOf(source, address))) return null
  // The visitor's order does not decide which entries are featured. Filters apply to the other results: a content type of its own need not
  // have their fields.
  const filters = contentTypeId === undefined ? address.filters : noFilters(source)
  const ownAddress = { ...address, orderBy: null, filters }
  const { types, others } = conditionsOf(config, ownAddress, context)
  return {
    where: [
      ...(contentTypeId === undefined
        ? types
        : typeConditions(ofType(source, contentTypeId), context.language)),
      ...others,
      ...(fieldId === undefined ? [] : [{ field: fieldId, equalTo: fieldValue }]),
    ],
    ...orderAndFields(config, source, ownAddress),
    pageIndex: 0,
    pageSize: count,
  }
}

/** The parameters of a search, restricted to one content type. */
const ofType = ({ queryParams }: SearchSource, contentTypeId: string): QueryParamsConfig => ({
  ...queryParams,
  contentTypeIds: [contentTypeId],
  assetTypes: [],
  webpageTemplates: [],
})

/** Whether the featured results are among the others, which then have to leave them out. */
export function areFeaturedAmong({ queryParams = {} }: SearchSource): boolean {
  const { featuredResults } = queryParams
  if (featuredResults === undefined) return false
  const { included, excluded } = typesOf(queryParams)
  const { contentTypeId } = featuredResults
  if (contentTypeId === undefined || excluded.includes(contentTypeId)) return contentTypeId === undefined
  return included.length === 0 || included.includes(contentTypeId)
}

/** All filters with nothing selected, not even the configured defaults. */
const noFilters = ({ filters = {} }: SearchSource): SearchAddress['filters'] =>
  Object.fromEntries(Object.keys(filters).map((key) => [key, []]))
