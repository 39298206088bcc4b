import type { CardFields, Entry } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'
import type { FieldOperator, FilterItem, ResultCard } from '../domain/search-state.ts'

/** A text of the site: one for all languages, or one for each. The primary language stands in for one that is missing. */
export type LocalisedText = string | Readonly<Record<string, string>>

/**
 * Everything that a site says about its search, as data. Keys of facets, listings, minilists, filters, tabs and compositions
 * appear in addresses and in the state. Source: specification 3, Search state; reference react-base 4.2.
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
  /** Facets or listings that are offered together. */
  readonly compositions?: Readonly<Record<string, CompositionConfig>>
  /** Searches that another service answers, by name: an address or a visitor never names a URL. */
  readonly customApis?: Readonly<Record<string, CustomApiConfig>>
  /** Path of the page where a visitor who finds nothing can ask somebody. */
  readonly contactPath?: LocalisedText
  /** What a card shows of an entry, by content type; `*` for every other. */
  readonly cards?: Readonly<Record<string, CardConfig>>
}

export interface TabConfig {
  readonly id: string
  readonly label: LocalisedText
  readonly defaultFacet?: string
  /** The facet whose total stands beside the label; the sum of all its facets unless given. */
  readonly totalCount?: string
}

export interface CompositionConfig {
  readonly title: LocalisedText
  readonly facets?: readonly string[]
  readonly listings?: readonly string[]
}

/** A missing `uri` is found when the configuration is checked: "uri is required to use customApi". */
export interface CustomApiConfig {
  /** Absolute, of a host that the site trusts. Asked by the server alone. */
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

/** Pure functions in place of the usual readers of answers. Source: reference react-base 4.2. */
export interface SearchMappers {
  readonly results?: (entries: readonly Entry[], language: string) => readonly ResultCard[]
  readonly filterItems?: (entries: readonly Entry[], language: string) => readonly FilterItem[]
  /** Whatever a site wants to say of the answer beside its results. */
  readonly resultsInfo?: (answer: { readonly totalCount: number; readonly items: readonly Entry[] }) => Json
  /** Parameters of a custom API's address, from those that are usual. */
  readonly customApi?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
}

export interface FacetConfig extends SearchSource {
  readonly tabId?: string
  /** Orders that a visitor may choose; the address may name no other field. */
  readonly sortOptions?: readonly SortOption[]
  /** Numbers of results on a page that a visitor may choose. */
  readonly pageSizes?: readonly number[]
}

export interface ListingConfig extends Omit<FacetConfig, 'tabId'> {
  /** How the results stand: cards in a grid (unless given), the same by the month that they begin in, rows one below another, or rows beside a plan of where they are. */
  readonly layout?: 'grid' | 'months' | 'rows' | 'places'
}

export interface MinilistConfig extends SearchSource {
  readonly layout?: 'grid' | 'rows'
}

export interface SortOption {
  readonly title: LocalisedText
  /** As in the address and in the query: fields separated by commas, `-` before one that descends; empty for best match. */
  readonly orderBy: string
}

/** Source: specification 3, Query params; reference react-base 2.14. */
export interface QueryParamsConfig {
  /** `!id` excludes that type. */
  readonly contentTypeIds?: readonly string[]
  readonly assetTypes?: readonly string[]
  readonly webpageTemplates?: readonly string[]
  /** Conditions in the delivery API's JSON form, all of which hold. */
  readonly customWhere?: readonly JsonObject[]
  /** The order of results without a term: `field` or `-field`. */
  readonly orderBy?: readonly string[]
  readonly fields?: readonly string[]
  readonly linkDepth?: number
  readonly fieldLinkDepths?: JsonObject
  /** Results on a page: 20 unless given. Source: specification 9. */
  readonly pageSize?: number
  /** All results are fetched at once, and paged without asking again. */
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
  /** Of minilists: search for the term of the page, which they ignore otherwise. */
  readonly useSearchTerm?: boolean
  /** Languages of the results: the page's unless given. */
  readonly languages?: readonly string[]
  /** What holds for some of the content types, where others are found beside them: languages in place of the search's, further conditions. */
  readonly byType?: Readonly<Record<string, TypeRule>>
  readonly versionStatus?: 'published' | 'latest'
  /** Further aggregations of the query, by name. */
  readonly customAggregations?: JsonObject
  /** What goes beyond the plain query: synonyms and pins from content, any of the words, similar words. */
  readonly relevance?: boolean | RelevanceConfig
}

/** What is found of one content type. */
export type TypeRule = Pick<QueryParamsConfig, 'languages' | 'customWhere'>

/** What relevance knows of a site. Source: docs/decisions/0039-relevance.md. */
export interface RelevanceConfig {
  /** Content types whose entries are the home of a thing; they come before others that are as good. */
  readonly homeTypes?: readonly string[]
  /**
   * Content types whose entries visitors know by name. Words of their titles and keywords are words of the site, by which others are corrected;
   * and a word that names one of the types (`councillor Standish`) prefers its entries.
   */
  readonly namedTypes?: readonly string[]
  /** Fields that lead to files whose text is searched too, e.g. `file`. */
  readonly fileFields?: readonly string[]
}

export interface WeightedSearchField {
  readonly fieldId: string
  readonly weight?: number
}

/** Results that stand above the others. */
export interface FeaturedResultsConfig {
  readonly contentTypeId?: string
  /** Entries whose field has the value; `true` unless given. */
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
  /** Which of those entries. */
  readonly customWhere?: readonly JsonObject[]
  /** Most options from entries: 100 unless given. Source: specification 9. */
  readonly pageSize?: number
  /**
   * Options from a taxonomy: the path of their node, from its root on, e.g. `Root/Topics`. A selected key stands for what is below it
   * too.
   */
  readonly path?: string
  /** Of a taxonomy: an entry has one key at most in the field. Only then it is known how many results a key with others below it has. */
  readonly hasOneValue?: boolean
  /** Levels below the path that are offered: 2 unless given. */
  readonly childDepth?: number
  /** Options as they are. */
  readonly items?: readonly FilterItemConfig[]
  /** Of items: by their titles in the language of the page, in place of the order that they are given in. */
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
  /** Of `near`: distances that may be chosen, e.g. `5mi` or `10km`; one list, or one for each language. 1, 2, 5, 10 and 25 miles unless given. */
  readonly distances?: readonly string[] | Readonly<Record<string, readonly string[]>>
  /** Of `near`: places that may be written, for who does not tell where they are. */
  readonly places?: readonly PlaceConfig[]
}

/** A place by its name, or by postcodes: `LK5 3` stands for all that begin so, unless a longer beginning is listed. */
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

/** What of an entry its card shows: names of fields of its content type. */
export interface CardConfig extends CardFields {
  /** What such an entry is, in words: "Event". */
  readonly kind?: LocalisedText
}
