import type { Card } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'

/** Where a search stands: on the search page, as a listing in a content page, or as a short list beside other things. */
export type SearchContext = 'facets' | 'listings' | 'minilist'

/** Source: specification 3, Search state. Owner: this remote. */
export interface SearchState {
  readonly context: SearchContext
  readonly currentFacet: string | null
  readonly currentListing: string | null
  readonly currentComposition?: string
  /** As the visitor wrote it. */
  readonly term: string
  /** The term is looked for as it stands, not as it may have been meant. */
  readonly asWritten?: true | undefined
  readonly tabs: readonly TabState[]
  readonly config: { readonly isLoaded: boolean; readonly isError: boolean; readonly ssr: boolean }
  readonly facets: Readonly<Record<string, FacetState>>
  readonly listings: Readonly<Record<string, FacetState>>
  /** By the id of the slot that shows it. */
  readonly minilist: Readonly<Record<string, FacetState>>
  /** Where a visitor who finds nothing can ask somebody. */
  readonly contactPath?: string
  /** What is suggested while a term is typed; in the browser alone. */
  readonly suggestions?: Suggestions
  /** What this browser has searched for before, newest first; in the browser alone. */
  readonly recentTerms?: readonly string[]
}

/** Suggestions for what stands in the search box. */
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
  /** Values and their counts by aggregation, of a configuration's own aggregations. */
  readonly aggregations?: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** What a mapper of the configuration made of the answer. */
  readonly resultsInfo?: Json
  /** Only its total is known, ahead of a visit. */
  readonly preloaded?: boolean
  /** The results are those of these words, since there are none for the term. */
  readonly correctedTerm?: string
  /** Nothing has all the words: the results have some of them, or similar ones. */
  readonly isLoose?: boolean
  /** Some of what the page can show was left for a browser to ask for: it has nothing else to do. */
  readonly isPartial?: boolean
  /** How many results there would be without any filter, or without one of them; known where there are none with them. */
  readonly without?: FewerFilters
  /** The term that the results answer. */
  readonly answeredTerm?: string
  /** Orders and page sizes that a visitor may choose. */
  readonly sortOptions?: readonly { readonly title: string; readonly orderBy: string }[]
  readonly pageSizes?: readonly number[]
  /** How the results stand; rows unless given. */
  readonly layout?: 'grid' | 'months' | 'rows' | 'places'
}

/** How many results there would be with fewer filters; what is not known is left out. */
export interface FewerFilters {
  readonly all?: number
  readonly each: Readonly<Record<string, number>>
}

/** What of the query a visitor's address or a page's place decides; the rest is configuration. */
export interface QueryParamsState {
  /** From the address; empty for the configured order, or best match with a term. */
  readonly dynamicOrderBy: readonly string[]
  readonly orderBy: readonly string[]
  /** As configured; what the address says stands in `pagingInfo`. */
  readonly pageSize: number
  readonly internalPaging: boolean
  readonly loadMorePaging: boolean
  readonly excludeIds?: readonly string[]
  readonly useSearchTerm?: boolean
}

export interface LoadingState {
  readonly isLoading: boolean
  readonly isError: boolean
  /** What went wrong, for staff; visitors read the page's own words. */
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
  /** The items have this in their names, or are selected; all of them without it. */
  readonly optionTerm?: string
  /** Of a filter by distance. */
  readonly near?: NearState
}

/** A unit of length that people think in. */
export type LengthUnit = 'mi' | 'km'

/** What the form of a filter by distance offers, and what is known of the place that holds. */
export interface NearState {
  /** E.g. `5mi`, in the units of the page's language. */
  readonly distances: readonly string[]
  /** Names of places that may be written, beside postcodes. */
  readonly places: readonly string[]
  /** Name of the chosen place; absent where it is the visitor's position. */
  readonly place?: string
  /** What the visitor has written, where no place of that name or postcode is known. */
  readonly unknownPlace?: string
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

/** Where in the results we are. Page indices from 0. Source: specification 3, Paging. */
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
  /** Of loaded pages: index of its page, from 0. */
  readonly pageIndex?: number
}
