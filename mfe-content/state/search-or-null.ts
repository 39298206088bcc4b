import type { Entry } from '@tessera/shared/content'
import type { LoadRequest, SearchQuery } from '@tessera/shared/contract'

/**
 * The entries of an optional search: null when it fails, so that only one section of the page is missing. An abort is rethrown, since
 * it ends the whole page.
 */
export async function searchOrNull(
  { client, signal }: Pick<LoadRequest, 'client' | 'signal'>,
  query: SearchQuery,
): Promise<readonly Entry[] | null> {
  try {
    return (await client.search(query)).items
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}
