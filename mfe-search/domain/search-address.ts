import type { SearchContext } from './search-state.ts'

/** What an address says about a search, cleaned: the whole state that a visitor can change. Source: specification 2, Search pages. */
export interface SearchAddress {
  readonly context: SearchContext
  /** Facet or listing. */
  readonly key: string
  readonly term: string
  /** The term is looked for as it stands: nothing is corrected, and no similar words are looked for. Never without a term. */
  readonly asWritten?: true
  /** Of the allowed orders; null for the configured one. */
  readonly orderBy: string | null
  /** Counted from 0; the address counts from 1. */
  readonly pageIndex: number
  /** Of the allowed sizes; null for the configured one. */
  readonly pageSize: number | null
  /**
   * Selected keys by filter, in the order of the configuration; filters that the address says nothing about are absent. An empty list
   * says that nothing is selected where the configuration selects something.
   */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** By filter whose options come from entries: a part of the names of those that are offered. Absent where nothing is sought. */
  readonly optionTerms?: Readonly<Record<string, string>>
  /** Id of the element to scroll to. */
  readonly hash: string | null
  /** By filter: a place that a visitor has written, and nobody knows. Not part of an address that we write. */
  readonly unknownPlaces?: Readonly<Record<string, string>>
}

/** The page that a search lives on. */
export interface SearchPlace {
  readonly context: SearchContext
  /** Its path without the parts: `/search`, `/news`. */
  readonly path: string
  /** Whether its route goes on with `/:facet?/:contentTypeId?`. */
  readonly hasParts?: boolean
  /** The facet or listing shown where the address names none. */
  readonly key?: string
  /** The composition that the page shows: of its members alone, the first unless the address or `key` names one. */
  readonly composition?: string
}

/** What a URL consists of, as far as searches are concerned. */
export interface UrlParts {
  /** Of the route: `facet` and `contentTypeId`. */
  readonly params?: Readonly<Record<string, string>>
  /** Decoded, the first value of each parameter. */
  readonly query: Readonly<Record<string, string>>
  /** With or without `#`. */
  readonly hash?: string
}
