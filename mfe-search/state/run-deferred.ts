import { countQuery, type CountedAnswer } from '../domain/filter-counts.ts'
import { optionCalls } from '../domain/filter-options.ts'
import { planSearch, type SearchCall } from '../domain/plan-search.ts'
import { sourceOf } from '../domain/search-source.ts'
import type { FewerFilters } from '../domain/search-state.ts'
import type { DeferredData } from '../io/fetch-deferred.ts'
import { countWithoutFilters, hasSelection } from './count-without-filters.ts'
import { makeCall, noAnswers, type Answers, type SearchCalls, type SearchRequest } from './make-call.ts'
import { incompleteOptionCalls, filterActions, loadSelectedTitles } from './run-plan.ts'
import { filterItemsLoaded } from './search-actions.ts'

/**
 * Makes the calls that the plan of a first view had no room for, one after the other, since they are not urgent. Filters in these calls are
 * loaded completely, options and counts. Parts that fail are left out.
 */
export async function runDeferred(request: SearchRequest, calls: SearchCalls): Promise<DeferredData> {
  const { config, address, context } = request
  let answers = noAnswers()
  const { main, filters, others } = planDeferred(request)
  const options = optionCalls(sourceOf(config, address), context.language, address, [...filters])
  const counted = filters.size > 0 || context.areZerosUnknown === true ? main : []
  let without: FewerFilters | undefined
  try {
    for (const call of [...counted, ...others, ...options]) await makeCall(call, request, calls, answers)
    for (const call of incompleteOptionCalls(request, answers)) await makeCall(call, request, calls, answers)
    await loadSelectedTitles(request, calls, answers)
    if (context.areZerosUnknown === true) answers = await withSimilarTotals(request, calls, answers)
    if (hasSelection(request)) {
      if (!answers.results) for (const call of main) await makeCall(call, request, calls, answers)
      if (answers.results?.totalCount === 0)
        without = await countWithoutFilters(request, calls, answers, Infinity)
    }
  } catch (thrown) {
    // Only totals of tabs and counts of items are missing then.
    calls.onProblem?.(thrown)
  }
  const loaded = filterActions(request, answers).filter(filterItemsLoaded.match)
  const wanted = loaded.flatMap(({ payload }) => (filters.has(payload.filter) ? [payload] : []))
  return {
    totals: answers.totals,
    ...(without && { without }),
    items: Object.fromEntries(wanted.map(({ filter, items }) => [filter, items])),
    cut: wanted.flatMap(({ filter, isCut }) => (isCut ? [filter] : [])),
  }
}

/** The calls that count the shown facet itself, the filters that were left, and the other calls that count. */
function planDeferred({ config, address, context }: SearchRequest) {
  const { rounds, deferred } = planSearch(config, address, context)
  const left = deferred.flatMap((call) =>
    'filters' in call ? call.filters : 'filter' in call ? [call.filter] : [],
  )
  return {
    main: rounds.flat().flatMap(countedOnly),
    filters: new Set(left),
    others: deferred.filter(({ kind }) => kind === 'totals' || kind === 'counts'),
  }
}

/** The answers, with those by similar words where nothing was found, as a visit has them. A total that stays unknown is left out. */
async function withSimilarTotals(
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<Answers> {
  const { context } = request
  const termOptions = { ...context.termOptions, isBySimilarWords: true }
  const similarRequest = { ...request, context: { ...context, termOptions, areZerosUnknown: false } }
  const similar = noAnswers()
  const { main, others } = planDeferred(similarRequest)
  for (const call of [...main, ...others]) await makeCall(call, similarRequest, calls, similar)
  const orSimilar = <T extends CountedAnswer>(answer: T, other: T | undefined): T =>
    answer.totalCount === 0 && other ? other : answer
  const totals = Object.entries(answers.totals).flatMap(([key, found]) => {
    const total = found > 0 ? found : similar.totals[key]
    return total === undefined ? [] : [[key, total] as const]
  })
  return {
    ...answers,
    ...(answers.results && { results: orSimilar(answers.results, similar.results) }),
    counts: new Map(
      [...answers.counts].map(([key, answer]) => [key, orSimilar(answer, similar.counts.get(key))] as const),
    ),
    totals: Object.fromEntries(totals),
  }
}

/** The calls of the first view that counts depend on; the one for results only counts. */
function countedOnly(call: SearchCall): readonly SearchCall[] {
  if (call.kind === 'featured') return [call]
  return call.kind === 'results'
    ? [{ ...call, query: countQuery(call.query.where, call.query.aggregations) }]
    : []
}
