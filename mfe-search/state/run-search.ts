import { optionCalls } from '../domain/filter-options.ts'
import { MAX_CALLS } from '../domain/plan-search.ts'
import { sourceOf } from '../domain/search-source.ts'
import { correctTerm, similarTerm } from '../domain/spelling.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY } from '../domain/vocabulary.ts'
import { askWithout, hasSelection } from './ask-without.ts'
import { AS_WRITTEN, isByRelevance, relevantOptions } from './load-vocabulary.ts'
import {
  makeCall,
  noAnswers,
  withOptionsOf,
  type Answers,
  type SearchCalls,
  type SearchRequest,
} from './make-call.ts'
import { orPlain } from './plain-instead.ts'
import { runPlan, type SearchOutcome } from './run-plan.ts'
import { resultsLoaded, type LoadedResults } from './search-actions.ts'

/**
 * Search for an address, with what goes beyond the plain query where the search is configured so. Where filters leave nothing, it is for
 * the visitor to drop one: the outcome says how much there would be.
 */
export async function runSearch(wanted: SearchRequest, calls: SearchCalls): Promise<SearchOutcome> {
  const answers = noAnswers()
  const { asWritten } = wanted.address
  if (!asWritten && isByRelevance(wanted.config, wanted.address))
    return runByRelevance(wanted, calls, answers)
  const plain = { ...wanted.context, termOptions: AS_WRITTEN }
  const request = asWritten ? { ...wanted, context: plain } : wanted
  return withHelp(await runPlan(request, calls, answers), request, calls, answers)
}

async function withHelp(
  outcome: SearchOutcome,
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<SearchOutcome> {
  if (outcome.totalCount > 0 || !hasSelection(request)) return outcome
  return withPayload(outcome, { without: await askWithout(request, calls, answers) })
}

/**
 * What authors say about words is asked for first, side by side with what does not depend on the term. A term that finds nothing is asked for
 * again, by similar words, and its results say so; where they are those of another spelling, they say which. Source: docs/decisions/0039-relevance.md.
 */
async function runByRelevance(
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<SearchOutcome> {
  const { config, address, context } = request
  const beside = Promise.all(besideWords(request).map((call) => makeCall(call, request, calls, answers)))
  const options = (await relevantOptions(config, address, context.language, calls.client)) ?? {}
  const by = (termOptions: TermOptions, own = withOptionsOf(answers)) =>
    runPlan(withWords(request, termOptions), calls, own, beside)
  const asPlain = () => by({ relevance: undefined })
  const { answer: outcome, isPlain } = await orPlain(by(options, answers), asPlain, calls.pause)
  // What was too much to ask once is not asked again.
  if (isPlain) return outcome
  if (outcome.totalCount > 0) return withSpelling(outcome, correctTerm, options, request)
  if (hasSelection(request)) return withHelp(outcome, withWords(request, options), calls, answers)
  const similar = await by({ ...options, fuzzySearch: true })
  return withSpelling(similar, similarTerm, options, request, { isLoose: true })
}

/** What is asked for side by side with what authors say about words, since it does not depend on the term. */
const besideWords = ({ config, address, context }: SearchRequest) =>
  address.context === 'minilist'
    ? []
    : optionCalls(sourceOf(config, address), context.language).slice(0, MAX_CALLS - 2)

/** The same search once it is known what authors say about words: what is left of its calls. */
export function withWords(request: SearchRequest, termOptions: TermOptions): SearchRequest {
  const early = besideWords(request)
  const loadedFilters = early.flatMap(({ filters }) => filters)
  return {
    ...request,
    context: { ...request.context, termOptions, loadedFilters, callsMade: 1 + early.length },
  }
}

/** The results with the spelling that they are of, where it is not the visitor's; else with what there is to say of them. */
function withSpelling(
  outcome: SearchOutcome,
  respell: typeof correctTerm,
  { vocabulary = NO_VOCABULARY }: TermOptions,
  { address, context }: SearchRequest,
  otherwise: Pick<LoadedResults, 'isLoose'> = {},
): SearchOutcome {
  const answer = outcome.actions.find(resultsLoaded.match)?.payload
  if (!answer || answer.results.length === 0) return outcome
  const texts = answer.results.flatMap(({ title, summary = '' }) => [title, summary])
  const correctedTerm = respell(address.term, vocabulary, texts, context.language)
  return withPayload(outcome, correctedTerm === null ? otherwise : { correctedTerm })
}

/** The outcome with more to say of its results. */
const withPayload = (outcome: SearchOutcome, more: Partial<LoadedResults>): SearchOutcome => ({
  ...outcome,
  actions: outcome.actions.map((action) =>
    resultsLoaded.match(action) ? resultsLoaded({ ...action.payload, ...more }) : action,
  ),
})
