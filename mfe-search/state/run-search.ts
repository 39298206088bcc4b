import { correctTerm, similarTerm } from '../domain/spelling.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY } from '../domain/vocabulary.ts'
import { relevantOptions } from './load-vocabulary.ts'
import type { SearchCalls, SearchRequest } from './make-call.ts'
import { orPlain } from './plain-instead.ts'
import { runPlan, type SearchOutcome } from './run-plan.ts'
import { resultsLoaded, type LoadedResults } from './search-actions.ts'

/**
 * Search for an address, with what goes beyond the plain query where the search is configured so. A term that finds nothing is asked for
 * again, by similar words, and its results say so; where they are those of another spelling, they say which. Source: docs/decisions/0039-relevance.md.
 */
export async function runSearch(request: SearchRequest, calls: SearchCalls): Promise<SearchOutcome> {
  const { config, address, context } = request
  const options = await relevantOptions(config, address, context.language, calls.client)
  if (options === null) return runPlan(request, calls)
  const as = (termOptions: TermOptions) =>
    runPlan({ ...request, context: { ...context, termOptions } }, calls)
  const asPlain = () => as({ relevance: undefined })
  const { answer: outcome, isPlain } = await orPlain(as(options), asPlain, calls.pause)
  // What was too much to ask once is not asked again.
  if (isPlain) return outcome
  if (outcome.totalCount > 0) return withSpelling(outcome, correctTerm, options, request)
  // Where filters leave nothing, it is for the visitor to drop one.
  if (Object.values(address.filters).some((keys) => keys.length > 0)) return outcome
  return withSpelling(await as({ ...options, fuzzySearch: true }), similarTerm, options, request, {
    isLoose: true,
  })
}

/** The results with the spelling that they are of, where it is not the visitor's; else with what there is to say of them. */
function withSpelling(
  outcome: SearchOutcome,
  respell: typeof correctTerm,
  { vocabulary = NO_VOCABULARY }: TermOptions,
  { address, context }: SearchRequest,
  otherwise: Pick<LoadedResults, 'isLoose'> = {},
): SearchOutcome {
  const actions = outcome.actions.map((action) => {
    if (!resultsLoaded.match(action) || action.payload.results.length === 0) return action
    const texts = action.payload.results.flatMap(({ title, summary = '' }) => [title, summary])
    const correctedTerm = respell(address.term, vocabulary, texts, context.language)
    return resultsLoaded({ ...action.payload, ...(correctedTerm === null ? otherwise : { correctedTerm }) })
  })
  return { ...outcome, actions }
}
