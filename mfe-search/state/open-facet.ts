import type { FilterConfig } from '../config/filter-config.ts'
import type { SearchConfig } from '../config/search-config.ts'
import { withSelectionAndCounts } from '../domain/filter-items.ts'
import { ownOptions } from '../domain/filter-options.ts'
import { withFacet } from '../domain/next-address.ts'
import { nearStateOf } from '../domain/near-place.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import {
  configuredPageSize,
  defaultSelection,
  filtersOf,
  localText,
  own,
  selectionOf,
  sourceOf,
  type SearchSource,
} from '../domain/search-source.ts'
import type { FacetState, FilterState, QueryParamsState } from '../domain/search-state.ts'
import { mapValues } from './search-changes.ts'

/**
 * Initial state of a facet, listing or minilist, before any call: from the configuration and the address, with those filters that are
 * `wanted`.
 */
export function openFacet(
  config: SearchConfig,
  address: SearchAddress,
  language: string,
  wanted: (filter: FilterConfig) => boolean = () => true,
): FacetState {
  const source = sourceOf(config, address)
  return {
    title: localText(source.title, language),
    ...('tabId' in source && source.tabId !== undefined ? { tabId: source.tabId } : {}),
    filters: Object.fromEntries(
      filtersOf(source)
        .filter(([, filter]) => wanted(filter))
        .map(([key, filter]) => [key, openFilter(key, filter, address, language)]),
    ),
    results: [],
    featuredResults: [],
    queryParams: queryParamsOf(source, address),
    queryDuration: 0,
    pagingInfo: {
      pageCount: 0,
      pageIndex: address.pageIndex,
      pageSize: address.pageSize ?? configuredPageSize(source),
      pagesLoaded: [],
      prevPageIndex: 0,
      totalCount: 0,
      isLoading: false,
    },
    ...(source.projectId !== undefined && { projectId: source.projectId }),
    entries: { isLoading: false, isError: false },
    ...(source.customApi !== undefined && { customApi: source.customApi }),
    ...choicesOf(source, language),
    ...layoutOf(source, address),
  }
}

/** Facets or listings that are offered together: the one in the address, and what links to the others need. */
export const openFacets = (
  config: SearchConfig,
  address: SearchAddress,
  keys: readonly string[],
  language: string,
): Readonly<Record<string, FacetState>> =>
  Object.fromEntries(
    keys.map((key) => [
      key,
      key === address.key
        ? openFacet(config, address, language)
        : openSibling(config, withFacet(config, address, key), language),
    ]),
  )

/** A facet that is not shown: of its filters only the grouped ones, with their selected items. */
function openSibling(config: SearchConfig, address: SearchAddress, language: string): FacetState {
  const isGrouped = (filter: FilterConfig): boolean => filter.isGrouped === true
  const facet = openFacet(config, address, language, isGrouped)
  return {
    ...facet,
    filters: mapValues(facet.filters, (filter) => ({
      ...filter,
      items: filter.items.filter(({ isSelected }) => isSelected),
    })),
  }
}

/** A filter with the items that need no call. Other items that the address selects are not loaded yet. */
function openFilter(
  key: string,
  filter: FilterConfig,
  address: SearchAddress,
  language: string,
): FilterState {
  const { fieldId, contentTypeId, path, view = 'list', valueType = 'text' } = filter
  const selectedAtFirst = defaultSelection(filter)
  const near = nearStateOf(key, filter, address, language)
  return {
    title: localText(filter.title, language),
    fieldId,
    ...(contentTypeId !== undefined && { contentTypeId }),
    ...(path !== undefined && { path }),
    isGrouped: filter.isGrouped === true,
    isSingleSelect: filter.isSingleSelect === true,
    renderable: filter.renderable !== false,
    isLoading: false,
    isError: false,
    view,
    valueType,
    ...(filter.fieldOperator && { fieldOperator: filter.fieldOperator }),
    ...(selectedAtFirst.length > 0 && { defaultKeys: selectedAtFirst }),
    items: withSelectionAndCounts(ownOptions(filter, key, language), filter, key, {
      selected: selectionOf(address, key, filter),
    }),
    ...(near && { near }),
    ...optionTermOf(key, address),
  }
}

const optionTermOf = (
  key: string,
  { optionTerms }: Pick<SearchAddress, 'optionTerms'>,
): Pick<FilterState, 'optionTerm'> => {
  const optionTerm = own(optionTerms, key)
  return optionTerm === undefined ? {} : { optionTerm }
}

function queryParamsOf(source: SearchSource, address: SearchAddress): QueryParamsState {
  const { orderBy = [], internalPaging, loadMorePaging, excludeIds, useSearchTerm } = source.queryParams ?? {}
  return {
    dynamicOrderBy: address.orderBy?.split(',') ?? [],
    orderBy,
    pageSize: configuredPageSize(source),
    internalPaging: internalPaging === true,
    loadMorePaging: loadMorePaging === true,
    ...(excludeIds && { excludeIds }),
    ...(useSearchTerm !== undefined && { useSearchTerm }),
  }
}

/** Orders and page sizes that a visitor may choose, in the page's language. */
const choicesOf = (
  source: SearchSource,
  language: string,
): Pick<FacetState, 'sortOptions' | 'pageSizes'> => ({
  ...('sortOptions' in source && source.sortOptions
    ? {
        sortOptions: source.sortOptions.map(({ title, orderBy }) => ({
          title: localText(title, language),
          orderBy,
        })),
      }
    : {}),
  ...('pageSizes' in source && source.pageSizes ? { pageSizes: source.pageSizes } : {}),
})

/** Lists inside pages are cards in a grid unless configured otherwise; search results are rows. */
const layoutOf = (source: SearchSource, { context }: SearchAddress): Pick<FacetState, 'layout'> =>
  context === 'facets' ? {} : { layout: ('layout' in source ? source.layout : undefined) ?? 'grid' }
