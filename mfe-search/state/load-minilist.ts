import { readTexts } from '@tessera/shared/content'
import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { own } from '../domain/search-source.ts'
import type { SearchCalls } from './make-call.ts'
import { openFacet } from './open-facet.ts'
import { cachingOf, runSearch } from './run-search.ts'
import { searchOpened } from './search-actions.ts'

/**
 * A short list inside a page. It neither reads nor writes the address, except for the term if it is configured so. Its key in the state is
 * the id of its slot, since a page may have the same list twice. Its failure does not affect the rest of the page.
 */
export async function loadMinilist(
  config: SearchConfig,
  { slot, query, language, client }: Pick<LoadRequest, 'slot' | 'query' | 'language' | 'client'>,
  more: Pick<SearchCalls, 'customApi'> = {},
): Promise<LoadResult> {
  const key = String(slot.props['minilist'])
  const minilist = own(config.minilist, key)
  // An author named it, but it is not, or no longer, in the configuration: nothing is shown.
  if (!minilist) return {}
  const term = minilist.queryParams?.useSearchTerm === true ? (query['term'] ?? '').trim() : ''
  const address: SearchAddress = {
    context: 'minilist',
    key,
    term,
    orderBy: null,
    pageIndex: 0,
    pageSize: null,
    filters: {},
    hash: null,
  }
  const target = { context: 'minilist', key: slot.id } as const
  const excludeIds = readTexts(slot.props['excludeIds'])
  const outcome = await runSearch(
    { config, address, target, context: { language, excludeIds, searchRoute: { context: 'minilist' } } },
    { client, ...more },
  )
  const opened = openFacet(config, address, language)
  const excluded = [...(opened.queryParams.excludeIds ?? []), ...excludeIds]
  const queryParams = { ...opened.queryParams, ...(excluded.length > 0 && { excludeIds: excluded }) }
  return {
    actions: [
      searchOpened({ ...target, minilist: { [slot.id]: { ...opened, queryParams } } }),
      ...outcome.actions,
    ],
    ...cachingOf(outcome),
  }
}
