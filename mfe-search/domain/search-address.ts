import type { SearchContext } from '../state/search-state.ts'

/** What an address says about a search, cleaned: the whole state that a visitor can change. Source: specification 2, Search pages. */
export interface SearchAddress {
  readonly context: SearchContext
  /** Facet or listing. */
  readonly key: string
  readonly term: string
  /** Of the allowed orders; null for the configured one. */
  readonly orderBy: string | null
  /** Counted from 0; the address counts from 1. */
  readonly pageIndex: number
  /** Of the allowed sizes; null for the configured one. */
  readonly pageSize: number | null
  /** Selected keys by filter, in the order of the configuration; filters without a selection are absent. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** Id of the element to scroll to. */
  readonly hash: string | null
}
