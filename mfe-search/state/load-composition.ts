import type { LoadResult } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import type { SearchRoute } from '../domain/search-address.ts'
import { readAddress } from '../domain/near-place.ts'
import { localText, offeredKeys, own } from '../domain/search-source.ts'
import { sharedSearch, toUrl } from '../domain/search-url.ts'
import { announceResults } from './announce-results.ts'
import type { SearchCalls } from './make-call.ts'
import type { SearchRequest } from './load-search.ts'
import { openFacets } from './open-facet.ts'
import { cachingOf, runSearch } from './run-search.ts'
import { searchOpened } from './search-actions.ts'

/**
 * Several lists on one page: one is shown, the others are links with their totals. The address names the list (`listingType`); without it
 * the first is shown. As with one list, a page past the end is a 404, and a search that fails fails the slot.
 */
export async function loadComposition(
  config: SearchConfig,
  { slot, route, query, language, messages, client }: SearchRequest,
  more: Pick<SearchCalls, 'customApi'> = {},
): Promise<LoadResult> {
  const composition = String(slot.props['composition'])
  const searchRoute: SearchRoute = { context: 'listings', path: route.currentPath, composition }
  const members = own(config.compositions, composition) === undefined ? [] : offeredKeys(config, searchRoute)
  // An author named it, but it is not, or no longer, in the configuration: the page says that there is nothing to show.
  if (members.length === 0) return {}
  const address = { ...readAddress(config, searchRoute, { query }), term: '' }
  const target = { context: 'listings', key: address.key } as const
  const title = localText(config.compositions?.[composition]?.title ?? '', language)
  const opened = searchOpened({
    ...target,
    currentComposition: composition,
    tabs: [{ id: composition, label: title, facets: members, totalCount: null }],
    listings: openFacets(config, address, members, language),
  })
  const search = { config, address, target, context: { language, searchRoute } }
  const outcome = await runSearch(search, { client, ...more })
  const isPastTheEnd = address.pageIndex > 0 && address.pageIndex >= outcome.pageCount
  // Other parameters, such as those of campaigns, do not change the page.
  const isPlain = address.unknownPlaces === undefined && !toUrl(config, address, searchRoute).includes('?')
  const announcement = announceResults({ config, address, outcome, messages, language })
  return {
    actions: [opened, ...outcome.actions],
    ...cachingOf(outcome),
    sharedSearch: sharedSearch(config, address, searchRoute),
    ...(isPastTheEnd && { status: 404 }),
    head: {
      announcement,
      ...(isPastTheEnd
        ? { robots: 'noindex' }
        : isPlain
          ? {}
          : { robots: 'noindex,follow', canonicalPath: null }),
    },
  }
}
