import { SEARCH_PAGE } from '../domain/search-place.ts'
import { defaultKey, defaultSelection, filtersOf, type SearchSource } from '../domain/search-source.ts'
import { typesOf } from '../domain/search-conditions.ts'
import type { SearchContext } from '../domain/search-state.ts'
import type { QueryParamsConfig, SearchConfig } from './search-config.ts'
import { isKnown, mistake, type Mistake } from './shape.ts'

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

/** The options of a facet, listing or minilist that would be ignored, since nothing reads them there. */
export function checkUnread(
  config: SearchConfig,
  context: SearchContext,
  source: SearchSource,
  place: string,
): readonly Mistake[] {
  const { queryParams = {} } = source
  const at = `${place}.queryParams`
  const isMinilist = context === 'minilist'
  return [
    ...(isMinilist ? [] : unread(queryParams, ['useSearchTerm'], at, 'is for minilists only')),
    ...checkTermOptions(context, queryParams, at),
    ...(isMinilist ? unread(queryParams, OF_PAGES, at, 'is ignored: a minilist has one page') : []),
    ...checkCustomApi(config, source, place),
    ...checkByType(queryParams, `${at}.byType`),
    ...checkMappers(context, source, `${place}.mappers`),
    ...(isMinilist ? checkMinilistFilters(source, place) : []),
  ]
}

/** A custom API decides itself what it finds. Suggestions come from the platform, by the conditions of the facet that is shown first. */
function checkCustomApi(
  config: SearchConfig,
  { customApi, queryParams = {} }: SearchSource,
  place: string,
): readonly Mistake[] {
  if (customApi === undefined) return []
  const isSuggesting = place === `facets.${defaultKey(config, SEARCH_PAGE)}`
  const options = [...(isSuggesting ? [] : OF_SUGGESTIONS), ...OF_QUERIES]
  return unread(queryParams, options, `${place}.queryParams`, 'is ignored: a custom API answers the search')
}

/** `false` is what an option is unless it is given. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== false

const unread = (
  params: QueryParamsConfig,
  options: readonly Option[],
  place: string,
  message: string,
): readonly Mistake[] =>
  options.flatMap((option) => (isGiven(params[option]) ? mistake(`${place}.${option}`, message) : []))

/** A listing has no term (docs/decisions/0043), and a minilist ignores that of the page unless it is configured to use it. */
function checkTermOptions(
  context: SearchContext,
  params: QueryParamsConfig,
  place: string,
): readonly Mistake[] {
  if (context === 'facets' || params.useSearchTerm === true) return []
  const message = context === 'minilist' ? 'needs useSearchTerm' : 'is ignored: a listing has no term'
  const { contentTypeId, fieldId } = params.featuredResults ?? {}
  return [
    ...unread(params, OF_TERMS, place, message),
    ...(contentTypeId !== undefined && fieldId === undefined
      ? mistake(`${place}.featuredResults.contentTypeId`, 'needs fieldId where no term is searched for')
      : []),
  ]
}

/** Rules are for types that are named among those that are searched, or featured. */
function checkByType(params: QueryParamsConfig, place: string): readonly Mistake[] {
  const { byType = {}, featuredResults } = params
  const searched = [...typesOf(params).included, ...[featuredResults?.contentTypeId ?? []].flat()]
  return Object.keys(byType).flatMap((type) =>
    isKnown(type, searched, `${place}.${type}`, 'the content types that are searched'),
  )
}

function checkMappers(context: SearchContext, source: SearchSource, place: string): readonly Mistake[] {
  const { customApi, mappers = {} } = source
  const hasOptions = filtersOf(source).some(
    ([, { contentTypeId, path }]) => contentTypeId !== undefined || path !== undefined,
  )
  return [
    ...(mappers.customApi && customApi === undefined ? mistake(`${place}.customApi`, 'needs customApi') : []),
    ...(mappers.filterItems && (context === 'minilist' || !hasOptions)
      ? mistake(`${place}.filterItems`, 'needs a filter that shows options from entries')
      : []),
  ]
}

/** A minilist shows no filters: only what they select from the start has an effect. */
const checkMinilistFilters = (source: SearchSource, place: string): readonly Mistake[] =>
  filtersOf(source).flatMap(([key, filter]) =>
    defaultSelection(filter).length > 0
      ? []
      : mistake(`${place}.filters.${key}`, 'selects nothing, and a minilist shows no filters'),
  )
