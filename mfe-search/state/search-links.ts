import type { FilterConfig } from '../config/filter-config.ts'
import type { FacetConfig, SearchConfig } from '../config/search-config.ts'
import {
  withAllCleared,
  withFacet,
  withFilter,
  withFilterCleared,
  withFilterToggled,
  withOptionTerm,
  withOrder,
  withPage,
  withPageSize,
  withTab,
  withTerm,
  withTermAsWritten,
} from '../domain/next-address.ts'
import type { SearchAddress, SearchRoute } from '../domain/search-address.ts'
import { writeUrl } from '../domain/search-url.ts'
import type { FacetState, FilterState, SearchContext, SearchState } from '../domain/search-state.ts'
import { facetOfTab, mapValues, selectedKeys } from './search-changes.ts'

/** The link of every control of a search: the URL of the state after it is used. Source: specification 2, Search pages. */
export interface SearchLinks {
  /** On another facet if one is given. */
  readonly toTerm: (term: string, facet?: string) => string
  readonly toTermAsWritten: () => string
  readonly toToggled: (filter: string, item: string) => string
  readonly toFilter: (filter: string, keys: readonly string[]) => string
  readonly toFilterCleared: (filter: string) => string
  readonly toOptions: (filter: string, text: string) => string
  readonly toAllCleared: () => string
  readonly toPage: (pageIndex: number) => string
  readonly toPageSize: (pageSize: number) => string
  readonly toOrder: (orderBy: string) => string
  readonly toFacet: (key: string) => string
  readonly toTab: (id: string) => string
}

/** The links of the facet, listing or minilist `key`. */
export function createLinks(search: SearchState, searchRoute: SearchRoute, key: string): SearchLinks {
  const config = configOf(search)
  const here = addressOf(search, searchRoute.context, key)
  const to = (address: SearchAddress): string => writeUrl(config, address, searchRoute)
  return {
    toTerm: (term, facet = key) =>
      to(withTerm(config, facet === key ? here : withFacet(config, here, facet), term)),
    toTermAsWritten: () => to(withTermAsWritten(config, here)),
    toToggled: (filter, item) => to(withFilterToggled(config, here, filter, item)),
    toFilter: (filter, keys) => to(withFilter(config, here, filter, keys)),
    toFilterCleared: (filter) => to(withFilterCleared(config, here, filter)),
    toOptions: (filter, text) => to(withOptionTerm(config, here, filter, text)),
    toAllCleared: () => to(withAllCleared(config, here)),
    toPage: (pageIndex) => to(withPage(config, here, pageIndex)),
    toPageSize: (pageSize) => to(withPageSize(config, here, pageSize)),
    toOrder: (orderBy) => to(withOrder(config, here, orderBy)),
    toFacet: (facet) => to(withFacet(config, here, facet)),
    toTab: (id) => {
      const tab = search.tabs.find((one) => one.id === id)
      return to(withTab(config, here, id, tab && facetOfTab(search, tab)))
    },
  }
}

/** The address of this state. */
export function addressOf(search: SearchState, context: SearchContext, key: string): SearchAddress {
  const facet = search[context][key]
  const filters = facet?.filters ?? {}
  return {
    context,
    key,
    term: search.term,
    ...(search.asWritten && { asWritten: true }),
    orderBy: facet?.queryParams.dynamicOrderBy.join(',') || null,
    pageIndex: facet?.pagingInfo.pageIndex ?? 0,
    pageSize: facet?.pagingInfo.pageSize ?? null,
    filters: mapValues(filters, selectedKeys),
    optionTerms: mapValues(filters, ({ optionTerm = '' }) => optionTerm),
    hash: null,
  }
}

/** The part of the site's configuration that addresses depend on, made from the state: the browser has no more of it. */
export const configOf = ({ tabs, facets, listings }: SearchState): SearchConfig => ({
  tabs: tabs.map(({ totalCount: _, ...tab }) => tab),
  facets: mapValues(facets, facetConfig),
  listings: mapValues(listings, facetConfig),
})

const facetConfig = ({
  queryParams: { useSearchTerm: _, ...queryParams },
  ...facet
}: FacetState): FacetConfig => ({
  ...facet,
  queryParams,
  filters: mapValues(facet.filters, filterConfig),
})

const filterConfig = ({ items: _, defaultKeys, ...filter }: FilterState): FilterConfig => ({
  ...filter,
  // The items hold the default selection; with `aggregations` other values may be selected, too.
  ...(defaultKeys && {
    aggregations: true,
    items: defaultKeys.map((key) => ({ key, title: key, isSelected: true })),
  }),
})
