import type { Entry } from '@tessera/shared/content'
import type { LoadRequest, LoadResult, SearchQuery } from '@tessera/shared/contract'

/**
 * The entries of an optional search. When it fails, they are null, so that only one section of the page is missing, and `result` has
 * the problem, so that the page is not cached as complete. An abort is rethrown, since it ends the whole page.
 */
export async function searchOrNull(
  { client, signal }: Pick<LoadRequest, 'client' | 'signal'>,
  query: SearchQuery,
): Promise<{ readonly items: readonly Entry[] | null; readonly result: Pick<LoadResult, 'problem'> }> {
  try {
    return { items: (await client.search(query)).items, result: {} }
  } catch (problem) {
    if (signal.aborted) throw problem
    return { items: null, result: { problem } }
  }
}
