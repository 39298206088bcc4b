import type { Entry } from '@tessera/shared/content'
import type { Action } from '@tessera/shared/contract'
import { runningDates } from '@tessera/shared/messages'
import { INTERNAL_RESULTS, pageOf } from '../domain/facet-query.ts'
import { offeredItems, withSelectionAndCounts } from '../domain/filter-items.ts'
import { optionCalls, ownOptions, readOptions, someOptions, sourceKind } from '../domain/filter-options.ts'
import { withDistances } from '../domain/near-place.ts'
import {
  NO_CALLS,
  planSearch,
  remainingCalls,
  type CallUsage,
  type SearchCall,
} from '../domain/plan-search.ts'
import { readResultCards } from '../domain/result-cards.ts'
import {
  filtersOf,
  lastPageIndex,
  own,
  selectionOf,
  sourceOf,
  type SearchSource,
} from '../domain/search-source.ts'
import type { FilterItem, ResultCard } from '../domain/search-state.ts'
import { inProject, makeCall, type Answers, type SearchCalls, type SearchRequest } from './make-call.ts'
import {
  filterItemsFailed,
  filterItemsLoaded,
  filterItemsRequested,
  resultsLoaded,
  totalsLoaded,
  type LoadedResults,
} from './search-actions.ts'

/** The outcome of a search: the actions for the store, and the number of results. */
export interface SearchOutcome {
  readonly actions: readonly Action[]
  readonly totalCount: number
  readonly pageCount: number
  /** When one of the results, or of the featured ones, next begins, ends or recurs, in milliseconds since 1970; Infinity for never. */
  readonly changesAt: number
  /** Calls and rounds of the whole view so far. */
  readonly usage: CallUsage
  /** Why a part is missing; absent if nothing is. */
  readonly problem?: unknown
}

/**
 * Makes the calls of an address, those of a round in parallel. If results fail, the search fails; the failure of a filter, a count or
 * featured results only affects that part. `answers` has the answers that are known already, and receives the others; `parallel` are
 * pending calls.
 */
export async function runPlan(
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
  parallel: Promise<unknown> = Promise.resolve(),
): Promise<SearchOutcome> {
  const { config, address, context } = request
  const started = performance.now()
  const { rounds, deferred } = planSearch(config, address, {
    ...context,
    loadedFilters: [...(context.loadedFilters ?? []), ...answers.items.keys(), ...answers.failed],
  })
  const make = (round: readonly SearchCall[]) =>
    Promise.all(round.map((call) => makeCall(call, request, calls, answers)))
  for (const round of rounds) await make(round)
  await parallel
  // Options that another filter's have pushed out, if one more round is allowed.
  const { usage: before = NO_CALLS } = context
  const usage = { calls: before.calls + rounds.flat().length, rounds: before.rounds + rounds.length }
  const alone = incompleteOptionCalls(request, answers).slice(0, remainingCalls(usage))
  await make(alone)
  await loadSelectedTitles(request, calls, answers)
  const loaded = loadedResults(request, answers)
  const totals = knownTotals(request, answers)
  const isWhole = deferred.length === 0 && Object.keys(totals).length === Object.keys(answers.totals).length
  return {
    actions: [
      resultsLoaded({
        ...loaded,
        isPartial: !isWhole,
        queryDuration: Math.max(1, Math.round(performance.now() - started)),
      }),
      ...filterActions(request, answers),
      ...deferredActions(request, answers, deferred),
      ...(Object.keys(totals).length > 0 ? [totalsLoaded({ totals })] : []),
    ],
    totalCount: loaded.pagingInfo.totalCount,
    pageCount: loaded.pagingInfo.pageCount,
    changesAt: Math.min(
      ...[...loaded.results, ...(loaded.featuredResults ?? [])].map(({ dates }) =>
        dates ? runningDates(dates, Date.now()).changesAt : Infinity,
      ),
    ),
    usage: alone.length === 0 ? usage : { calls: usage.calls + alone.length, rounds: usage.rounds + 1 },
  }
}

/** The totals of other facets as a visit would find them: where that may be by similar words, zero is unknown. */
const knownTotals = ({ context }: SearchRequest, { totals }: Answers): Answers['totals'] =>
  context.areZerosUnknown === true
    ? Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0))
    : totals

/** One call for the options of each filter that is not complete. */
export const incompleteOptionCalls = (
  { config, address, context }: SearchRequest,
  { incomplete }: Answers,
): readonly SearchCall[] =>
  [...incomplete].flatMap((key) => optionCalls(sourceOf(config, address), context.language, address, [key]))

/**
 * Adds the titles of selected options that a cut-off list does not contain: one more call for each such filter, which a first view seldom
 * has. If it fails the key is shown.
 */
export async function loadSelectedTitles(
  { config, address, context }: SearchRequest,
  { client, onProblem }: SearchCalls,
  { items }: Answers,
): Promise<void> {
  const source = sourceOf(config, address)
  const inside = inProject(client, source.projectId)
  const name = async ([key, filter]: ReturnType<typeof filtersOf>[number]): Promise<void> => {
    const before = items.get(key)
    const known = new Set(before?.items.map((item) => item.key))
    const missing = selectionOf(address, key, filter).filter((one) => !known.has(one))
    if (before?.isCut !== true || missing.length === 0) return
    const condition = { field: 'sys.id', in: missing }
    const call = someOptions(source, [key, filter], context.language, condition)
    try {
      const named = readOptions(source, call, await inside.search(call.query), context.language)[key]
      items.set(key, { ...before, items: [...before.items, ...(named?.items ?? [])] })
    } catch (thrown) {
      // The key of the item is shown instead of its title.
      onProblem?.(thrown)
    }
  }
  await Promise.all(filtersOf(source).map(name))
}

function loadedResults(request: SearchRequest, { results, featured }: Answers): LoadedResults {
  const { config, address, context, target } = request
  const source = sourceOf(config, address)
  const isInternal = source.queryParams?.internalPaging === true
  const { pageIndex, pageSize } = pageOf(source, address)
  const { totalCount: found, items } = results ?? { totalCount: 0, items: [] }
  // With internal paging all results are fetched in one call: the page is cut from them here, and no page is offered beyond them.
  const totalCount = isInternal ? Math.min(found, INTERNAL_RESULTS) : found
  const cardsOf = (entries: readonly Entry[]): readonly ResultCard[] =>
    withDistances(readResultCards(config, source, entries, context.language), source, address).map(asOfNow)
  const cards = cardsOf(items)
  const aggregations = customCounts(source, results)
  const info = results && source.mappers?.resultsInfo?.({ totalCount, items, aggregations })
  return {
    ...target,
    results: isInternal ? cards.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize) : cards,
    featuredResults: cardsOf(featured),
    pagingInfo: {
      pageIndex,
      pageSize,
      totalCount,
      pageCount: Math.min(Math.ceil(totalCount / pageSize), lastPageIndex(pageSize) + 1),
    },
    ...(source.queryParams?.customAggregations && { aggregations }),
    ...(info !== undefined && { resultsInfo: info }),
  }
}

/** The counts of an answer that the configuration adds to those of filters, by name. */
const customCounts = ({ queryParams }: SearchSource, results: Answers['results']) =>
  Object.fromEntries(
    Object.keys(queryParams?.customAggregations ?? {}).flatMap((name) => {
      const counts = own(results?.aggregations, name)
      return counts ? [[name, counts] as const] : []
    }),
  )

/** A card with its dates brought up to the current time. */
const asOfNow = (card: ResultCard): ResultCard =>
  card.dates ? { ...card, dates: runningDates(card.dates, Date.now()).dates } : card

/** Actions for filters whose items are deferred, which requests them when it is idle. */
function deferredActions(
  { config, address, target }: SearchRequest,
  { items, counts, failed }: Answers,
  deferred: readonly SearchCall[],
): readonly Action[] {
  const options = new Set(deferred.flatMap((call) => ('filters' in call ? call.filters : [])))
  const counted = new Set(deferred.flatMap((call) => (call.kind === 'counts' ? [call.filter] : [])))
  return filtersOf(sourceOf(config, address)).flatMap(([key, filter]) => {
    const isDeferred =
      sourceKind(filter) === 'values'
        ? counted.has(key) && !counts.has(key)
        : options.has(key) && !items.has(key) && !failed.has(key)
    return isDeferred ? [filterItemsRequested({ ...target, filter: key })] : []
  })
}

/**
 * Whether items without results are offered, too: to visitors who search for an option by its title; and where nothing is found, since no
 * filter should disappear then.
 */
const offersAll = ({ address }: SearchRequest, { results }: Answers, filter: string): boolean =>
  own(address.optionTerms, filter) !== undefined || results?.totalCount === 0

/** Actions for the items of filters, with selection and counts; also for filters that failed. */
export function filterActions(request: SearchRequest, answers: Answers): readonly Action[] {
  const { config, address, context, target } = request
  if (address.context === 'minilist') return []
  return filtersOf(sourceOf(config, address)).flatMap(([key, filter]): readonly Action[] => {
    if (answers.failed.has(key)) return [filterItemsFailed({ ...target, filter: key })]
    const answer = answers.counts.get(key) ?? answers.results
    const kind = sourceKind(filter)
    const fetched = answers.items.get(key)
    // Items that are loaded already, by an earlier search, stay.
    if (fetched === undefined && (kind === 'entries' || kind === 'taxonomy')) return []
    const items = withSelectionAndCounts(
      fetched?.items ?? ownOptions(filter, key, context.language, answer, answers.results?.items),
      filter,
      key,
      { selected: selectionOf(address, key, filter), ...(answer && { answer }) },
    )
    const isCut = fetched?.isCut === true && { isCut: true as const }
    const offered = offersAll(request, answers, key) ? items : offeredItems(items)
    const known = context.areZerosUnknown === true ? offered.map(withoutZero) : offered
    return [filterItemsLoaded({ ...target, filter: key, items: known, ...isCut })]
  })
}

/** The item without its count if that is zero. */
const withoutZero = ({ count, ...item }: FilterItem): FilterItem =>
  count === undefined || count === 0 ? item : { ...item, count }
