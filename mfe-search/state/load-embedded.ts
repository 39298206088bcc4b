import type { DataRequest, Json, LoadResult } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { own } from '../domain/search-source.ts'
import type { SearchState } from '../domain/search-state.ts'
import { searchError } from '../errors.ts'
import type { SearchMessages } from '../messages/index.ts'
import { load, type ServerIo } from './load.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

/** Data of an embed: the state that a page of the site would have, and its announcement for screen readers. */
export interface EmbeddedSearch {
  readonly search: SearchState
  readonly announcement?: string
}

/**
 * The search, or the listing that `listingType` names, for pages of other sites.
 * @throws AppError search/unknown if the configuration has no facet or listing of that name, search/no-payload, and what a failed
 * search was refused with
 */
export async function loadEmbedded(
  config: SearchConfig,
  { query, ...request }: DataRequest<SearchMessages>,
  io: ServerIo,
): Promise<Json> {
  const { facet = '', contentTypeId = '', listingType: listing, ...parameters } = query
  const isKnown =
    listing === undefined ? facet === '' || own(config.facets, facet) : own(config.listings, listing)
  if (!isKnown) throw searchError('search/unknown', { details: { facet, listing } })
  const isListing = listing !== undefined
  const params = { ...(facet && { facet }), ...(contentTypeId && { contentTypeId }) }
  const result = await load(
    {
      ...request,
      query: parameters,
      slot: { id: 'main', view: isListing ? 'listing' : 'results', props: isListing ? { listing } : {} },
      route: {
        canonicalPath: null,
        currentPath: ['/search', ...Object.values(params)].join('/'),
        staticRoute: { path: '/search/:facet?/:contentTypeId?', params },
      },
    },
    io,
    config,
  )
  // The embed shows the failure itself; as an ordinary answer it could be cached.
  if (result.status === 503) throw result.problem ?? searchError('search/no-payload')
  if (result.problem !== undefined) request.onProblem(result.problem)
  if (result.validUntil !== undefined) request.setValidUntil(result.validUntil)
  return answerOf(result) as unknown as Json
}

function answerOf({ actions = [], head = {} }: LoadResult): EmbeddedSearch {
  const search = actions.reduce<unknown>((before, one) => searchSlice.reducer(before, one), undefined)
  const { announcement } = head
  return { search: selectSearch({ search }), ...(announcement !== undefined && { announcement }) }
}
