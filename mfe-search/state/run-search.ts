import type { LoadResult } from '@tessera/shared/contract'
import { cleanTerm } from '../domain/clean-term.ts'
import { areFeaturedAmong } from '../domain/featured-query.ts'
import { optionCalls } from '../domain/filter-options.ts'
import { MAX_CALLS, remainingCalls, type CallUsage } from '../domain/plan-search.ts'
import { sourceOf } from '../domain/search-source.ts'
import { correctTerm, hasUnknownWord, similarTerm } from '../domain/spelling.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY } from '../domain/vocabulary.ts'
import { failureOf } from '../errors.ts'
import { countWithoutFilters, hasSelection, hasAllCounts } from './count-without-filters.ts'
import { AS_WRITTEN, isByRelevance, relevantOptions } from './load-vocabulary.ts'
import {
  makeCall,
  noAnswers,
  withOptionsOf,
  type Answers,
  type SearchCalls,
  type SearchRequest,
} from './make-call.ts'
import { isImmediate, withPlainFallback } from './plain-fallback.ts'
import { runPlan, type SearchOutcome } from './run-plan.ts'
import { resultsLoaded, type LoadedResults } from './search-actions.ts'
import { withinDeadline } from './within-deadline.ts'

/**
 * Searches for an address, by relevance if it is configured so. If filters leave no results, the outcome says how many there would be with
 * fewer filters. Its calls end before the deadline of its slot.
 */
export async function runSearch(wanted: SearchRequest, calls: SearchCalls): Promise<SearchOutcome> {
  const problems: unknown[] = []
  const outcome = await withinDeadline(calls, (own) =>
    search(wanted, { ...own, onProblem: (problem) => problems.push(problem) }),
  )
  return problems.length === 0 ? outcome : { ...outcome, problem: problems[0] }
}

async function search(wanted: SearchRequest, calls: SearchCalls): Promise<SearchOutcome> {
  const answers = noAnswers()
  const { asWritten } = wanted.address
  if (!asWritten && isByRelevance(wanted.config, wanted.address))
    return runByRelevance(wanted, calls, answers)
  const plain = { ...wanted.context, termOptions: AS_WRITTEN }
  const request = asWritten ? { ...wanted, context: plain } : wanted
  return withFewerFilters(await runPlan(request, calls, answers), request, calls, answers)
}

/** What the outcome of a search says about the caching of a page that shows it. */
export const cachingOf = ({
  changesAt,
  problem,
}: SearchOutcome): Pick<LoadResult, 'validUntil' | 'problem'> => ({
  ...(Number.isFinite(changesAt) && { validUntil: changesAt }),
  ...(problem !== undefined && { problem }),
})

async function withFewerFilters(
  outcome: SearchOutcome,
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<SearchOutcome> {
  if (outcome.totalCount > 0 || !hasSelection(request)) return outcome
  const without = await countWithoutFilters(request, calls, answers, remainingCalls(outcome.usage))
  // The browser requests the counts that there was no room for.
  return withPayload(outcome, { without, ...(hasAllCounts(request, without) ? {} : { isPartial: true }) })
}

/**
 * Loads the vocabulary first, in parallel with what does not depend on the term. A term that finds nothing and has a word that the
 * vocabulary lacks is searched for again, by similar words and with the same filters, and its results are marked so; if they match another
 * spelling, that is named. Source: docs/decisions/0039-relevance.md, 0074.
 */
async function runByRelevance(
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<SearchOutcome> {
  const { options, isCached, usage, parallel } = await loadTermOptions(request, calls, answers)
  const runWith = (termOptions: TermOptions, before: CallUsage, own = withOptionsOf(answers)) =>
    runPlan(withTermOptions(request, termOptions, before), calls, own, parallel)
  const mayBeLoose = mayBeMisspelt(request, options)
  const runBySimilar = () =>
    runWith({ ...options, isBySimilarWords: true }, { ...usage, calls: MAX_CALLS - 1 })
  // If the vocabulary was not cached there is no third round: both queries are made at once. The one that is not needed may fail.
  const parallelSimilar = mayBeLoose && !isCached ? runBySimilar() : null
  parallelSimilar?.catch(() => undefined)
  const { answer: outcome, isPlain } = await withPlainFallback(
    runWith(options, { ...usage, calls: usage.calls + (mayBeLoose ? 1 : 0) }, answers),
    () => runWith({ relevance: undefined }, usage),
    calls.pause,
  )
  // If the first query was too expensive, no other one is made.
  if (isPlain) return outcome
  if (outcome.totalCount > 0) return withSpelling(outcome, correctTerm, options, request)
  const withFewer = (found: SearchOutcome) =>
    withFewerFilters(found, withTermOptions(request, options, usage), calls, answers)
  // All that has the words is featured, and left out of the others: the words are not misspelt.
  if (answers.featured.length > 0 && areFeaturedAmong(sourceOf(request.config, request.address)))
    return withFewer(outcome)
  const similar = mayBeLoose ? await similarOf(outcome, parallelSimilar ?? runBySimilar(), calls) : outcome
  if (similar.totalCount > 0) return withSpelling(similar, similarTerm, options, request, { isLoose: true })
  return withFewer(withSpelling(similar, correctTerm, options, request))
}

/** The outcome by similar words; the first one if that fails, which is then a problem of the page: it is not cached. */
async function similarOf(
  outcome: SearchOutcome,
  similar: Promise<SearchOutcome>,
  { onProblem }: SearchCalls,
): Promise<SearchOutcome> {
  try {
    return withFeaturedOf(outcome, await similar)
  } catch (thrown) {
    if (!failureOf(thrown)) throw thrown
    onProblem?.(thrown)
    return outcome
  }
}

/** Whether a term may be misspelt. If authors use all its words, pages with similar words are about something else. */
const mayBeMisspelt = (
  { address, context }: SearchRequest,
  { vocabulary = NO_VOCABULARY }: TermOptions,
): boolean => hasUnknownWord(cleanTerm(address.term).words, vocabulary, context.language)

/**
 * Loads the vocabulary, and in parallel what does not depend on the term. Both count as calls of a first round even if they were cached:
 * what a page shows must not depend on the cache, since the state of its islands may come from another rendering (docs/decisions/0004).
 */
async function loadTermOptions(request: SearchRequest, calls: SearchCalls, answers: Answers) {
  const early = independentCalls(request)
  const parallel = Promise.all(early.map((call) => makeCall(call, request, calls, answers)))
  const words = relevantOptions(request, calls)
  const isCached = await isImmediate(words, calls.pause)
  const usage: CallUsage = { calls: 1 + early.length, rounds: 1 }
  return { options: (await words) ?? {}, isCached, usage, parallel }
}

/**
 * The call that is made in parallel with the vocabulary, since it does not depend on the term. Only one, so that there is room for results
 * and similar words.
 */
const independentCalls = ({ config, address, context }: SearchRequest) =>
  address.context === 'minilist'
    ? []
    : optionCalls(sourceOf(config, address), context.language, address).slice(0, 1)

/** The search with the term options from the vocabulary, and without the calls that were made already. */
export function withTermOptions(
  request: SearchRequest,
  termOptions: TermOptions,
  usage: CallUsage,
): SearchRequest {
  const loadedFilters = independentCalls(request).flatMap(({ filters }) => filters)
  const areZerosUnknown = termOptions.isBySimilarWords !== true && mayBeMisspelt(request, termOptions)
  return { ...request, context: { ...request.context, termOptions, loadedFilters, usage, areZerosUnknown } }
}

/** Adds the spelling that the results match, or that was probably meant, if it is not the visitor's; else adds `otherwise`. */
function withSpelling(
  outcome: SearchOutcome,
  respell: typeof correctTerm,
  { vocabulary = NO_VOCABULARY }: TermOptions,
  { address, context }: SearchRequest,
  otherwise: Pick<LoadedResults, 'isLoose'> = {},
): SearchOutcome {
  const answer = outcome.actions.find(resultsLoaded.match)?.payload
  const isPastTheEnd = outcome.totalCount > 0 && answer?.results.length === 0
  if (!answer || isPastTheEnd) return outcome
  const texts = answer.results.flatMap(({ title, summary = '' }) => [title, summary])
  const correctedTerm = respell(address.term, vocabulary, texts, context.language)
  return withPayload(outcome, correctedTerm === null ? otherwise : { correctedTerm })
}

/** The outcome of a search by similar words, with the featured results of the words themselves if there are any. */
function withFeaturedOf({ actions, changesAt }: SearchOutcome, similar: SearchOutcome): SearchOutcome {
  const { featuredResults = [] } = actions.find(resultsLoaded.match)?.payload ?? {}
  if (featuredResults.length === 0) return similar
  return { ...withPayload(similar, { featuredResults }), changesAt: Math.min(changesAt, similar.changesAt) }
}

/** The outcome with further members in the payload of its results. */
const withPayload = (outcome: SearchOutcome, more: Partial<LoadedResults>): SearchOutcome => ({
  ...outcome,
  actions: outcome.actions.map((action) =>
    resultsLoaded.match(action) ? resultsLoaded({ ...action.payload, ...more }) : action,
  ),
})
