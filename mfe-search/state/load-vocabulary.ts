import type { ContentClient } from '@tessera/shared/contract'
import { NO_VOCABULARY, readVocabulary, vocabularyQuery, type Vocabulary } from '../domain/vocabulary.ts'

/**
 * What authors say about words, in a language: one call, the same for every search, so that its answer is kept. Where it fails the search goes on
 * without: its visitor loses synonyms and chosen results, not the search.
 */
export async function loadVocabulary(
  client: Pick<ContentClient, 'search'>,
  language: string,
  signal: AbortSignal,
): Promise<Vocabulary> {
  try {
    return readVocabulary(await client.search(vocabularyQuery(language)))
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return NO_VOCABULARY
  }
}
