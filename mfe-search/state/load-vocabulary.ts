import type { SearchConfig } from '../config/search-config.ts'
import { relevanceOf } from '../domain/relevant-expressions.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { termOf } from '../domain/search-conditions.ts'
import { sourceOf } from '../domain/search-source.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY, readVocabulary, vocabularyQuery, type Vocabulary } from '../domain/vocabulary.ts'
import type { SearchCalls, SearchRequest } from './make-call.ts'

type VocabularyCalls = Pick<SearchCalls, 'onProblem'> & {
  readonly client: Pick<SearchCalls['client'], 'search'>
}

/**
 * The vocabulary of a language: one call, the same for every search, so that its answer is cached. If it fails the search goes on without
 * synonyms and pinned results.
 */
async function loadVocabulary(
  language: string,
  namedTypes: readonly string[] | undefined,
  { client, onProblem }: VocabularyCalls,
): Promise<Vocabulary> {
  try {
    return readVocabulary(await client.search(vocabularyQuery(language, namedTypes)), language)
  } catch (thrown) {
    onProblem?.(thrown)
    return NO_VOCABULARY
  }
}

/** Options for a term as written: the plain query, without similar words. */
export const AS_WRITTEN: TermOptions = { relevance: undefined, fuzzySearch: false }

/** Whether a search uses relevance: it is configured so, its term has words, and the platform answers it, not a custom API. */
export function isByRelevance(config: SearchConfig, address: SearchAddress): boolean {
  const source = sourceOf(config, address)
  const { relevance = false } = source.queryParams ?? {}
  return relevance !== false && source.customApi === undefined && termOf(source, address).words !== ''
}

/** The term options of a search by relevance; null for other searches. */
export async function relevantOptions(
  { config, address, context: { language } }: Pick<SearchRequest, 'config' | 'address' | 'context'>,
  calls: VocabularyCalls,
): Promise<TermOptions | null> {
  if (!isByRelevance(config, address)) return null
  if (address.asWritten) return AS_WRITTEN
  const { queryParams } = sourceOf(config, address)
  const by = relevanceOf(queryParams?.relevance, language)
  return { ...by, vocabulary: await loadVocabulary(language, by.relevance?.namedTypes, calls) }
}
