import type { SearchContext } from './search-state.ts'

/** The search parameters of a URL, validated: the whole state that a visitor can change. Source: specification 2, Search pages. */
export interface SearchAddress {
  readonly context: SearchContext
  /** Facet or listing. */
  readonly key: string
  readonly term: string
  /** The term is searched for exactly as written: no corrections, no similar words. Never set without a term. */
  readonly asWritten?: true
  /** One of the allowed orders; null for the configured one. */
  readonly orderBy: string | null
  /** Counted from 0; the address counts from 1. */
  readonly pageIndex: number
  /** One of the allowed sizes; null for the configured one. */
  readonly pageSize: number | null
  /**
   * Selected keys by filter, in the order of the configuration; filters that the URL does not mention are absent. An empty list means that
   * nothing is selected, even where the configuration has a default.
   */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /**
   * By filter whose options come from entries: a text that the offered options have in their titles. Absent if no options are searched for.
   */
  readonly optionTerms?: Readonly<Record<string, string>>
  /** Id of the element to scroll to. */
  readonly hash: string | null
  /** By filter: a place that the visitor typed and the configuration does not know. Never written to a URL. */
  readonly unknownPlaces?: Readonly<Record<string, UnknownPlace>>
}

/** What a visitor has typed, and the distance that was chosen with it. */
export interface UnknownPlace {
  readonly place: string
  readonly distance: string
}

/** The page that shows a search. */
export interface SearchRoute {
  readonly context: SearchContext
  /** Its path without the parts for facet and content type: `/search`, `/news`. */
  readonly path: string
  /** Whether its route continues with `/:facet?/:contentTypeId?`. */
  readonly hasParts?: boolean
  /** The facet or listing shown where the address names none. */
  readonly key?: string
  /** The composition that the page shows. Only its members are offered, and the first is shown unless the address or `key` names one. */
  readonly composition?: string
}

/** The parts of a URL that searches read. */
export interface UrlParts {
  /** Parameters of the route: `facet` and `contentTypeId`. */
  readonly params?: Readonly<Record<string, string>>
  /** Decoded, the first value of each parameter. */
  readonly query: Readonly<Record<string, string>>
  /** With or without `#`. */
  readonly hash?: string
}
