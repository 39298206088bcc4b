import type { Card } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'

/** Where a search is shown: on the search page, as a listing in a content page, or as a short list beside other things. */
export type SearchContext = 'facets' | 'listings' | 'minilist'

/** Source: specification 3, Search state. Owner: this remote. */
export interface SearchState {
  readonly context: SearchContext
  readonly currentFacet: string | null
  readonly currentListing: string | null
  /** The composition of the page, if it has one. */
  readonly currentComposition?: string
  /** As the visitor wrote it. */
  readonly term: string
  /** The term is searched for exactly as written, without corrections. */
  readonly asWritten?: true | undefined
  readonly tabs: readonly TabState[]
  readonly config: { readonly isLoaded: boolean; readonly isError: boolean; readonly ssr: boolean }
  readonly facets: Readonly<Record<string, FacetState>>
  readonly listings: Readonly<Record<string, FacetState>>
  /** By the id of the slot that shows it. */
  readonly minilist: Readonly<Record<string, FacetState>>
  /** Path of the contact page, which is offered when there are no results. */
  readonly contactPath?: string
  /** Suggestions while a term is typed; in the browser only. */
  readonly suggestions?: Suggestions
  /** Terms that were searched for in this browser, newest first; in the browser only. */
  readonly recentTerms?: readonly string[]
}

/** Suggestions for the text in the search box. */
export interface Suggestions {
  readonly term: string
  readonly items: readonly Suggestion[]
}

/** A page that is suggested. */
export interface Suggestion {
  readonly title: string
  readonly path: string
  readonly kind?: string
}

export interface TabState {
  readonly id: string
  readonly label: string
  readonly defaultFacet?: string
  readonly currentFacet?: string
  readonly facets: readonly string[]
  /** The facet whose total is the tab's; the sum of all its facets unless given. */
  readonly countedFacet?: string
  /** Null while it is not known. */
  readonly totalCount: number | null
}

/** One facet, listing or minilist. */
export interface FacetState {
  readonly title: string
  readonly tabId?: string
  readonly filters: Readonly<Record<string, FilterState>>
  readonly results: readonly ResultCard[]
  readonly featuredResults: readonly ResultCard[]
  readonly queryParams: QueryParamsState
  /** Milliseconds; 0 before a search was made. */
  readonly queryDuration: number
  readonly pagingInfo: PagingInfo
  readonly projectId?: string
  readonly entries: LoadingState
  readonly customApi?: string
  /** By aggregation that the configuration adds: its values and their counts. */
  readonly aggregations?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** What a mapper of the configuration made of the answer. */
  readonly resultsInfo?: Json
  /** Only its total is loaded, since it has not been visited yet. */
  readonly preloaded?: boolean
  /** The corrected words that the results match, since there are none for the term; without results, those that may have been meant. */
  readonly correctedTerm?: string
  /** No entry has all the words: the results have some of them, or similar ones. */
  readonly isLoose?: boolean
  /** Some data of the page was not loaded with it: the browser requests it when idle. */
  readonly isPartial?: boolean
  /** How many results there would be without any filter, or without one of them; known only if there are none with all of them. */
  readonly without?: FewerFilters
  /** The term that the results were loaded for. */
  readonly answeredTerm?: string
  /** Orders and page sizes that a visitor may choose. */
  readonly sortOptions?: readonly { readonly title: string; readonly orderBy: string }[]
  readonly pageSizes?: readonly number[]
  /** How the results are laid out; rows unless given. */
  readonly layout?: 'grid' | 'months' | 'rows' | 'places'
}

/** How many results there would be with fewer filters; unknown numbers are left out. */
export interface FewerFilters {
  readonly all?: number
  readonly each: Readonly<Record<string, number>>
}

/** The part of the query that the address or the page decides; the rest is configuration. */
export interface QueryParamsState {
  /** From the address; empty for the configured order, or best match with a term. */
  readonly dynamicOrderBy: readonly string[]
  readonly orderBy: readonly string[]
  /** As configured; the size from the address is in `pagingInfo`. */
  readonly pageSize: number
  readonly internalPaging: boolean
  readonly loadMorePaging: boolean
  readonly excludeIds?: readonly string[]
  readonly useSearchTerm?: boolean
}

export interface LoadingState {
  readonly isLoading: boolean
  readonly isError: boolean
  /** Code and status of the error, for staff; visitors see the page's own message. */
  readonly error?: JsonObject
}

export interface FilterState {
  readonly title: string
  readonly fieldId: string | readonly string[]
  readonly contentTypeId?: string | readonly string[]
  /** Of a taxonomy. */
  readonly path?: string
  readonly isGrouped: boolean
  readonly isSingleSelect: boolean
  readonly renderable: boolean
  /** Its items were not loaded with the page: the browser requests them when it is idle. */
  readonly isLoading: boolean
  readonly isError: boolean
  readonly view: 'list' | 'tree' | 'select' | 'range' | 'near'
  readonly valueType: 'text' | 'number' | 'date' | 'geo' | 'boolean'
  readonly fieldOperator?: FieldOperator
  /** Selected while the address says nothing about the filter. */
  readonly defaultKeys?: readonly string[]
  readonly items: readonly FilterItem[]
  /** There are more items than these. */
  readonly isCut?: boolean
  /** Only items with this text in their titles, and selected ones, are listed; all of them without it. */
  readonly optionTerm?: string
  /** Only for a filter by distance. */
  readonly near?: NearState
}

/** A unit in which distances are shown. */
export type LengthUnit = 'mi' | 'km'

/** State of a distance filter's form: what it offers, and the chosen place. */
export interface NearState {
  /** E.g. `5mi`, in the units of the page's language. */
  readonly distances: readonly string[]
  /** Names of places that a visitor may type, besides postcodes. */
  readonly places: readonly string[]
  /** Name of the chosen place; absent where it is the visitor's position. */
  readonly place?: string
  /** The visitor's text, if no place with that name or postcode is known. */
  readonly unknownPlace?: string
  /** The distance that was chosen with it. */
  readonly unknownDistance?: string
}

/** How a selected value is compared with the field. Source: specification 3, Filter operators. */
export type FieldOperator =
  | 'equalTo'
  | 'in'
  | 'between'
  | 'distanceWithin'
  | 'exists'
  | 'freeText'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'lessThan'
  | 'lessThanOrEqualTo'
  | 'greaterThan'
  | 'greaterThanOrEqualTo'

export interface FilterItem {
  readonly key: string
  /** Without one the item counts as not loaded. Source: specification 5, Search. */
  readonly title?: string
  readonly path?: string
  readonly contentTypeId?: string
  readonly isSelected: boolean
  /** How many results there are with it; absent where that is not known, never a guess. */
  readonly count?: number
  /** Key of the item above it in a tree. */
  readonly parentKey?: string
}

/** The current position in the results. Page indices count from 0. Source: specification 3, Paging. */
export interface PagingInfo {
  readonly pageCount: number
  readonly pageIndex: number
  readonly pageSize: number
  readonly pagesLoaded: readonly number[]
  readonly prevPageIndex: number
  readonly totalCount: number
  readonly isLoading: boolean
}

/** An entry as a card of results. */
export interface ResultCard extends Card {
  /** From the place that the visitor chose. */
  readonly distance?: { readonly value: number; readonly unit: LengthUnit }
  /** Index of the loaded page that it belongs to, from 0. */
  readonly pageIndex?: number
}
