import type { FilterConfig } from '../config/filter-config.ts'
import type { SearchConfig } from '../config/search-config.ts'
import { MAX_TERM_LENGTH } from './clean-term.ts'
import { inOrder, isFilterValue, operatorOf } from './filter-values.ts'
import type { SearchAddress, SearchRoute, UrlParts } from './search-address.ts'
import {
  canFindOptions,
  configuredPageSize,
  defaultKey,
  defaultSelection,
  filtersOf,
  isPossibleOrder,
  lastPageIndex,
  offeredKeys,
  ordersOf,
  own,
  pageSizesOf,
  PATH_FILTER,
  sourceOf,
  defaultOrder,
  type SearchSource,
} from './search-source.ts'

/** Maximum number of keys of one filter in an address. */
const MAX_KEYS = 50

/**
 * The URL of an address: parameters in alphabetical order, defaults left out. Mirrors `fromUrl`. Source: specification 2, Search pages;
 * reference react-base 2.13.
 */
export const toUrl = (config: SearchConfig, address: SearchAddress, searchRoute: SearchRoute): string =>
  writeUrl(config, canonical(config, address), searchRoute)

/** Like `toUrl`, for an address that is canonical already, as those of `next-address.ts` are: a page has a hundred links. */
export function writeUrl(config: SearchConfig, address: SearchAddress, searchRoute: SearchRoute): string {
  const { context, key, filters, hash } = address
  const inPath =
    searchRoute.hasParts === true ? pathParts(config, address, searchRoute, filters[PATH_FILTER]) : []
  const pairs = parametersOf(address).filter(([name]) => name !== PATH_FILTER || inPath.length < 2)
  if (searchRoute.hasParts !== true && key !== defaultKey(config, searchRoute))
    pairs.push([KEY_PARAMETERS[context], key])
  const path = [searchRoute.path.replace(/\/+$/, ''), ...inPath].join('/') || '/'
  return `${path}${searchText(pairs)}${hash === null ? '' : `#${encodeURIComponent(hash)}`}`
}

/** Parameters as the query of a URL, in alphabetical order: empty, or with its `?`. */
function searchText(pairs: [name: string, value: string][]): string {
  const query = new URLSearchParams(pairs)
  query.sort()
  // A comma is allowed in a query, and is easier to read unencoded.
  const text = query.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

function parametersOf(address: SearchAddress): [name: string, value: string][] {
  const { term, asWritten, orderBy, pageIndex, pageSize, filters, optionTerms = {} } = address
  const pairs: [string, string][] = []
  if (term) pairs.push(['term', term])
  if (asWritten) pairs.push(['asWritten', 'true'])
  if (orderBy !== null) pairs.push(['orderBy', orderBy])
  if (pageIndex > 0) pairs.push(['pageIndex', String(pageIndex + 1)])
  if (pageSize !== null) pairs.push(['pageSize', String(pageSize)])
  for (const [name, keys] of Object.entries(filters)) pairs.push([name, writeKeys(keys)])
  for (const [name, text] of Object.entries(optionTerms)) pairs.push([findParameter(name), text])
  return pairs
}

/**
 * The query of an address that means the same in every language, for the page's translations. Not the page index: a list is shorter
 * where less is translated. What the path names already (`params`) is left out, since the translation's path names it too.
 */
export function sharedSearch(
  config: SearchConfig,
  address: SearchAddress,
  searchRoute: SearchRoute,
  params: UrlParts['params'] = {},
): string {
  const { context, key } = address
  const pairs = parametersOf({ ...address, pageIndex: 0 })
  if (key !== defaultKey(config, searchRoute)) pairs.push([KEY_PARAMETERS[context], key])
  return searchText(pairs.filter(([name, value]) => own(params, name) !== value))
}

const KEY_PARAMETERS = { facets: 'facet', listings: 'listingType', minilist: 'listingType' } as const

/** Segments for the path: the facet, unless it is the default, and the content types, if all of them are valid in a path. */
function pathParts(
  config: SearchConfig,
  { key }: SearchAddress,
  searchRoute: SearchRoute,
  types: readonly string[] | undefined,
): readonly string[] {
  if (types?.length && types.every((type) => /^[\w-]+$/.test(type))) return [key, types.join(',')]
  return key === defaultKey(config, searchRoute) ? [] : [key]
}

/** Read a URL. What is unknown or malformed is ignored or clamped, never an error. Mirrors `toUrl`. */
export function fromUrl(config: SearchConfig, searchRoute: SearchRoute, parts: UrlParts): SearchAddress {
  const { params = {}, query, hash = '' } = parts
  const { context } = searchRoute
  const read = (name: string): string => own(query, name) ?? own(params, name) ?? ''
  const named = read(KEY_PARAMETERS[context])
  const key = offeredKeys(config, searchRoute).includes(named) ? named : defaultKey(config, searchRoute)
  const source = sourceOf(config, { context, key })
  return canonical(config, {
    context,
    key,
    term: read('term'),
    ...(read('asWritten') === 'true' && { asWritten: true }),
    orderBy: read('orderBy').trim(),
    pageIndex: /^\d{1,15}$/.test(read('pageIndex')) ? Number(read('pageIndex')) - 1 : 0,
    pageSize: Number(read('pageSize')),
    filters: Object.fromEntries(
      filtersOf(source).flatMap(([name, filter]) => {
        const text = own(query, name) ?? own(params, name) ?? boundsOf(name, filter, query)
        return text === undefined ? [] : [[name, readKeys(text)]]
      }),
    ),
    optionTerms: Object.fromEntries(
      filtersOf(source).map(([name]) => [name, own(query, findParameter(name)) ?? '']),
    ),
    hash: decode(hash.replace(/^#/, '')),
  })
}

/** The parameter with the text that a filter's options are searched for. No filter may have such a name. */
export const findParameter = (filterKey: string): string => `${filterKey}-find`

/** The texts, some of them empty, before and after the `*` and `?` of what options are searched for: the platform reads both as wildcards. */
export const aroundWildcards = (text: string): readonly string[] => text.split(/ *[*?]+ */)

/** Two fields of a form without script: `date-from` and `date-to` in place of `date`. */
function boundsOf(name: string, filter: FilterConfig, query: UrlParts['query']): string | undefined {
  const [low, high] = [own(query, `${name}-from`) ?? '', own(query, `${name}-to`) ?? '']
  return operatorOf(filter) === 'between' && (low || high) ? `${low}--${high}` : undefined
}

/** A normalised address: allowed values only, defaults left out, each selection once and in order. */
export function canonical(config: SearchConfig, address: SearchAddress): SearchAddress {
  const source = sourceOf(config, address)
  const term = cut(address.term)
  const usual = configuredPageSize(source)
  // A shortcut: of the hundred links of a page, almost all have the configured size.
  const isUsual = address.pageSize === null || address.pageSize === usual
  const pageSize = isUsual || !pageSizesOf(source).includes(address.pageSize ?? 0) ? null : address.pageSize
  const filters = allowedFilters(source, address.filters)
  const last = lastPageIndex(pageSize ?? usual)
  return {
    context: address.context,
    key: address.key,
    term,
    ...(address.asWritten && term !== '' && { asWritten: true }),
    orderBy: allowedOrder(source, { orderBy: address.orderBy, term, filters }),
    pageIndex: Math.min(Math.max(Math.trunc(address.pageIndex) || 0, 0), last),
    pageSize,
    filters,
    ...knownOptionTerms(source, address),
    hash: address.hash ? address.hash.toWellFormed() : null,
  }
}

/** Only options from entries can be searched for: other filters have all options on the page. */
function knownOptionTerms(
  source: SearchSource,
  { optionTerms = {} }: Pick<SearchAddress, 'optionTerms'>,
): Pick<SearchAddress, 'optionTerms'> {
  const terms = filtersOf(source).flatMap(([name, filter]) => {
    const text = canFindOptions(filter) ? cut(own(optionTerms, name) ?? '') : ''
    return text === '' ? [] : [[name, text] as const]
  })
  return terms.length === 0 ? {} : { optionTerms: Object.fromEntries(terms) }
}

/** The order if it is on offer; null if it is not, or is the default anyway. */
function allowedOrder(
  source: SearchSource,
  address: Pick<SearchAddress, 'orderBy' | 'term' | 'filters'>,
): string | null {
  const { orderBy } = address
  if (orderBy === null || !ordersOf(source).includes(orderBy)) return null
  return orderBy === defaultOrder(source, address) || !isPossibleOrder(source, orderBy, address)
    ? null
    : orderBy
}

const allowedFilters = (source: SearchSource, filters: SearchAddress['filters']): SearchAddress['filters'] =>
  Object.fromEntries(
    filtersOf(source).flatMap(([name, filter]) => {
      const given = filter.renderable === false ? undefined : own(filters, name)
      if (given === undefined) return []
      const keys = allowedKeys(filter, given)
      // If all given keys are invalid, the filter counts as not mentioned; an empty list means that nothing is selected.
      const isNoise = keys.length === 0 && given.some((key) => key.trim() !== '')
      return isNoise || isSame(keys, defaultSelection(filter)) ? [] : [[name, keys]]
    }),
  )

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, at) => key === b[at])

/** The valid keys of a filter, each once and in order. */
function allowedKeys(filter: FilterConfig, keys: readonly string[]): readonly string[] {
  const fixed = hasFixedItems(filter) ? (filter.items ?? []).map(({ key }) => key) : null
  const written = keys.map((key) => key.toWellFormed().trim())
  const allowed = [...new Set(fixed ? written : written.map((key) => inOrder(key, filter)))].filter(
    (key) => isFilterValue(key, filter) && (fixed === null || fixed.includes(key)),
  )
  return filter.isSingleSelect === true ? allowed.slice(0, 1) : allowed.toSorted().slice(0, MAX_KEYS)
}

/** Whether only its configured items can be selected. */
const hasFixedItems = ({ items, contentTypeId, path, aggregations, view }: FilterConfig): boolean =>
  items !== undefined &&
  contentTypeId === undefined &&
  path === undefined &&
  aggregations !== true &&
  view !== 'range' &&
  view !== 'near'

/** Keys as one parameter, separated by commas; commas and percent signs in a key are percent-encoded. */
export const writeKeys = (keys: readonly string[]): string =>
  keys.map((key) => key.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** Keys as they were before `writeKeys`. */
export const readKeys = (text: string): readonly string[] =>
  text.split(',').map((key) => key.replaceAll(/%2C/gi, ',').replaceAll('%25', '%'))

/** Cuts a text to the maximum length of a term, without half of a surrogate pair at its end. */
const cut = (term: string): string =>
  term
    .trim()
    .slice(0, MAX_TERM_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
    .toWellFormed()

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
