import { countQuery } from '../domain/filter-counts.ts'
import { withAllCleared } from '../domain/next-address.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { conditionsOf, isUnsearchable } from '../domain/search-conditions.ts'
import { filtersOf, sourceOf } from '../domain/search-source.ts'
import type { FewerFilters } from '../domain/search-state.ts'
import { inProject, type Answers, type SearchCalls, type SearchRequest } from './make-call.ts'

/** Filters in which the visitor has selected something. */
const selectedFilters = ({ config, address }: SearchRequest): readonly string[] =>
  filtersOf(sourceOf(config, address)).flatMap(([key, { renderable }]) =>
    renderable !== false && (address.filters[key]?.length ?? 0) > 0 ? [key] : [],
  )

/** Whether the visitor has selected filters that could be removed. */
export function hasSelection(request: SearchRequest): boolean {
  const source = sourceOf(request.config, request.address)
  if (request.address.context === 'minilist' || source.customApi !== undefined) return false
  return !isUnsearchable(source, request.address) && selectedFilters(request).length > 0
}

/** Whether all counts are known: without each selected filter and, if there are several, without all of them. */
export function hasAllCounts(request: SearchRequest, { all, each }: FewerFilters): boolean {
  const selected = selectedFilters(request)
  return selected.every((key) => each[key] !== undefined) && (selected.length < 2 || all !== undefined)
}

/**
 * If filters leave no results: how many there would be without each of them, and without all. Answers that count the items of a filter
 * already tell its number. For all filters together, and then for each other filter, a call is made, in parallel, at most `maxCalls` in all.
 * Counts that fail are left out, and zeros where a visit may find something by similar words.
 */
export async function countWithoutFilters(
  request: SearchRequest,
  { client, onProblem }: SearchCalls,
  { counts }: Answers,
  maxCalls: number,
): Promise<FewerFilters> {
  const { config, address, context } = request
  const own = inProject(client, sourceOf(config, address).projectId)
  const count = async (there: SearchAddress, except?: string): Promise<number | undefined> => {
    try {
      const { types, others } = conditionsOf(config, there, context, except)
      return (await own.search(countQuery([...types, ...others]))).totalCount
    } catch (thrown) {
      // The link is shown without a number.
      onProblem?.(thrown)
      return undefined
    }
  }
  const selected = selectedFilters(request)
  const isAll = selected.length > 1 && maxCalls > 0
  const uncounted = selected.filter((key) => !counts.has(key)).slice(0, maxCalls - (isAll ? 1 : 0))
  const [all, ...each] = await Promise.all([
    isAll ? count(withAllCleared(config, address)) : undefined,
    ...uncounted.map((key) => count(address, key)),
  ])
  const totals = [
    ...selected.map((key) => [key, counts.get(key)?.totalCount] as const),
    ...uncounted.map((key, place) => [key, each[place]] as const),
  ]
  const isKnown = (total: number | undefined): total is number =>
    total !== undefined && (total > 0 || context.areZerosUnknown !== true)
  const known = Object.fromEntries(
    totals.flatMap(([key, total]) => (isKnown(total) ? [[key, total] as const] : [])),
  )
  return { each: known, ...(isKnown(all) && { all }) }
}
