import { SEARCH_PAGE } from '../domain/search-route.ts'
import { defaultKey, defaultSelection, filtersOf, type SearchSource } from '../domain/search-source.ts'
import type { SearchContext } from '../domain/search-state.ts'
import type { FilterConfig } from './filter-config.ts'
import type { QueryParamsConfig, SearchConfig } from './search-config.ts'
import { mistake, type Mistake } from './shape.ts'

type Option = keyof QueryParamsConfig

/** Options that say how a term is searched for. */
const OF_TERMS = ['weightedSearchFields', 'omitDefaultSearchFields', 'fuzzySearch', 'relevance'] as const
const OF_PAGES = ['internalPaging', 'loadMorePaging'] as const
/** Options that only queries of the platform have; a custom API is told the others. Source: reference react-base 2.14. */
const OF_QUERIES = [...OF_TERMS, 'featuredResults', 'customAggregations'] as const
/** Such options, which suggestions while a term is typed have too. */
const OF_SUGGESTIONS = [
  'contentTypeIds',
  'assetTypes',
  'webpageTemplates',
  'customWhere',
  'includeInSearch',
  'excludeIds',
  'byType',
] as const

/**
 * Options of the specification that nothing reads where they are set, each with the reason: a site starts with them, and its team is warned.
 * The configuration has no mistakes.
 */
export const findUnread = (config: SearchConfig): readonly Mistake[] =>
  CONTEXTS.flatMap((context) =>
    Object.entries(config[context] ?? {}).flatMap(([key, source]) =>
      unreadOf(config, context, source, `${context}.${key}`),
    ),
  )

const CONTEXTS = ['facets', 'listings', 'minilist'] as const

function unreadOf(
  config: SearchConfig,
  context: SearchContext,
  source: SearchSource,
  keyPath: string,
): readonly Mistake[] {
  const { queryParams = {} } = source
  const at = `${keyPath}.queryParams`
  const isMinilist = context === 'minilist'
  return [
    ...(isMinilist ? [] : unread(queryParams, ['useSearchTerm'], at, 'is for minilists only')),
    ...unreadTermOptions(context, queryParams, at),
    ...(isMinilist ? unread(queryParams, OF_PAGES, at, 'is ignored: a minilist has one page') : []),
    ...unreadOfCustomApi(config, source, keyPath),
    ...unreadMappers(context, source, `${keyPath}.mappers`),
    ...filtersOf(source).flatMap(([key, filter]) =>
      unreadOfFilter(context, filter, `${keyPath}.filters.${key}`),
    ),
  ]
}

/** A custom API decides itself what it finds. Suggestions come from the platform, by the conditions of the facet that is shown first. */
function unreadOfCustomApi(
  config: SearchConfig,
  { customApi, queryParams = {} }: SearchSource,
  keyPath: string,
): readonly Mistake[] {
  if (customApi === undefined) return []
  const isSuggesting = keyPath === `facets.${defaultKey(config, SEARCH_PAGE)}`
  const options = [...(isSuggesting ? [] : OF_SUGGESTIONS), ...OF_QUERIES]
  return unread(queryParams, options, `${keyPath}.queryParams`, 'is ignored: a custom API answers the search')
}

/** `false` is what an option is unless it is given. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== false

const unread = (
  params: QueryParamsConfig,
  options: readonly Option[],
  keyPath: string,
  message: string,
): readonly Mistake[] =>
  options.flatMap((option) => (isGiven(params[option]) ? mistake(`${keyPath}.${option}`, message) : []))

/** A listing has no term (docs/decisions/0043), and a minilist ignores that of the page unless it is configured to use it. */
function unreadTermOptions(
  context: SearchContext,
  params: QueryParamsConfig,
  keyPath: string,
): readonly Mistake[] {
  if (context === 'facets' || params.useSearchTerm === true) return []
  const message = context === 'minilist' ? 'needs useSearchTerm' : 'is ignored: a listing has no term'
  const { contentTypeId, fieldId } = params.featuredResults ?? {}
  return [
    ...unread(params, OF_TERMS, keyPath, message),
    ...(contentTypeId !== undefined && fieldId === undefined
      ? mistake(`${keyPath}.featuredResults.contentTypeId`, 'needs fieldId where no term is searched for')
      : []),
  ]
}

function unreadMappers(context: SearchContext, source: SearchSource, keyPath: string): readonly Mistake[] {
  const { customApi, mappers = {} } = source
  const hasOptions = filtersOf(source).some(
    ([, { contentTypeId, path }]) => contentTypeId !== undefined || path !== undefined,
  )
  return [
    ...(mappers.customApi && customApi === undefined
      ? mistake(`${keyPath}.customApi`, 'needs customApi')
      : []),
    ...(mappers.filterItems && (context === 'minilist' || !hasOptions)
      ? mistake(`${keyPath}.filterItems`, 'needs a filter that shows options from entries')
      : []),
  ]
}

/** A minilist shows no filters: only what they select from the start has an effect. Conditions and sizes are for options from entries. */
const unreadOfFilter = (
  context: SearchContext,
  filter: FilterConfig,
  keyPath: string,
): readonly Mistake[] => [
  ...(context === 'minilist' && defaultSelection(filter).length === 0
    ? mistake(keyPath, 'selects nothing, and a minilist shows no filters')
    : []),
  ...(filter.contentTypeId === undefined ? (['customWhere', 'pageSize'] as const) : []).flatMap((option) =>
    filter[option] === undefined ? [] : mistake(`${keyPath}.${option}`, 'needs contentTypeId'),
  ),
]
