import type { SearchAddress } from './search-address.ts'

/** Differences between two addresses of one search page. `toggled` lists the filter items that were selected or deselected. */
export interface AddressChanges {
  readonly isOtherKey: boolean
  readonly isOtherTerm: boolean
  readonly isOtherOrder: boolean
  readonly isOtherSize: boolean
  readonly isOtherPage: boolean
  readonly toggled: readonly { readonly filter: string; readonly item: string }[]
}

/** What has changed from one address to the next. */
export const changesBetween = (before: SearchAddress, after: SearchAddress): AddressChanges => ({
  isOtherKey: before.key !== after.key || before.context !== after.context,
  isOtherTerm: before.term !== after.term || before.asWritten !== after.asWritten,
  isOtherOrder: before.orderBy !== after.orderBy,
  isOtherSize: before.pageSize !== after.pageSize,
  isOtherPage: before.pageIndex !== after.pageIndex,
  toggled: [...new Set([...Object.keys(before.filters), ...Object.keys(after.filters)])].flatMap((filter) => {
    const [old, next] = [before.filters[filter] ?? [], after.filters[filter] ?? []]
    const items = [
      ...old.filter((item) => !next.includes(item)),
      ...next.filter((item) => !old.includes(item)),
    ]
    return items.map((item) => ({ filter, item }))
  }),
})

/** Whether anything has changed that a search depends on. Source: specification 4, Search. */
export const isOtherSearch = ({ toggled, ...changes }: AddressChanges): boolean =>
  toggled.length > 0 || Object.values(changes).includes(true)
