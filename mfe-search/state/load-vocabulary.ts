import type { ContentClient } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { relevanceOf } from '../domain/relevant-expressions.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { termOf } from '../domain/search-conditions.ts'
import { sourceOf } from '../domain/search-source.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY, readVocabulary, vocabularyQuery, type Vocabulary } from '../domain/vocabulary.ts'

/**
 * What authors say about words, in a language: one call, the same for every search, so that its answer is kept. Where it fails the search goes on
 * without: its visitor loses synonyms and chosen results, not the search.
 */
async function loadVocabulary(
  client: Pick<ContentClient, 'search'>,
  language: string,
  namedTypes: readonly string[] | undefined,
): Promise<Vocabulary> {
  try {
    return readVocabulary(await client.search(vocabularyQuery(language, namedTypes)), language)
  } catch {
    return NO_VOCABULARY
  }
}

/** A term as it is written is looked for by the plain query, and by no similar words. */
export const AS_WRITTEN: TermOptions = { relevance: undefined, fuzzySearch: false }

/** Whether a search goes beyond the plain query: it is configured so, has words, and is one of the platform's. */
export function isByRelevance(config: SearchConfig, address: SearchAddress): boolean {
  const source = sourceOf(config, address)
  const { relevance = false } = source.queryParams ?? {}
  return relevance !== false && source.customApi === undefined && termOf(source, address).words !== ''
}

/** How the term of a search is looked for beyond the plain query; null for one that does not go beyond it. */
export async function relevantOptions(
  config: SearchConfig,
  address: SearchAddress,
  language: string,
  client: Pick<ContentClient, 'search'>,
): Promise<TermOptions | null> {
  if (!isByRelevance(config, address)) return null
  if (address.asWritten) return AS_WRITTEN
  const { queryParams } = sourceOf(config, address)
  const by = relevanceOf(queryParams?.relevance, language)
  return { ...by, vocabulary: await loadVocabulary(client, language, by.relevance?.namedTypes) }
}
