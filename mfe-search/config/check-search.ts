import { isObject } from '@tessera/shared/content'
import { URI_REQUIRED } from '../domain/custom-api.ts'
import { facetsOfTab } from '../domain/next-address.ts'
import { typesOf } from '../domain/search-conditions.ts'
import { own, type SearchSource } from '../domain/search-source.ts'
import { checkFilterKey } from './check-filter-key.ts'
import { checkFilter } from './check-filter.ts'
import type { CompositionConfig, FacetConfig, QueryParamsConfig, SearchConfig } from './search-config.ts'
import { searchShape } from './search-shape.ts'
import { isKnown, mistake, unique, withoutMistaken, type Mistake } from './shape.ts'

/** Places whose value is dropped as a whole when any part of it is mistaken: the tabs, a composition, a filter. */
const UNITS = /^(tabs|compositions\.[^.]+|[^.]+\.[^.]+\.filters\.[^.]+)$/

/**
 * All mistakes of a configuration, each with its path in the configuration; an empty list if the site can start with it.
 * Source: specification 5, Search.
 */
export function checkSearch(config: SearchConfig): readonly Mistake[] {
  const mistakes = searchShape(config, '')
  // Only parts of the right shape are left, so the names in them can be looked up.
  const valid = withoutMistaken(config, mistakes, UNITS) as SearchConfig
  return [...mistakes, ...(isObject(valid) ? checkNames(valid, valid.tabs === config.tabs) : [])]
}

/** `knowsTabs`: whether the tabs are valid. If they are not, references to them are not checked. */
function checkNames(config: SearchConfig, knowsTabs: boolean): readonly Mistake[] {
  const tabs = (config.tabs ?? []).map(({ id }) => id)
  return [
    ...checkTabs(config),
    ...named(config.facets, 'facets', (facet, keyPath) => [
      ...checkSource(config, facet, keyPath),
      ...checkChoices(facet, keyPath),
      ...(knowsTabs ? isKnown(facet.tabId, tabs, `${keyPath}.tabId`, 'tabs') : []),
    ]),
    ...named(config.listings, 'listings', (listing, keyPath) => [
      ...checkSource(config, listing, keyPath),
      ...checkChoices(listing, keyPath),
    ]),
    ...named(config.minilist, 'minilist', (minilist, keyPath) => checkSource(config, minilist, keyPath)),
    ...named(config.compositions, 'compositions', (one, keyPath) => checkComposition(config, one, keyPath)),
    ...named(config.customApis, 'customApis', ({ uri }, keyPath) => checkUri(uri, `${keyPath}.uri`)),
  ]
}

const named = <T>(
  record: Readonly<Record<string, T>> | undefined,
  keyPath: string,
  check: (one: T, keyPath: string) => readonly Mistake[],
): readonly Mistake[] => Object.entries(record ?? {}).flatMap(([key, one]) => check(one, `${keyPath}.${key}`))

function checkTabs(config: SearchConfig): readonly Mistake[] {
  const { tabs = [], facets = {} } = config
  const all = Object.keys(facets)
  return [
    ...unique(
      tabs.map(({ id }) => id),
      'tabs',
    ),
    ...tabs.flatMap(({ id, defaultFacet, totalCount }, index) => {
      const keyPath = `tabs[${index}]`
      const ofTab = facetsOfTab(config, id)
      return [
        ...(ofTab.length > 0 ? [] : mistake(keyPath, 'has no facet')),
        ...isKnown(defaultFacet, ofTab, `${keyPath}.defaultFacet`, 'the facets of the tab'),
        ...isKnown(totalCount, all, `${keyPath}.totalCount`, 'facets'),
      ]
    }),
  ]
}

const checkComposition = (
  config: SearchConfig,
  { listings }: CompositionConfig,
  keyPath: string,
): readonly Mistake[] => [
  ...(listings.length > 0 ? [] : mistake(`${keyPath}.listings`, 'must not be empty')),
  ...unique(listings, `${keyPath}.listings`),
  ...listings.flatMap((key, index) =>
    isKnown(key, Object.keys(config.listings ?? {}), `${keyPath}.listings[${index}]`, 'listings'),
  ),
]

function checkUri(uri: string | undefined, keyPath: string): readonly Mistake[] {
  if (!uri) return mistake(keyPath, URI_REQUIRED)
  const isAddress = /^https?:$/.test(URL.parse(uri)?.protocol ?? '')
  return isAddress ? [] : mistake(keyPath, 'must be an absolute http or https address')
}

function checkSource(config: SearchConfig, source: SearchSource, keyPath: string): readonly Mistake[] {
  const { customApi, filters = {}, queryParams = {}, projectId = 'own' } = source
  return [
    ...(/^[\w-]+$/.test(projectId) ? [] : mistake(`${keyPath}.projectId`, 'must be the id of a project')),
    ...(customApi === undefined || own(config.customApis, customApi)
      ? []
      : mistake(`${keyPath}.customApi`, URI_REQUIRED)),
    ...checkParams(queryParams, `${keyPath}.queryParams`),
    ...Object.entries(filters).flatMap(([key, filter]) => {
      const at = `${keyPath}.filters.${key}`
      return [...checkFilterKey(key, Object.keys(filters), at), ...checkFilter(filter, source, at)]
    }),
  ]
}

const TYPES = ['contentTypeIds', 'webpageTemplates', 'assetTypes'] as const

/** Rules are for types that are named among those that are searched, or featured. */
function checkByType(params: QueryParamsConfig, keyPath: string): readonly Mistake[] {
  const { byType = {}, featuredResults } = params
  const searched = [...typesOf(params).included, ...[featuredResults?.contentTypeId ?? []].flat()]
  return Object.keys(byType).flatMap((type) =>
    isKnown(type, searched, `${keyPath}.${type}`, 'the content types that are searched'),
  )
}

function checkParams(params: QueryParamsConfig, keyPath: string): readonly Mistake[] {
  const { internalPaging, loadMorePaging, featuredResults } = params
  const { included, excluded } = typesOf(params)
  return [
    ...(internalPaging === true && loadMorePaging === true
      ? mistake(`${keyPath}.loadMorePaging`, 'cannot be combined with internalPaging')
      : []),
    ...(featuredResults &&
    featuredResults.contentTypeId === undefined &&
    featuredResults.fieldId === undefined
      ? mistake(`${keyPath}.featuredResults`, 'needs contentTypeId or fieldId')
      : []),
    ...TYPES.flatMap((option) =>
      (params[option] ?? []).flatMap((id, index) =>
        /^!?[\w-]+$/.test(id)
          ? []
          : mistake(`${keyPath}.${option}[${index}]`, 'must be the id of a content type'),
      ),
    ),
    ...checkByType(params, `${keyPath}.byType`),
    ...included
      .filter((id) => excluded.includes(id))
      .flatMap((id) => mistake(keyPath, `${id} is both searched and excluded`)),
  ]
}

const checkChoices = (
  { sortOptions = [], pageSizes = [] }: Pick<FacetConfig, 'sortOptions' | 'pageSizes'>,
  keyPath: string,
): readonly Mistake[] => [
  ...unique(
    sortOptions.map(({ orderBy }) => orderBy),
    `${keyPath}.sortOptions`,
  ),
  ...unique(pageSizes, `${keyPath}.pageSizes`),
]
