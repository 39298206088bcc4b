import type { DataRequest, Json } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { cleanTerm } from '../domain/clean-term.ts'
import { rankSuggestions } from '../domain/rank-suggestions.ts'
import { readResultCards } from '../domain/result-cards.ts'
import { SEARCH_PAGE } from '../domain/search-route.ts'
import { conditionsOf } from '../domain/search-conditions.ts'
import { sourceOf } from '../domain/search-source.ts'
import { fromUrl } from '../domain/search-url.ts'
import { suggestionCondition } from '../domain/suggestion-query.ts'
import { interpretTyped } from '../domain/typed-interpretations.ts'
import { MIN_TYPED } from '../domain/typed-term.ts'
import { NO_VOCABULARY } from '../domain/vocabulary.ts'
import { wordRulesOf } from '../domain/words/words.ts'
import type { SearchMessages } from '../messages/index.ts'
import { relevantOptions } from './load-vocabulary.ts'
import { inProject } from './make-call.ts'

/** Maximum number of pages that are suggested, and of those that are requested to choose from. */
const [SUGGESTIONS, REQUESTED] = [5, 25]

/**
 * A few pages that a text may mean while it is typed. One call, which only requests titles, besides that for the vocabulary, which every
 * search uses, so that its answer is cached.
 */
export async function loadSuggestions(
  config: SearchConfig,
  { query, language, client, onProblem }: DataRequest<SearchMessages>,
): Promise<Json> {
  const { words, phrases } = cleanTerm(query['term'] ?? '')
  const typed = [words, ...phrases].join(' ').trim()
  if (typed.length < MIN_TYPED) return []
  const address = fromUrl(config, SEARCH_PAGE, { query: {} })
  const options = await relevantOptions(
    { config, address: { ...address, term: typed }, context: { language, searchRoute: SEARCH_PAGE } },
    { client, onProblem },
  )
  const { relevance = { language }, vocabulary = NO_VOCABULARY } = options ?? {}
  const interpretations = interpretTyped(typed, vocabulary, wordRulesOf(language))
  const { types, others } = conditionsOf(config, address, { language })
  const { items } = await inProject(client, sourceOf(config, address).projectId).search({
    where: [...types, ...others, suggestionCondition(interpretations, relevance)],
    fields: ['entryTitle'],
    linkDepth: 0,
    pageIndex: 0,
    pageSize: REQUESTED,
  })
  const chosen = rankSuggestions(items, interpretations, relevance).slice(0, SUGGESTIONS)
  return readResultCards(config, { title: '' }, chosen, language).map(({ title, path, kind }) => ({
    title,
    path,
    ...(kind !== undefined && { kind }),
  }))
}
