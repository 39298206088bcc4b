import type { Entry, PagedList } from '@tessera/shared/content'
import type { Action, ContentClient } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { readCustomAnswer, type CustomApiCall } from '../domain/custom-api.ts'
import { withoutEntries } from '../domain/facet-query.ts'
import { readTotals } from '../domain/facet-totals.ts'
import type { CountedAnswer } from '../domain/filter-counts.ts'
import {
  ownOptions,
  readOptions,
  readTaxonomy,
  sourceKind,
  withSelectionAndCounts,
} from '../domain/filter-options.ts'
import { planSearch, type PlanContext, type SearchCall } from '../domain/plan-search.ts'
import { readResultCards } from '../domain/result-cards.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import {
  configuredPageSize,
  filtersOf,
  RESULT_WINDOW,
  selectionOf,
  sourceOf,
} from '../domain/search-source.ts'
import { correctTerm, similarTerm } from '../domain/spelling.ts'
import type { TermOptions } from '../domain/term-expressions.ts'
import { NO_VOCABULARY } from '../domain/vocabulary.ts'
import { relevantOptions } from './load-vocabulary.ts'
import {
  filterItemsFailed,
  filterItemsLoaded,
  resultsLoaded,
  totalsLoaded,
  type LoadedResults,
  type SearchTarget,
} from './search-actions.ts'
import type { FilterItem } from './search-state.ts'

/** How a search asks. */
export interface SearchCalls {
  readonly client: Pick<ContentClient, 'search' | 'taxonomyNodeByPath'>
  /** Of sites whose configuration names one. */
  readonly customApi?: (call: CustomApiCall) => Promise<unknown>
}

/** A search to be made: of which site, for which address, and where in the state it goes. */
export interface SearchRequest {
  readonly config: SearchConfig
  readonly address: SearchAddress
  readonly context: PlanContext
  readonly target: SearchTarget
}

/** What came of a search: what the state is told, and how much there is. */
export interface SearchOutcome {
  readonly actions: readonly Action[]
  readonly totalCount: number
  readonly pageCount: number
}

/** What the calls of a plan have answered so far. */
interface Answers {
  results?: PagedList<Entry>
  featured: readonly Entry[]
  /** By filter: an answer of its own that counts it. */
  readonly counts: Map<string, CountedAnswer>
  readonly items: Map<string, readonly FilterItem[]>
  readonly failed: Set<string>
  readonly totals: Record<string, number>
}

/**
 * Search for an address, with what goes beyond the plain query where the search is configured so. A term that finds nothing is asked for
 * again, by similar words, and its results say so; where they are those of another spelling, they say which. Source: docs/decisions/0039-relevance.md.
 */
export async function runSearch(request: SearchRequest, calls: SearchCalls): Promise<SearchOutcome> {
  const { config, address, context } = request
  const options = await relevantOptions(config, address, context.language, calls.client)
  if (options === null) return runOnce(request, calls)
  const as = (termOptions: TermOptions) =>
    runOnce({ ...request, context: { ...context, termOptions } }, calls)
  const outcome = await as(options)
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

/**
 * Make the calls of an address: those of a round side by side. Results that fail, fail the search; a filter, a count or featured
 * results that fail cost themselves alone.
 */
async function runOnce(request: SearchRequest, calls: SearchCalls): Promise<SearchOutcome> {
  const { config, address, context } = request
  const started = performance.now()
  const answers = noAnswers()
  const { rounds, later } = planSearch(config, address, context)
  for (const round of rounds) await Promise.all(round.map((call) => ask(call, request, calls, answers)))
  const loaded = loadedResults(request, answers)
  return {
    actions: [
      resultsLoaded({
        ...loaded,
        isPartial: later.length > 0,
        queryDuration: Math.max(1, Math.round(performance.now() - started)),
      }),
      ...filterActions(request, answers),
      ...(Object.keys(answers.totals).length > 0 ? [totalsLoaded({ totals: answers.totals })] : []),
    ],
    totalCount: loaded.pagingInfo.totalCount,
    pageCount: loaded.pagingInfo.pageCount,
  }
}

/** Before anything was asked. */
export const noAnswers = (): Answers => ({
  featured: [],
  counts: new Map(),
  items: new Map(),
  failed: new Set(),
  totals: {},
})

/** Make one call. What is not the results costs itself alone when it fails. */
export async function ask(
  call: SearchCall,
  request: SearchRequest,
  calls: SearchCalls,
  answers: Answers,
): Promise<void> {
  if (call.kind === 'results') {
    const ids = answers.featured.map(({ sys }) => sys.id)
    const query = call.isWithoutFeatured ? withoutEntries(call.query, ids) : call.query
    answers.results = await calls.client.search(query)
    Object.assign(answers.totals, readTotals(call.totals, answers.results))
  } else if (call.kind === 'customApi') {
    answers.results = readCustomAnswer(await calls.customApi?.(call), pageOf(request))
  } else {
    try {
      await askBeside(call, request, calls, answers)
    } catch {
      // The visitor loses this part: the filter says so, a count is not shown.
      if ('filters' in call) for (const key of call.filters) answers.failed.add(key)
    }
  }
}

type BesideCall = Exclude<SearchCall, { readonly kind: 'results' | 'customApi' }>

async function askBeside(
  call: BesideCall,
  { config, address, context }: SearchRequest,
  { client }: SearchCalls,
  answers: Answers,
): Promise<void> {
  switch (call.kind) {
    case 'featured':
      answers.featured = (await client.search(call.query)).items
      return
    case 'counts': {
      const ids = answers.featured.map(({ sys }) => sys.id)
      const query = call.isWithoutFeatured ? withoutEntries(call.query, ids) : call.query
      answers.counts.set(call.filter, await client.search(query))
      return
    }
    case 'totals':
      Object.assign(answers.totals, readTotals(call.facets, await client.search(call.query)))
      return
    case 'options': {
      const answer = await client.search(call.query)
      const read = readOptions(sourceOf(config, address), call, answer, context.language)
      for (const [key, { items }] of Object.entries(read)) answers.items.set(key, items)
      return
    }
    case 'taxonomy': {
      const { path, childDepth } = call
      const node = await client.taxonomyNodeByPath(path, { language: context.language, childDepth })
      for (const key of call.filters) answers.items.set(key, readTaxonomy(node))
    }
  }
}

const pageOf = ({ config, address }: SearchRequest) => ({
  pageIndex: address.pageIndex,
  pageSize: address.pageSize ?? configuredPageSize(sourceOf(config, address)),
})

function loadedResults(request: SearchRequest, { results, featured }: Answers): LoadedResults {
  const { config, address, context, target } = request
  const source = sourceOf(config, address)
  const { pageIndex, pageSize } = pageOf(request)
  const { totalCount, items } = results ?? { totalCount: 0, items: [] }
  const cards = readResultCards(config, source, items, context.language)
  const info = results && source.mappers?.resultsInfo?.({ totalCount, items })
  return {
    ...target,
    // Of results that came all at once, the address's page.
    results: source.queryParams?.internalPaging
      ? cards.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
      : cards,
    featuredResults: readResultCards(config, source, featured, context.language),
    pagingInfo: {
      pageIndex,
      pageSize,
      totalCount,
      pageCount: Math.ceil(Math.min(totalCount, RESULT_WINDOW) / pageSize),
    },
    ...(info !== undefined && { resultsInfo: info }),
  }
}

/** Items of filters with what is selected and how many results each has; what could not be had is told too. */
function filterActions(request: SearchRequest, answers: Answers): readonly Action[] {
  const { config, address, context, target } = request
  if (address.context === 'minilist') return []
  return filtersOf(sourceOf(config, address)).flatMap(([key, filter]): readonly Action[] => {
    if (answers.failed.has(key)) return [filterItemsFailed({ ...target, filter: key })]
    const answer = answers.counts.get(key) ?? answers.results
    const kind = sourceKind(filter)
    const fetched = answers.items.get(key)
    // Those that are there already, of an earlier search, stay.
    if (fetched === undefined && (kind === 'entries' || kind === 'taxonomy')) return []
    const items = withSelectionAndCounts(
      fetched ?? ownOptions(filter, key, context.language, answer, answers.results?.items),
      filter,
      key,
      { selected: selectionOf(address, key, filter), ...(answer && { answer }) },
    )
    return [filterItemsLoaded({ ...target, filter: key, items })]
  })
}
