import { inLanguage } from '@tessera/shared/content'
import { QUERY_PAGE_SIZE } from '@tessera/shared/config'
import type { FilterConfig, LocalisedText } from '../config/filter-config.ts'
import type { FacetConfig, ListingConfig, MinilistConfig, SearchConfig } from '../config/search-config.ts'
import { operatorOf } from './filter-values.ts'
import type { SearchAddress, SearchRoute } from './search-address.ts'
import type { SearchContext } from './search-state.ts'

/** What can be searched: a facet, a listing or a minilist. */
export type SearchSource = FacetConfig | ListingConfig | MinilistConfig

/** Size of the window of results: results beyond it are not offered. Source: reference delivery-api 1.22, 18. */
const RESULT_WINDOW = 10_000
/** Reserved parameters, which filters may not be named after. Source: specification 2, Search pages. */
export const OWN_PARAMETERS = [
  'term',
  'orderBy',
  'pageIndex',
  'pageSize',
  'facet',
  'listingType',
  'composition',
  'asWritten',
] as const
/** The filter whose selection may be a segment of the path. Source: specification 2, Routes. */
export const PATH_FILTER = 'contentTypeId'

/** A value of a record, for keys that may come from a visitor: only own properties count. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/** Groups elements by key, in the order in which the keys first occur. */
export function groupBy<T, K>(list: readonly T[], keyOf: (one: T) => K): readonly (readonly T[])[] {
  const groups = new Map<K, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return [...groups.values()]
}

/** The searches of a context by key. */
export const sourcesOf = (
  config: SearchConfig,
  context: SearchContext,
): Readonly<Record<string, SearchSource>> => config[context] ?? {}

/** The search that an address refers to; an empty one if the key is unknown. */
export const sourceOf = (
  config: SearchConfig,
  { context, key }: Pick<SearchAddress, 'context' | 'key'>,
): SearchSource => own(sourcesOf(config, context), key) ?? NOTHING

const NOTHING: SearchSource = { title: '' }

/** Keys that a page offers: those of its composition, or all of its context. */
export function offeredKeys(
  config: SearchConfig,
  { context, composition }: Pick<SearchRoute, 'context' | 'composition'>,
): readonly string[] {
  const all = Object.keys(sourcesOf(config, context))
  const isOne = context === 'listings' && composition !== undefined
  const members = isOne ? own(config.compositions, composition)?.listings : undefined
  return members ? members.filter((key) => all.includes(key)) : all
}

/**
 * The key that is shown if the address names none: the page's own, else the first tab's default, else the first on offer.
 */
export function defaultKey(config: SearchConfig, searchRoute: SearchRoute): string {
  const offered = offeredKeys(config, searchRoute)
  if (searchRoute.key !== undefined && offered.includes(searchRoute.key)) return searchRoute.key
  const ofTab = searchRoute.context === 'facets' ? config.tabs?.[0]?.defaultFacet : undefined
  return (ofTab !== undefined && offered.includes(ofTab) ? ofTab : offered[0]) ?? ''
}

/** Results on a page unless the visitor chooses another number. Source: specification 9. */
export const configuredPageSize = ({ queryParams }: SearchSource): number =>
  queryParams?.pageSize ?? QUERY_PAGE_SIZE

/** Page sizes that an address may name, besides the configured one. */
export const pageSizesOf = (source: SearchSource): readonly number[] =>
  'pageSizes' in source ? (source.pageSizes ?? []).filter((size) => size !== configuredPageSize(source)) : []

/** The order without a term, as an address would write it; empty where none is configured. */
export const configuredOrder = ({ queryParams }: SearchSource): string =>
  (queryParams?.orderBy ?? []).join(',')

/** Fields that results can be ordered by once a place is chosen: nearest first. */
const nearFields = (source: SearchSource, isChosen: (key: string, filter: FilterConfig) => boolean) =>
  filtersOf(source).flatMap(([key, filter]) =>
    operatorOf(filter) === 'distanceWithin' && isChosen(key, filter)
      ? [filter.fieldId].flat().slice(0, 1)
      : [],
  )

/** The field that is compared with the chosen place; undefined if none is chosen. */
export const nearField = (
  source: SearchSource,
  address: Pick<SearchAddress, 'filters'>,
): string | undefined => nearFields(source, (key, filter) => selectionOf(address, key, filter).length > 0)[0]

/** The default order if an address names none: best match for a term, nearest first for a place, else the configured one. */
export const defaultOrder = (
  source: SearchSource,
  address: Pick<SearchAddress, 'filters' | 'term'>,
): string => (address.term === '' ? (nearField(source, address) ?? configuredOrder(source)) : '')

/** Whether results can be sorted in an order: by distance only if a place is chosen. */
export const isPossibleOrder = (
  source: SearchSource,
  orderBy: string,
  address: Pick<SearchAddress, 'filters'>,
): boolean => !nearFields(source, () => true).includes(orderBy) || nearField(source, address) === orderBy

/** Orders that an address may name; best match first is the empty order, which is never named. */
export const ordersOf = (source: SearchSource): readonly string[] =>
  'sortOptions' in source
    ? (source.sortOptions ?? []).map(({ orderBy }) => orderBy).filter((orderBy) => orderBy !== '')
    : []

/** Highest page index that is offered for pages of a size. */
export const lastPageIndex = (pageSize: number): number =>
  Math.max(0, Math.floor(RESULT_WINDOW / pageSize) - 1)

/** Filters by key, in the order of the configuration. */
export const filtersOf = ({ filters }: SearchSource): readonly (readonly [string, FilterConfig])[] =>
  Object.entries(filters ?? {})

/** Whether a filter's options can be searched: they come from entries, so there may be more than a page can show. */
export const canFindOptions = ({ contentTypeId, renderable }: FilterConfig): boolean =>
  contentTypeId !== undefined && renderable !== false

/** Keys that a filter selects by default, if the address does not mention it. */
export function defaultSelection({
  defaultValue,
  items = [],
  isSingleSelect,
}: FilterConfig): readonly string[] {
  const marked = items.filter(({ isSelected }) => isSelected === true).map(({ key }) => key)
  const keys = [...new Set([...(defaultValue === undefined ? [] : [defaultValue]), ...marked])]
  return isSingleSelect === true ? keys.slice(0, 1) : keys.toSorted()
}

/** Selected keys of one filter: what the address says, else what the configuration selects. */
export const selectionOf = (
  { filters }: Pick<SearchAddress, 'filters'>,
  key: string,
  filter: FilterConfig,
): readonly string[] =>
  (filter.renderable === false ? undefined : own(filters, key)) ?? defaultSelection(filter)

/** Selected keys of every filter, from the address or the configuration: the input of the query. */
export const selectionsOf = (
  source: SearchSource,
  address: Pick<SearchAddress, 'filters'>,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(filtersOf(source).map(([key, filter]) => [key, selectionOf(address, key, filter)]))

/** A text in a language; falls back as `inLanguage` does. */
export const localText = (text: LocalisedText, language: string): string =>
  typeof text === 'string' ? text : (inLanguage(text, language) ?? '')
