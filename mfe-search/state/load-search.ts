import type { Action, LoadRequest, LoadResult, PageHead, RouteState } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { facetsOfTab } from '../domain/next-address.ts'
import { readAddress } from '../domain/near-place.ts'
import type { SearchAddress, SearchRoute } from '../domain/search-address.ts'
import { searchRouteOf } from '../domain/search-route.ts'
import { filtersOf, localText, offeredKeys, sourceOf } from '../domain/search-source.ts'
import { fromUrl, sharedSearch, toUrl } from '../domain/search-url.ts'
import { failureOf } from '../errors.ts'
import type { SearchMessages } from '../messages/index.ts'
import { announceResults, titleOfPage } from './announce-results.ts'
import { openFacets } from './open-facet.ts'
import type { SearchCalls } from './make-call.ts'
import { cachingOf, runSearch } from './run-search.ts'
import { resultsFailed, routeFiltersApplied, searchOpened } from './search-actions.ts'
import type { TabState } from '../domain/search-state.ts'

/** Input for loading a search. Of the route it only has the path and what the path names. */
export type SearchRequest = Omit<LoadRequest<SearchMessages>, 'route'> & {
  readonly route: Pick<RouteState, 'canonicalPath' | 'currentPath' | 'staticRoute'>
}

/**
 * Searches for an address. Where the platform or a custom API fails, or has no answer in time, the page says so and keeps the term, with
 * status 503: it is logged and not cached. A page past the end is a 404.
 */
export async function loadSearch(
  config: SearchConfig,
  request: SearchRequest,
  more: Omit<SearchCalls, 'client'> = {},
): Promise<LoadResult> {
  const { language, client, signal, query, route, messages, deadlineMs } = request
  const searchRoute = searchRouteOf(route)
  const params = route.staticRoute?.params ?? {}
  const address = readAddress(config, searchRoute, { params, query })
  const shared = { sharedSearch: sharedSearch(config, address, searchRoute, params) }
  const canonicalRoute = searchRouteOf({ ...route, currentPath: route.canonicalPath ?? route.currentPath })
  const head = headOf(config, address, canonicalRoute, request)
  const target = { context: 'facets', key: address.key } as const
  const opened = [openSearch(config, address, searchRoute, language), routeFiltersApplied(address)]
  try {
    const search = { config, address, context: { language, searchRoute }, target }
    const outcome = await runSearch(search, { client, deadlineMs, ...more })
    const isPastTheEnd = address.pageIndex > 0 && address.pageIndex >= outcome.pageCount
    const shown = { config, address, outcome, messages, language }
    return {
      actions: [...opened, ...outcome.actions],
      head: { ...head, title: titleOfPage(head.title, shown), announcement: announceResults(shown) },
      ...cachingOf(outcome),
      ...shared,
      ...(isPastTheEnd ? { status: 404 } : {}),
    }
  } catch (thrown) {
    const error = failureOf(thrown)
    // An aborted request needs no page. A mistake in the code is no failed search: the slot fails, which counts against its release.
    if (signal.aborted || !error) throw thrown
    const actions = [...opened, resultsFailed({ ...target, error })]
    return {
      actions,
      head: { ...head, announcement: messages.failed },
      ...shared,
      status: 503,
      problem: thrown,
    }
  }
}

/** The search page before any call: its tabs, the shown facet, and what links to the other facets need. */
function openSearch(
  config: SearchConfig,
  address: SearchAddress,
  searchRoute: SearchRoute,
  language: string,
): Action {
  const keys = offeredKeys(config, searchRoute)
  const { contactPath } = config
  return searchOpened({
    context: 'facets',
    key: address.key,
    term: address.term,
    tabs: tabsOf(config, keys, language),
    facets: openFacets(config, address, keys, language),
    ...(contactPath !== undefined && { contactPath: localText(contactPath, language) }),
  })
}

const tabsOf = (config: SearchConfig, keys: readonly string[], language: string): readonly TabState[] =>
  (config.tabs ?? []).flatMap(({ id, label, defaultFacet, totalCount }) => {
    const facets = facetsOfTab(config, id).filter((key) => keys.includes(key))
    if (facets.length === 0) return []
    return {
      id,
      label: localText(label, language),
      facets,
      totalCount: null,
      ...(defaultFacet !== undefined && { defaultFacet }),
      ...(totalCount !== undefined && { countedFacet: totalCount }),
    }
  })

const hasSelection = (config: SearchConfig, { filters, optionTerms, ...address }: SearchAddress): boolean =>
  optionTerms !== undefined ||
  filtersOf(sourceOf(config, { ...address })).some(([key]) => (filters[key]?.length ?? 0) > 0)

/** Pages of results lead to content but are none: search engines follow their links without indexing them. */
function headOf(
  config: SearchConfig,
  address: SearchAddress,
  searchRoute: SearchRoute,
  { messages, language }: SearchRequest,
): Partial<PageHead> & Pick<PageHead, 'title'> {
  const { term, key, pageIndex, orderBy, pageSize } = address
  // A facet that is alone in its tab has the name of that.
  const tab = config.tabs?.find(({ id }) => facetsOfTab(config, id).join() === key)
  const facet = localText(tab?.label ?? sourceOf(config, address).title, language)
  const isPlain =
    term === '' && orderBy === null && pageSize === null && pageIndex === 0 && !hasSelection(config, address)
  const canonical = toUrl(
    config,
    fromUrl(config, searchRoute, { params: { facet: key }, query: {} }),
    searchRoute,
  )
  const isFirst = canonical === searchRoute.path
  const shown = isFirst ? '' : facet
  return {
    title:
      term === '' ? (isFirst ? messages.title : messages.titleOf(facet)) : messages.titleFor(term, shown),
    description: messages.hint,
    ...(isPlain ? { canonicalPath: canonical } : { robots: 'noindex,follow' as const, canonicalPath: null }),
  }
}
