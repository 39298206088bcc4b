import type { LoadResult } from '@tessera/shared/contract'
import type { CustomApiCall } from '../domain/custom-api.ts'
import type { FetchCustomApi } from '../io/fetch-custom-api.server.ts'
import { searchConfig } from '../search.config.ts'
import { loadComposition } from './load-composition.ts'
import { loadListing } from './load-listing.ts'
import { loadMinilist } from './load-minilist.ts'
import { loadSearch, type SearchRequest } from './load-search.ts'
import type { Pause } from './plain-fallback.ts'

/** What the server uses besides the calls to the platform. */
export interface ServerIo {
  readonly pause: Pause
  readonly fetchCustomApi: FetchCustomApi
}

/** Loads a slot by its view, from the site's own configuration unless another is given. */
export async function load(
  request: SearchRequest,
  { pause, fetchCustomApi }: ServerIo,
  config = searchConfig,
): Promise<LoadResult> {
  const customApi = (call: CustomApiCall) => fetchCustomApi(call, request.signal)
  switch (request.slot.view) {
    case 'listing':
      return loadListing(config, request, { customApi })
    case 'composition':
      return loadComposition(config, request, { customApi })
    case 'minilist':
      return loadMinilist(config, request, { customApi })
    default:
      return loadSearch(config, request, { pause, customApi })
  }
}
