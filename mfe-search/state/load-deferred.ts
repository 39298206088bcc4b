import type { DataRequest, Json } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import type { SearchRoute } from '../domain/search-address.ts'
import { SEARCH_PAGE } from '../domain/search-route.ts'
import { MAX_CALLS, type CallUsage } from '../domain/plan-search.ts'
import { own } from '../domain/search-source.ts'
import { fromUrl } from '../domain/search-url.ts'
import type { SearchMessages } from '../messages/index.ts'
import { relevantOptions } from './load-vocabulary.ts'
import { runDeferred } from './run-deferred.ts'
import { withTermOptions } from './run-search.ts'

/** Which calls a first view by relevance had room for depends on the cache: all of them except the results are made. */
const ALL_BUT_RESULTS: CallUsage = { calls: MAX_CALLS - 1, rounds: 0 }

/** The data that the first view of an address has not loaded: totals of other facets, items of filters. */
export async function loadDeferred(
  config: SearchConfig,
  { query, language, client, onProblem }: DataRequest<SearchMessages>,
): Promise<Json> {
  const { facet = '', listingType = '', composition = '', ...parameters } = query
  const isListing = own(config.listings, listingType) !== undefined
  const isMember = own(config.compositions, composition)?.listings.includes(listingType) === true
  const searchRoute: SearchRoute = isListing
    ? { context: 'listings', path: '/', key: listingType, ...(isMember && { composition }) }
    : SEARCH_PAGE
  const address = fromUrl(config, searchRoute, { params: { facet }, query: parameters })
  const calls = { client, onProblem }
  const request = {
    config,
    address,
    target: { context: address.context, key: address.key },
    context: { language, searchRoute },
  } as const
  // Totals use the term options that a visit of the facet would use.
  const termOptions = await relevantOptions(request, calls)
  const rest = await runDeferred(
    termOptions ? withTermOptions(request, termOptions, ALL_BUT_RESULTS) : request,
    calls,
  )
  return rest as unknown as Json
}
