import type { Entry, PagedList, TaxonomyNode } from '@tessera/shared/content'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'
import { TAXONOMY_DEPTH } from '@tessera/shared/config'
import type { FilterConfig } from '../config/filter-config.ts'
import { searchError } from '../errors.ts'
import { combine, listed } from './filter-expressions.ts'
import { valuesOf, type CountedAnswer } from './filter-counts.ts'
import type { SearchAddress } from './search-address.ts'
import { filtersOf, groupBy, localText, own, selectionOf, type SearchSource } from './search-source.ts'
import type { FilterItem } from './search-state.ts'
import { aroundWildcards } from './search-url.ts'
import { hasPhrase } from './term-expressions.ts'
import { inTypes, languageCondition } from './type-scopes.ts'

/** Default maximum number of options from entries for one filter. Source: specification 9. */
const OPTIONS_PAGE_SIZE = 100

/** One search for the options of several filters. */
export interface OptionsCall {
  readonly kind: 'options'
  readonly filters: readonly string[]
  readonly query: SearchQuery
}

/** One taxonomy node for the options of the filters that name its path. */
export interface TaxonomyCall {
  readonly kind: 'taxonomy'
  readonly filters: readonly string[]
  readonly path: string
  readonly childDepth: number
}

/** The part of the page's address that affects options: selections, and texts that options are searched for. */
type Wanted = Pick<SearchAddress, 'filters' | 'optionTerms'>

/**
 * The calls for all options that come from entries or taxonomies: shared searches for entries, one search for each filter whose options a
 * visitor searches, and one call for each taxonomy path. `only` are the filters whose options are wanted.
 */
export function optionCalls(
  source: SearchSource,
  language: string,
  address: Wanted,
  only?: readonly string[],
): readonly (OptionsCall | TaxonomyCall)[] {
  const wanted = filtersOf(source).filter(
    ([key, filter]) => filter.renderable !== false && (only === undefined || only.includes(key)),
  )
  const ofEntries = wanted.filter(([, filter]) => sourceKind(filter) === 'entries')
  const hasOptionTerm = ([key]: Named): boolean => own(address.optionTerms, key) !== undefined
  const fromEntries = ofEntries.filter((one) => !hasOptionTerm(one))
  const fromTaxonomy = wanted.filter(([, filter]) => sourceKind(filter) === 'taxonomy')
  const paths = groupBy(fromTaxonomy, ([, { path, childDepth }]) => JSON.stringify([path, childDepth]))
  return [
    ...ofEntries
      .filter(hasOptionTerm)
      .map((one) => someOptions(source, one, language, optionTermCondition(one, address))),
    ...groups(fromEntries).map((group) => optionsCall(source, group, language)),
    ...paths.map((group): TaxonomyCall => ({
      kind: 'taxonomy',
      filters: group.map(([key]) => key),
      path: group[0]?.[1].path ?? '',
      childDepth: group[0]?.[1].childDepth ?? TAXONOMY_DEPTH,
    })),
  ]
}

/** Where a filter's options come from. */
export function sourceKind({
  items,
  contentTypeId,
  path,
  aggregations,
}: FilterConfig): 'fixed' | 'entries' | 'taxonomy' | 'values' | 'none' {
  if (items !== undefined) return 'fixed'
  if (contentTypeId !== undefined) return 'entries'
  if (path !== undefined) return 'taxonomy'
  return aggregations === true ? 'values' : 'none'
}

type Named = readonly [key: string, filter: FilterConfig]

/** Groups of filters that one search can serve: their entries differ in content type, or are the same. */
function groups(filters: readonly Named[]): readonly (readonly Named[])[] {
  const found: Named[][] = []
  for (const filter of filters) {
    const fitting = found.find((group) => group.every((other) => canShare(filter[1], other[1])))
    if (fitting) fitting.push(filter)
    else found.push([filter])
  }
  return found
}

const canShare = (a: FilterConfig, b: FilterConfig): boolean =>
  !typeIds(a).some((type) => typeIds(b).includes(type)) || conditionKey(a) === conditionKey(b)

const conditionKey = (filter: FilterConfig): string =>
  JSON.stringify([typeIds(filter).toSorted(), filter.customWhere ?? []])

const typeIds = ({ contentTypeId = [] }: FilterConfig): readonly string[] => [contentTypeId].flat()

/** One search for a group of filters, sorted by title, with as many results as all filters together may show. Source: specification 9. */
function optionsCall(source: SearchSource, group: readonly Named[], language: string): OptionsCall {
  const different = [...new Map(group.map((named) => [conditionKey(named[1]), named[1]])).values()]
  const total = group.reduce((sum, [, { pageSize = OPTIONS_PAGE_SIZE }]) => sum + pageSize, 0)
  return {
    kind: 'options',
    filters: group.map(([key]) => key),
    query: {
      where: [...whereOf(different), languageCondition(source.queryParams?.languages ?? [language])],
      orderBy: ['entryTitle'],
      ...(source.mappers?.filterItems === undefined ? { fields: ['entryTitle', 'sys.slug'] } : {}),
      linkDepth: 0,
      pageIndex: 0,
      pageSize: total,
    },
  }
}

/** The call for those options of one filter that meet a condition, if there is one. */
export function someOptions(
  source: SearchSource,
  named: readonly [key: string, filter: FilterConfig],
  language: string,
  condition: JsonObject | null,
): OptionsCall {
  const call = optionsCall(source, [named], language)
  return { ...call, query: { ...call.query, where: [...call.query.where, ...listed(condition)] } }
}

/** Options with the visitor's text in their titles, and all that are selected; null for a text that is in all titles. */
function optionTermCondition([key, filter]: Named, { filters, optionTerms }: Wanted): JsonObject | null {
  const selected = selectionOf({ filters }, key, filter)
  const texts = aroundWildcards(own(optionTerms, key) ?? '').filter((text) => text !== '')
  const titled = texts.map((text) => hasPhrase('entryTitle', text))
  const found = combine(titled, 'and')
  return found && selected.length > 0 ? { or: [found, { field: 'sys.id', in: [...selected] }] } : found
}

function whereOf(filters: readonly FilterConfig[]): readonly JsonObject[] {
  if (filters.every(({ customWhere = [] }) => customWhere.length === 0))
    return [inTypes([...new Set(filters.flatMap(typeIds))])]
  const [first, ...others] = filters
  if (first && others.length === 0) return [inTypes(typeIds(first)), ...(first.customWhere ?? [])]
  const each = filters.map((one): JsonObject => ({
    and: [inTypes(typeIds(one)), ...(one.customWhere ?? [])],
  }))
  return listed(combine(each, 'or'))
}

/** Options of one filter. */
export interface ReadOptions {
  readonly items: readonly FilterItem[]
  /** Whether `items` has all options, or as many as the filter shows. */
  readonly isComplete: boolean
  /** Whether there are more than the filter shows. */
  readonly isCut: boolean
}

/**
 * Split an answer by filter again. Too many options of one filter can push out the last ones of another, which is then not complete and is
 * requested again by itself. @throws AppError search/no-payload
 */
export function readOptions(
  source: SearchSource,
  call: OptionsCall,
  answer: PagedList<Entry> | null | undefined,
  language: string,
): Readonly<Record<string, ReadOptions>> {
  if (!answer) throw searchError('search/no-payload')
  const isWhole = answer.totalCount <= answer.items.length
  return Object.fromEntries(
    call.filters.flatMap((key) => {
      const filter = own(source.filters, key)
      if (!filter) return []
      const entries = answer.items.filter(({ sys }) => typeIds(filter).includes(sys.contentTypeId ?? ''))
      const size = filter.pageSize ?? OPTIONS_PAGE_SIZE
      const shown = entries.slice(0, size)
      const items = source.mappers?.filterItems?.(shown, language) ?? shown.map(readEntry)
      const isComplete = isWhole || entries.length >= size || call.filters.length === 1
      return [[key, { items, isComplete, isCut: entries.length > size || (isComplete && !isWhole) }]]
    }),
  )
}

const readEntry = ({ sys, entryTitle }: Entry): FilterItem => ({
  key: sys.id,
  isSelected: false,
  ...(entryTitle ? { title: entryTitle } : {}),
  ...(sys.slug ? { path: sys.slug } : {}),
  ...(sys.contentTypeId ? { contentTypeId: sys.contentTypeId } : {}),
})

/** All terms below a taxonomy node, in the author's order, each after its parent. @throws AppError search/no-taxonomy-payload */
export function readTaxonomy(node: TaxonomyNode | null | undefined): readonly FilterItem[] {
  if (!node) throw searchError('search/no-taxonomy-payload')
  return (node.children ?? []).flatMap((child) => below(child))
}

const below = (
  { key, name, path, children = [] }: TaxonomyNode,
  parentKey?: string,
): readonly FilterItem[] => [
  {
    key,
    title: name,
    isSelected: false,
    ...(path && { path }),
    ...(parentKey !== undefined && { parentKey }),
  },
  ...children.flatMap((child) => below(child, key)),
]

/**
 * Options that need no call: fixed ones from the configuration, or values from the answer that counts them. Such values come in lower case:
 * their spelling is taken from `results` where possible, else only the first letter is capitalised.
 */
export function ownOptions(
  filter: FilterConfig,
  filterKey: string,
  language: string,
  answer?: CountedAnswer,
  results: readonly Entry[] = [],
): readonly FilterItem[] {
  if (filter.items) {
    const items = filter.items.map(({ key, title }) => ({
      key,
      title: localText(title, language),
      isSelected: false,
    }))
    return filter.isSorted ? items.toSorted((a, b) => a.title.localeCompare(b.title, language)) : items
  }
  if (sourceKind(filter) !== 'values' || !answer) return []
  const isNumber = filter.valueType === 'number'
  const written = writtenValues(filter, results)
  return valuesOf(filterKey, answer)
    .toSorted((a, b) => (isNumber ? Number(b) - Number(a) : a.localeCompare(b, language)))
    .map((value) => ({ key: value, title: written.get(value) ?? capitalise(value), isSelected: false }))
}

/** The values of a filter's field as authors have written them, keyed by their lower-case form. */
function writtenValues({ fieldId }: FilterConfig, results: readonly Entry[]): ReadonlyMap<string, string> {
  const values = [fieldId].flat().flatMap((field) => results.flatMap((entry) => [entry[field]].flat()))
  return new Map(
    values.filter((value) => typeof value === 'string').map((value) => [value.toLowerCase(), value]),
  )
}

const capitalise = (value: string): string => value.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
