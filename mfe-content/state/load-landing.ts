import { summaryOf } from '@tessera/shared/content'
import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { childPages } from '../domain/side-menu.ts'
import { summariesLoaded } from './content.slice.ts'
import { searchOrNull } from './search-or-null.ts'

/** Most tiles of a landing page that get a summary: visitors do not read more. */
const MOST_SUMMARIES = 50

/** Loads the summaries of a landing page's children in one search; their names are in their nodes. */
export async function loadLanding(request: LoadRequest): Promise<LoadResult> {
  const ids = childPages(request.route)
    .flatMap(({ entry }) => entry?.sys.id ?? [])
    .slice(0, MOST_SUMMARIES)
  if (ids.length === 0) return {}
  const { items, result } = await searchOrNull(request, {
    where: [
      { field: 'sys.id', in: ids },
      { field: 'sys.language', equalTo: request.language },
    ],
    pageSize: ids.length,
    fields: ['entryDescription', 'sys.id'],
    linkDepth: 0,
  })
  const summaries = items?.flatMap((entry) => {
    const summary = summaryOf(entry)
    return summary ? [[entry.sys.id, summary] as const] : []
  })
  return summaries ? { actions: [summariesLoaded(Object.fromEntries(summaries))] } : result
}
