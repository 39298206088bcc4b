import type { LoadResult, PageHead } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import type { SearchAddress, SearchRoute } from '../domain/search-address.ts'
import { readAddress } from '../domain/near-place.ts'
import { own } from '../domain/search-source.ts'
import { sharedSearch, toUrl } from '../domain/search-url.ts'
import { announceResults, titleOfPage } from './announce-results.ts'
import type { SearchRequest } from './load-search.ts'
import type { SearchCalls } from './make-call.ts'
import { openFacet } from './open-facet.ts'
import { cachingOf, runSearch } from './run-search.ts'
import { searchOpened } from './search-actions.ts'

/**
 * The listing of a page, by the query of the page's own address. A page of results past the end is a 404. A failed search fails the slot,
 * and with it the page: a list without its entries would be wrong.
 */
export async function loadListing(
  config: SearchConfig,
  { slot, route, query, language, messages, client }: SearchRequest,
  more: Pick<SearchCalls, 'customApi'> = {},
): Promise<LoadResult> {
  const key = String(slot.props['listing'])
  const listing = own(config.listings, key)
  // An author named it, but it is not, or no longer, in the configuration: the page says that there is nothing to show.
  if (!listing) return {}
  // The page only shows this listing, even if its address names another.
  const searchRoute: SearchRoute = { context: 'listings', path: route.currentPath, key }
  const only = { ...config, listings: { [key]: listing } }
  const address: SearchAddress = { ...readAddress(only, searchRoute, { query }), term: '' }
  const target = { context: 'listings', key } as const
  const opened = searchOpened({ ...target, listings: { [key]: openFacet(config, address, language) } })
  const outcome = await runSearch(
    { config, address, target, context: { language, searchRoute } },
    { client, ...more },
  )
  const isPastTheEnd = address.pageIndex > 0 && address.pageIndex >= outcome.pageCount
  const shown = { config: only, address, outcome, messages, language }
  const announcement = announceResults(shown)
  const pageTitle = titleOfPage(title(slot), shown)
  const canonicalRoute = { ...searchRoute, path: route.canonicalPath ?? searchRoute.path }
  return {
    actions: [opened, ...outcome.actions],
    ...cachingOf(outcome),
    sharedSearch: sharedSearch(only, address, searchRoute),
    ...(isPastTheEnd
      ? { status: 404, head: { robots: 'noindex', announcement } }
      : { head: { ...headOf(only, address, canonicalRoute, pageTitle), announcement } }),
  }
}

const title = ({ props }: SearchRequest['slot']): string =>
  typeof props['title'] === 'string' ? props['title'] : ''

/**
 * Later pages of results have a title and a canonical address of their own. Results that a visitor has filtered or reordered do not: search
 * engines follow their links without indexing them.
 */
function headOf(
  config: SearchConfig,
  address: SearchAddress,
  searchRoute: SearchRoute,
  pageTitle: string,
): Partial<PageHead> {
  const { pageIndex, filters, optionTerms, orderBy, pageSize } = address
  const isChanged =
    Object.keys({ ...filters, ...optionTerms }).length > 0 || orderBy !== null || pageSize !== null
  return {
    ...(pageIndex > 0 && pageTitle !== '' ? { title: pageTitle } : {}),
    ...(isChanged
      ? { robots: 'noindex,follow', canonicalPath: null }
      : pageIndex > 0
        ? { canonicalPath: toUrl(config, address, searchRoute) }
        : {}),
  }
}
