import type { CardFields, Entry, PagedList } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'
import type { FieldOperator, FilterItem, ResultCard } from '../domain/search-state.ts'

/** A text of the site: one for all languages, or one per language. A missing language falls back to the primary one. */
export type LocalisedText = string | Readonly<Record<string, string>>

/**
 * A site's whole search configuration, as data. Keys of facets, listings, minilists, filters, tabs and compositions appear in addresses and
 * in the state. Source: specification 3, Search state; reference react-base 4.2.
 */
export interface SearchConfig {
  /** Groups of facets on the search page, in the order of their tabs. */
  readonly tabs?: readonly TabConfig[]
  /** Searches of the search page. The first is shown when the address names none and no tab has a default. */
  readonly facets?: Readonly<Record<string, FacetConfig>>
  /** Lists of entries with an address of their own, placed in content pages. */
  readonly listings?: Readonly<Record<string, ListingConfig>>
  /** Short lists inside other pages; they neither read nor write the address. */
  readonly minilist?: Readonly<Record<string, MinilistConfig>>
  /** Listings that are offered together on one page. Facets are offered together by `tabs`. */
  readonly compositions?: Readonly<Record<string, CompositionConfig>>
  /** Searches that another service answers, by name. Their URLs come from the configuration only, never from a request. */
  readonly customApis?: Readonly<Record<string, CustomApiConfig>>
  /** Path of the contact page, which is offered when a search has no results. */
  readonly contactPath?: LocalisedText
  /** Which fields of an entry its card shows, by content type; `*` for all other types. */
  readonly cards?: Readonly<Record<string, CardConfig>>
}

export interface TabConfig {
  readonly id: string
  readonly label: LocalisedText
  readonly defaultFacet?: string
  /**
   * The facet whose total is shown beside the label; the sum of all facets of the tab unless given. No number is shown where the label
   * links to a facet with another one.
   */
  readonly totalCount?: string
}

export interface CompositionConfig {
  readonly title: LocalisedText
  /** The first is shown unless the address names another. */
  readonly listings: readonly string[]
}

/** A missing `uri` is found when the configuration is checked: "uri is required to use customApi". */
export interface CustomApiConfig {
  /** Absolute URL on a host that the site trusts. Only the server requests it. */
  readonly uri: string
}

/** What facets, listings and minilists have in common. */
interface SearchSource {
  readonly title: LocalisedText
  readonly queryParams?: QueryParamsConfig
  /** Filters by key: the key is the parameter of the address. */
  readonly filters?: Readonly<Record<string, FilterConfig>>
  /** Another project of the same platform. */
  readonly projectId?: string
  /** Name of one of `customApis`. */
  readonly customApi?: string
  readonly mappers?: SearchMappers
}

/** Pure functions that replace the default readers of answers. Source: reference react-base 4.2. */
export interface SearchMappers {
  readonly results?: (entries: readonly Entry[], language: string) => readonly ResultCard[]
  readonly filterItems?: (entries: readonly Entry[], language: string) => readonly FilterItem[]
  /** Further data that a site derives from the answer; `aggregations` has those that the configuration adds. */
  readonly resultsInfo?: (
    answer: Pick<PagedList<Entry>, 'totalCount' | 'items'> & {
      readonly aggregations: NonNullable<PagedList<Entry>['aggregations']>
    },
  ) => Json
  /** The query parameters of a custom API's URL, made from the default ones. */
  readonly customApi?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

/** An object without these members, which may still be looked up. */
type Without<Config, Name extends keyof Config> = Omit<Config, Name> & { readonly [Option in Name]?: never }

export interface FacetConfig extends SearchSource {
  readonly queryParams?: Without<QueryParamsConfig, 'useSearchTerm'>
  readonly tabId?: string
  /** Orders that a visitor may choose; the address may name no other field. */
  readonly sortOptions?: readonly SortOption[]
  /** Numbers of results on a page that a visitor may choose. */
  readonly pageSizes?: readonly number[]
}

export interface ListingConfig extends Omit<FacetConfig, 'tabId'> {
  /**
   * How results are laid out: cards in a grid (unless given), cards grouped by the month in which they begin, rows, or rows beside a map of
   * their places.
   */
  readonly layout?: 'grid' | 'months' | 'rows' | 'places'
}

/** A minilist has one page, and shows no filters. */
export interface MinilistConfig extends SearchSource {
  readonly queryParams?: Without<QueryParamsConfig, 'internalPaging' | 'loadMorePaging'>
  readonly layout?: 'grid' | 'rows'
}

export interface SortOption {
  readonly title: LocalisedText
  /** As in the address and the query: fields separated by commas, `-` before a field for descending order; empty for best match. */
  readonly orderBy: string
}

/** Source: specification 3, Query params; reference react-base 2.14. */
export interface QueryParamsConfig {
  /** `!id` excludes that type. */
  readonly contentTypeIds?: readonly string[]
  readonly assetTypes?: readonly string[]
  readonly webpageTemplates?: readonly string[]
  /** Conditions in the delivery API's JSON form, all of which must hold. */
  readonly customWhere?: readonly JsonObject[]
  /** The order of results without a term: `field` or `-field`. */
  readonly orderBy?: readonly string[]
  readonly fields?: readonly string[]
  readonly linkDepth?: number
  readonly fieldLinkDepths?: JsonObject
  /** Results on a page: 20 unless given. Source: specification 9. */
  readonly pageSize?: number
  /** One query fetches all results, 1,000 at most, and pages are cut from its answer: every page asks the same, so that it can be cached. */
  readonly internalPaging?: boolean
  /** Further pages are added below those that are shown. */
  readonly loadMorePaging?: boolean
  /** Fields that keep an entry out of search when they are false. */
  readonly includeInSearch?: readonly string[]
  readonly weightedSearchFields?: readonly WeightedSearchField[]
  readonly omitDefaultSearchFields?: readonly string[]
  readonly fuzzySearch?: boolean
  readonly featuredResults?: FeaturedResultsConfig
  readonly excludeIds?: readonly string[]
  /** Minilists only: search for the page's term, which they ignore otherwise. */
  readonly useSearchTerm?: boolean
  /** Languages of the results: the page's unless given. */
  readonly languages?: readonly string[]
  /** Rules for single content types among several: languages that replace the search's, and further conditions. */
  readonly byType?: Readonly<Record<string, TypeRule>>
  readonly versionStatus?: 'published' | 'latest'
  /** Further aggregations of the query, by name. */
  readonly customAggregations?: JsonObject
  /** Extensions of the plain query: synonyms and pins from content, matching any of the words, similar words. */
  readonly relevance?: boolean | RelevanceConfig
}

/** Which entries of one content type are found. */
export type TypeRule = Pick<QueryParamsConfig, 'languages' | 'customWhere'>

/** What the relevance ranking needs to know about a site. Source: docs/decisions/0039-relevance.md. */
export interface RelevanceConfig {
  /** Content types whose entries are the main page of a subject; they rank above other entries that match equally well. */
  readonly homeTypes?: readonly string[]
  /**
   * Content types whose entries visitors know by name. The words of their titles and keywords belong to the site's vocabulary, against
   * which misspelt words are corrected; a word that names one of the types (`councillor Standish`) ranks its entries higher. The earlier a
   * type stands here, the earlier its entries are suggested while a term is typed.
   */
  readonly namedTypes?: readonly string[]
  /** Fields that lead to files whose text is searched too, e.g. `file`. */
  readonly fileFields?: readonly string[]
}

export interface WeightedSearchField {
  readonly fieldId: string
  readonly weight?: number
}

/** Results that are shown above the others. */
export interface FeaturedResultsConfig {
  readonly contentTypeId?: string
  /** Only entries in which this field has `fieldValue`; `true` unless given. */
  readonly fieldId?: string
  readonly fieldValue?: string | number | boolean
  readonly count: number
}

export type { FieldOperator }

export interface FilterConfig {
  readonly title: LocalisedText
  /** One field, or several of which one must match. `contentTypeId` as a filter's key filters by content type. */
  readonly fieldId: string | readonly string[]
  /** What the values are, so that `5` is not read as a date. Text unless given. */
  readonly valueType?: 'text' | 'number' | 'date' | 'geo' | 'boolean'
  readonly fieldOperator?: FieldOperator
  /** Of several selected values: any of them (`or`, unless given), all of them, or none of them. */
  readonly logicOperator?: 'and' | 'or' | 'not'
  /** Options from the entries of a content type: key is the entry's id, title its title. */
  readonly contentTypeId?: string | readonly string[]
  /** Conditions on those entries. */
  readonly customWhere?: readonly JsonObject[]
  /** Maximum number of options from entries: 100 unless given. Source: specification 9. */
  readonly pageSize?: number
  /** Options from a taxonomy: the full path of their parent node, e.g. `Root/Topics`. A selected key also includes the terms below it. */
  readonly path?: string
  /** Taxonomies only: each entry has at most one key in the field. Only then can results be counted for a key with terms below it. */
  readonly hasOneValue?: boolean
  /** Levels below the path that are offered: 2 unless given. */
  readonly childDepth?: number
  /** Fixed options. */
  readonly items?: readonly FilterItemConfig[]
  /** `items` only: sort them by their titles in the page's language, instead of in the order given. */
  readonly isSorted?: boolean
  /** Options from the values that the results have in `fieldId`; the value is key and title. */
  readonly aggregations?: boolean
  /** Selected while the address says nothing about the filter. */
  readonly defaultValue?: string
  /** One selection for all facets that have a filter of the same key. */
  readonly isGrouped?: boolean
  readonly isSingleSelect?: boolean
  /** False: never shown or written to an address; its selected items still filter. */
  readonly renderable?: boolean
  /** How it looks: a list unless given; `range` for two bounds, `near` for places near the visitor. */
  readonly view?: 'list' | 'tree' | 'select' | 'range' | 'near'
  /** `near` only: distances on offer, e.g. `5mi` or `10km`; one list, or one per language. 1, 2, 5, 10 and 25 miles unless given. */
  readonly distances?: readonly string[] | Readonly<Record<string, readonly string[]>>
  /** `near` only: places that a visitor may type instead of sharing their position. */
  readonly places?: readonly PlaceConfig[]
}

/** A place by name or by postcodes. `LK5 3` stands for all postcodes with this prefix, unless a longer prefix is listed. */
export interface PlaceConfig {
  readonly name: LocalisedText
  readonly postcodes?: readonly string[]
  /** Degrees. */
  readonly lat: number
  readonly lon: number
}

export interface FilterItemConfig {
  readonly key: string
  readonly title: LocalisedText
  /** Selected while the address says nothing about the filter. */
  readonly isSelected?: boolean
}

/** What a card shows of an entry: names of fields of its content type. */
export interface CardConfig extends CardFields {
  /** The name of this kind of entry, e.g. "Event". */
  readonly kind?: LocalisedText
}
