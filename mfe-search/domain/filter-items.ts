import type { FilterConfig } from '../config/filter-config.ts'
import { countOf, type CountedAnswer } from './filter-counts.ts'
import type { FilterItem, FilterState } from './search-state.ts'

/** Items for the state: with their selection, including selected keys that are not options, and with the number of results where known. */
export function withSelectionAndCounts(
  items: readonly FilterItem[],
  filter: FilterConfig,
  filterKey: string,
  { selected, answer }: { readonly selected: readonly string[]; readonly answer?: CountedAnswer | undefined },
): readonly FilterItem[] {
  const known = new Set(items.map(({ key }) => key))
  const others = selected.flatMap((key): readonly FilterItem[] =>
    known.has(key) ? [] : [{ key, isSelected: true }],
  )
  const shown = filter.hidesUnselected === true ? items.filter(({ key }) => selected.includes(key)) : items
  return [...shown, ...others].map(({ count: _, ...item }) => {
    const count = answer && countOf(filter, filterKey, item.key, answer)
    return { ...item, isSelected: selected.includes(item.key), ...(count !== undefined && { count }) }
  })
}

/** Items to offer: those without results are left out, unless they are selected or are the parent of an offered item. */
export function offeredItems(items: readonly FilterItem[]): readonly FilterItem[] {
  const above = new Set<string>()
  const offered = items.toReversed().filter((item) => {
    const isOffered = item.count !== 0 || item.isSelected || above.has(item.key)
    if (isOffered && item.parentKey !== undefined) above.add(item.parentKey)
    return isOffered
  })
  return offered.toReversed()
}

/** Whether a filter has options: items without a title do not count. Source: specification 5, Search. */
export const isLoaded = ({ items, isError }: Pick<FilterState, 'items' | 'isError'>): boolean =>
  !isError && items.some(({ title }) => title !== undefined && title !== '')
