import { cleanTerm } from '../domain/clean-term.ts'
import { optionCalls } from '../domain/filter-options.ts'
import { MAX_CALLS, roomOf, type Made } from '../domain/plan-search.ts'
import { sourceOf } from '../domain/search-source.ts'
import { correctTerm, hasUnknownWord, similarTerm } from '../domain/spelling.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY } from '../domain/vocabulary.ts'
import { askWithout, hasSelection, isWhole } from './ask-without.ts'
import { AS_WRITTEN, isByRelevance, relevantOptions } from './load-vocabulary.ts'
import {
  makeCall,
  noAnswers,
  withOptionsOf,
  type Answers,
  type SearchCalls,
  type SearchRequest,
} from './make-call.ts'
import { isAtOnce, orPlain } from './plain-instead.ts'
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
  const without = await askWithout(request, calls, answers, roomOf(outcome.made))
  // What there was no room for a browser asks for.
  return withPayload(outcome, { without, ...(isWhole(request, without) ? {} : { isPartial: true }) })
}

/**
 * What authors say about words is asked for first, side by side with what does not depend on the term. A term that finds nothing and has a word
 * that they do not use is asked for again, by similar words, and its results say so; where they are those of another spelling, they say which.
 * Source: docs/decisions/0039-relevance.md, 0074.
 */
async function runByRelevance(
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<SearchOutcome> {
  const { options, areKept, made, beside } = await readWords(request, calls, answers)
  const by = (termOptions: TermOptions, before: Made, own = withOptionsOf(answers)) =>
    runPlan(withWords(request, termOptions, before), calls, own, beside)
  const mayBeLoose = !hasSelection(request) && mayBeMisspelt(request, options)
  const bySimilar = () => by({ ...options, isBySimilarWords: true }, { ...made, calls: MAX_CALLS - 1 })
  // Where the words were not kept there is no third round: both are asked for at once. What turns out not to be needed may fail.
  const besideIt = mayBeLoose && !areKept ? bySimilar() : null
  besideIt?.catch(() => undefined)
  const { answer: outcome, isPlain } = await orPlain(
    by(options, { ...made, calls: made.calls + (mayBeLoose ? 1 : 0) }, answers),
    () => by({ relevance: undefined }, made),
    calls.pause,
  )
  // What was too much to ask once is not asked again.
  if (isPlain) return outcome
  if (outcome.totalCount > 0) return withSpelling(outcome, correctTerm, options, request)
  if (hasSelection(request)) return withHelp(outcome, withWords(request, options, made), calls, answers)
  if (!mayBeLoose) return outcome
  return withSpelling(await (besideIt ?? bySimilar()), similarTerm, options, request, { isLoose: true })
}

/** Where authors use all words of a term, pages with similar words are about something else. */
const mayBeMisspelt = (
  { address, context }: SearchRequest,
  { vocabulary = NO_VOCABULARY }: TermOptions,
): boolean => hasUnknownWord(cleanTerm(address.term).words, vocabulary, context.language)

/**
 * What authors say about words, with what is asked for beside it. Both count as calls of a first round whether or not they were kept: what a page
 * shows must not depend on it, since the state of its islands may come from another rendering (docs/decisions/0004).
 */
async function readWords(request: SearchRequest, calls: SearchCalls, answers: Answers) {
  const early = besideWords(request)
  const beside = Promise.all(early.map((call) => makeCall(call, request, calls, answers)))
  const words = relevantOptions(request.config, request.address, request.context.language, calls.client)
  const areKept = await isAtOnce(words, calls.pause)
  const made: Made = { calls: 1 + early.length, rounds: 1 }
  return { options: (await words) ?? {}, areKept, made, beside }
}

/** What is asked for side by side with what authors say about words, since it does not depend on the term: one call, so that results and similar words have theirs. */
const besideWords = ({ config, address, context }: SearchRequest) =>
  address.context === 'minilist'
    ? []
    : optionCalls(sourceOf(config, address), context.language, address).slice(0, 1)

/** The same search once it is known what authors say about words: what is left of its calls. */
export function withWords(request: SearchRequest, termOptions: TermOptions, made: Made): SearchRequest {
  const loadedFilters = besideWords(request).flatMap(({ filters }) => filters)
  return { ...request, context: { ...request.context, termOptions, loadedFilters, made } }
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
