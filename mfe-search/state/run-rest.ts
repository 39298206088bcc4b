import { planSearch } from '../domain/plan-search.ts'
import { ask, noAnswers, type SearchCalls, type SearchRequest } from './run-search.ts'
import type { FilterItem } from './search-state.ts'

/** What a first view has left for a browser to ask for: the rest of the filters' items, and totals. */
export interface SearchRest {
  readonly totals: Readonly<Record<string, number>>
  readonly items: Readonly<Record<string, readonly FilterItem[]>>
}

/** Make the calls that a plan had no room for, one after the other: nobody waits for them. What fails is left out. */
export async function runRest(request: SearchRequest, calls: SearchCalls): Promise<SearchRest> {
  const answers = noAnswers()
  for (const call of planSearch(request.config, request.address, request.context).later)
    if (call.kind !== 'counts') await ask(call, request, calls, answers)
  return { totals: answers.totals, items: Object.fromEntries(answers.items) }
}
