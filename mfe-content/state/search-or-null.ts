import type { Entry } from '@tessera/shared/content'
import type { LoadRequest, SearchQuery } from '@tessera/shared/contract'

/**
 * The entries of a search that a page can do without: null when it fails, and the visitor loses one section. A visitor who is
 * gone ends the whole page, so an abort is thrown on.
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
