import type { SearchConfig } from '../config/search-config.ts'
import type { SearchAddress } from './search-address.ts'
import { filtersOf, own, selectionOf, sourceOf, sourcesOf } from './search-source.ts'
import { canonical } from './search-url.ts'

/**
 * The addresses that a search can lead to: each is a link, or the target of a form. All start on the first page, except `withPage` and
 * `withOptionTerm`, and none keeps the hash. Source: specification 4, Search; reference react-base 2.13 and 2.15.
 */
const next = (config: SearchConfig, address: SearchAddress, change: Partial<SearchAddress>): SearchAddress =>
  canonical(config, { ...address, pageIndex: 0, hash: null, ...change })

/** Another term: filters, order and page size are reset to the configured ones. An empty term only removes the term. */
export const withTerm = (config: SearchConfig, address: SearchAddress, term: string): SearchAddress =>
  next(
    config,
    withoutMark(address),
    term.trim() === '' ? { term: '' } : { term, filters: {}, optionTerms: {}, orderBy: null, pageSize: null },
  )

const withoutMark = ({ asWritten: _, ...address }: SearchAddress): SearchAddress => address

/** The same term, searched without correction, for results that were found with another spelling. */
export const withTermAsWritten = (config: SearchConfig, address: SearchAddress): SearchAddress =>
  next(config, address, { asWritten: true })

/** Select or deselect an item. In a filter with a single selection, a new item replaces the selected one. */
export function withFilterToggled(
  config: SearchConfig,
  address: SearchAddress,
  filterKey: string,
  itemKey: string,
): SearchAddress {
  const filter = own(sourceOf(config, address).filters, filterKey)
  if (!filter) return next(config, address, {})
  const selected = selectionOf(address, filterKey, filter)
  const others = selected.filter((key) => key !== itemKey)
  const isSelected = others.length < selected.length
  const keys = isSelected ? others : filter.isSingleSelect === true ? [itemKey] : [...others, itemKey]
  return withFilter(config, address, filterKey, keys)
}

/** Select exactly these keys of a filter: the bounds of a range, or a place and a distance. */
export const withFilter = (
  config: SearchConfig,
  address: SearchAddress,
  filterKey: string,
  keys: readonly string[],
): SearchAddress => next(config, address, { filters: { ...address.filters, [filterKey]: keys } })

/** Deselect all items of a filter. */
export const withFilterCleared = (
  config: SearchConfig,
  address: SearchAddress,
  filterKey: string,
): SearchAddress => withFilter(config, address, filterKey, [])

/** Deselect all items of all filters. */
export function withAllCleared(config: SearchConfig, address: SearchAddress): SearchAddress {
  const none = filtersOf(sourceOf(config, address)).map(([key]) => [key, []] as const)
  return next(config, address, { filters: Object.fromEntries(none), optionTerms: {} })
}

/** Offer only those options of a filter that have a text in their titles; all for an empty text. Selected options stay. */
export const withOptionTerm = (
  config: SearchConfig,
  address: SearchAddress,
  filterKey: string,
  text: string,
): SearchAddress =>
  canonical(config, {
    ...address,
    hash: null,
    optionTerms: { ...address.optionTerms, [filterKey]: text },
  })

/** Another page, counted from 0. */
export const withPage = (config: SearchConfig, address: SearchAddress, pageIndex: number): SearchAddress =>
  next(config, address, { pageIndex })

/** Another number of results on a page. */
export const withPageSize = (config: SearchConfig, address: SearchAddress, pageSize: number): SearchAddress =>
  next(config, address, { pageSize })

/** Another order; empty or null for the configured one. */
export const withOrder = (
  config: SearchConfig,
  address: SearchAddress,
  orderBy: string | null,
): SearchAddress => next(config, address, { orderBy })

/** Another facet or listing, with the same term and the selections of grouped filters that both have. */
export function withFacet(config: SearchConfig, address: SearchAddress, key: string): SearchAddress {
  if (own(sourcesOf(config, address.context), key) === undefined) return next(config, address, {})
  const there = { ...address, key }
  const grouped = filtersOf(sourceOf(config, there)).flatMap(([name, filter]) => {
    const here = own(sourceOf(config, address).filters, name)
    if (!here || filter.isGrouped !== true || here.isGrouped !== true) return []
    return [[name, selectionOf(address, name, here)] as const]
  })
  return next(config, there, { filters: Object.fromEntries(grouped), optionTerms: {} })
}

/** A tab: the facet that was shown there, else its default, else its first. */
export function withTab(
  config: SearchConfig,
  address: SearchAddress,
  tabId: string,
  currentFacet?: string,
): SearchAddress {
  const facets = facetsOfTab(config, tabId)
  const wanted = [currentFacet, config.tabs?.find(({ id }) => id === tabId)?.defaultFacet, facets[0]]
  const key = wanted.find((one) => one !== undefined && facets.includes(one))
  return key === undefined ? next(config, address, {}) : withFacet(config, address, key)
}

/** Facets of a tab. Those that name no tab belong to the first. */
export function facetsOfTab(config: SearchConfig, tabId: string): readonly string[] {
  const first = config.tabs?.[0]?.id
  return Object.entries(config.facets ?? {}).flatMap(([key, facet]) =>
    (facet.tabId ?? first) === tabId ? [key] : [],
  )
}
