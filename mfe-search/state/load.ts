import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import type { SearchMessages } from '../messages/index.ts'
import { searchConfig } from '../search.config.ts'
import { loadListing } from './load-listing.ts'
import { loadMinilist } from './load-minilist.ts'
import { loadSearch } from './load-search.ts'
import type { Pause } from './plain-instead.ts'

/** What a slot shows, by its view, from the site's own configuration. */
export async function load(request: LoadRequest<SearchMessages>, pause: Pause): Promise<LoadResult> {
  switch (request.slot.view) {
    case 'listing':
      return loadListing(searchConfig, request)
    case 'minilist':
      return loadMinilist(searchConfig, request)
    default:
      return loadSearch(searchConfig, request, { pause })
  }
}
