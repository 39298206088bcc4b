import type { Entry, PagedList } from '@tessera/shared/content'
import type { ContentClient } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { readCustomAnswer, type CustomApiCall } from '../domain/custom-api.ts'
import { requestedPage, withoutEntries } from '../domain/facet-query.ts'
import { readTotals } from '../domain/facet-totals.ts'
import type { CountedAnswer } from '../domain/filter-counts.ts'
import { readOptions, readTaxonomy } from '../domain/filter-options.ts'
import type { PlanContext, SearchCall } from '../domain/plan-search.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { sourceOf } from '../domain/search-source.ts'
import type { FilterState } from '../domain/search-state.ts'
import type { Pause } from './plain-fallback.ts'
import type { SearchTarget } from './search-actions.ts'

/** What a search makes its calls with. */
export interface SearchCalls {
  readonly client: Pick<ContentClient, 'search' | 'taxonomyNodeByPath'>
  /** Only for sites whose configuration names custom APIs. */
  readonly customApi?: (call: CustomApiCall) => Promise<unknown>
  /** Without it a slow answer is awaited, however long it takes. */
  readonly pause?: Pause
  /** Deadline of the slot, in milliseconds; with `pause` every call ends before it. */
  readonly deadlineMs?: number | undefined
  /** Takes every error that only costs a part of what is shown. */
  readonly onProblem?: (problem: unknown) => void
}

/** A search to be made: its configuration, its address, and where its results go in the state. */
export interface SearchRequest {
  readonly config: SearchConfig
  readonly address: SearchAddress
  readonly context: PlanContext
  readonly target: SearchTarget
}

/** What the calls of a plan have answered so far. */
export interface Answers {
  results?: PagedList<Entry>
  featured: readonly Entry[]
  /** By filter: the answer that counts its items, if there was a call of its own. */
  readonly counts: Map<string, CountedAnswer>
  /** By filter: its options, if they come from entries or a taxonomy. */
  readonly items: Map<string, Pick<FilterState, 'items' | 'isCut'>>
  /** Filters that lack options in a shared answer, since another filter's have pushed them out. */
  readonly incomplete: Set<string>
  readonly failed: Set<string>
  readonly totals: Record<string, number>
}

/** Empty answers, before any call. */
export const noAnswers = (): Answers => ({
  featured: [],
  counts: new Map(),
  items: new Map(),
  incomplete: new Set(),
  failed: new Set(),
  totals: {},
})

/** New answers that share the options of filters: for a second query while another one is pending. */
export const withOptionsOf = ({ items, incomplete, failed }: Answers): Answers => ({
  ...noAnswers(),
  items,
  incomplete,
  failed,
})

/** Makes one call. If results fail it throws; the failure of any other call only affects its own part. */
export async function makeCall(
  call: SearchCall,
  request: SearchRequest,
  { client, ...calls }: SearchCalls,
  answers: Answers,
): Promise<void> {
  const source = sourceOf(request.config, request.address)
  const { projectId } = call.kind === 'totals' ? call : source
  const own = inProject(client, projectId)
  if (call.kind === 'results') {
    const ids = answers.featured.map(({ sys }) => sys.id)
    const query = call.isWithoutFeatured ? withoutEntries(call.query, ids) : call.query
    answers.results = await own.search(query)
    Object.assign(answers.totals, readTotals(call.totals, answers.results))
  } else if (call.kind === 'customApi') {
    answers.results = readCustomAnswer(await calls.customApi?.(call), requestedPage(source, request.address))
  } else {
    try {
      await makePartialCall(call, request, own, answers)
    } catch (thrown) {
      // Only this part is missing: the filter says so, a count is not shown.
      calls.onProblem?.(thrown)
      if ('filters' in call) for (const key of call.filters) answers.failed.add(key)
    }
  }
}

/** A client for another project, if one is named. Source: specification 3, Facet: projectId. */
export const inProject = (client: SearchCalls['client'], projectId?: string): SearchCalls['client'] =>
  projectId === undefined
    ? client
    : {
        search: (query) => client.search({ ...query, projectId }),
        taxonomyNodeByPath: (path, options) => client.taxonomyNodeByPath(path, { ...options, projectId }),
      }

type PartialCall = Exclude<SearchCall, { readonly kind: 'results' | 'customApi' }>

async function makePartialCall(
  call: PartialCall,
  { config, address, context }: SearchRequest,
  client: SearchCalls['client'],
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
      for (const [key, { items, isCut, isComplete }] of Object.entries(read)) {
        answers.items.set(key, isCut || !isComplete ? { items, isCut: true } : { items })
        if (isComplete) answers.incomplete.delete(key)
        else answers.incomplete.add(key)
      }
      return
    }
    case 'taxonomy': {
      const { path, childDepth } = call
      const node = await client.taxonomyNodeByPath(path, { language: context.language, childDepth })
      for (const key of call.filters) answers.items.set(key, { items: readTaxonomy(node) })
    }
  }
}
