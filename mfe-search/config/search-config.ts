import type { CardFields, Entry, PagedList } from '@tessera/shared/content'
import type { Json, JsonObject } from '@tessera/shared/contract'
import type { FilterItem, ResultCard } from '../domain/search-state.ts'
import type { FilterConfig, LocalisedText } from './filter-config.ts'

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

/** A tab of the search page: facets that share it by their `tabId`. */
export interface TabConfig {
  readonly id: string
  readonly label: LocalisedText
  /** The facet that the tab opens with; its first one unless given. */
  readonly defaultFacet?: string
  /**
   * The facet whose total is shown beside the label; the sum of all facets of the tab unless given. No number is shown where the label
   * links to a facet with another one.
   */
  readonly totalCount?: string
}

/** Listings among which the visitor of a page chooses one. */
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
  /** Replace how answers are read. */
  readonly mappers?: SearchMappers
}

/** Pure functions that replace the default readers of answers. Source: reference react-base 4.2. */
export interface SearchMappers {
  /** The cards of the entries of a page. The query then requests the configured fields only, not those of `cards`. */
  readonly results?: (entries: readonly Entry[], language: string) => readonly ResultCard[]
  /** The options of a filter whose options are entries. */
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

/** A search of the search page. */
export interface FacetConfig extends SearchSource {
  readonly queryParams?: Without<QueryParamsConfig, 'useSearchTerm'>
  /** The tab that it belongs to: the first unless given. */
  readonly tabId?: string
  /** Orders that a visitor may choose; the address may name no other field. */
  readonly sortOptions?: readonly SortOption[]
  /** Numbers of results on a page that a visitor may choose. */
  readonly pageSizes?: readonly number[]
}

/** A list of entries with filters, placed in a content page. */
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
  /** Cards in a grid unless given. */
  readonly layout?: 'grid' | 'rows'
}

/** An order that a visitor may choose. */
export interface SortOption {
  readonly title: LocalisedText
  /** As in the address and the query: fields separated by commas, `-` before a field for descending order; empty for best match. */
  readonly orderBy: string
}

/** What a search asks the delivery API for. Source: specification 3, Query params; reference react-base 2.14. */
export interface QueryParamsConfig {
  /** Content types of the results, together with the next two. `!id` excludes a type. All entries, and no assets, unless one is included. */
  readonly contentTypeIds?: readonly string[]
  readonly assetTypes?: readonly string[]
  readonly webpageTemplates?: readonly string[]
  /** Conditions in the delivery API's JSON form, all of which must hold. */
  readonly customWhere?: readonly JsonObject[]
  /** The order of results without a term: `field` or `-field`. */
  readonly orderBy?: readonly string[]
  /** Fields to request besides those that cards show. */
  readonly fields?: readonly string[]
  /** How many links away linked entries are included: 0 unless given, at most 10. */
  readonly linkDepth?: number
  /** The same for single fields, by field path. */
  readonly fieldLinkDepths?: JsonObject
  /** Results on a page: 20 unless given. Source: specification 9. */
  readonly pageSize?: number
  /** One query fetches all results, 1,000 at most, and pages are cut from its answer: every page asks the same, so that it can be cached. */
  readonly internalPaging?: boolean
  /** Further pages are added below those that are shown. */
  readonly loadMorePaging?: boolean
  /** Fields that keep an entry out of search when they are false. */
  readonly includeInSearch?: readonly string[]
  /** Fields that a term is searched in, in place of the default ones but `searchContent`; with `relevance` besides them. */
  readonly weightedSearchFields?: readonly WeightedSearchField[]
  /** Default search fields that are left out, e.g. `sys.uri`. */
  readonly omitDefaultSearchFields?: readonly string[]
  /** Whether free text finds other spellings too; with `relevance` also any of the words. */
  readonly fuzzySearch?: boolean
  readonly featuredResults?: FeaturedResultsConfig
  /** Entries that are left out, by id. */
  readonly excludeIds?: readonly string[]
  /** Minilists only: search for the page's term, which they ignore otherwise. */
  readonly useSearchTerm?: boolean
  /** Languages of the results: the page's unless given. */
  readonly languages?: readonly string[]
  /** Rules for single content types among several: languages that replace the search's, and further conditions. */
  readonly byType?: Readonly<Record<string, TypeRule>>
  /** The request's unless given: published, or `latest` in previews. */
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

/** A field that a term is searched in. */
export interface WeightedSearchField {
  readonly fieldId: string
  /** How much a match in it counts, from 1 to 1,000: 1 unless given. */
  readonly weight?: number
}

/** Results that are shown above the others: of a content type, with a value in a field, or both. */
export interface FeaturedResultsConfig {
  /** Only entries of this content type; of the search's own ones unless given. */
  readonly contentTypeId?: string
  /** Only entries in which this field has `fieldValue`; `true` unless given. */
  readonly fieldId?: string
  readonly fieldValue?: string | number | boolean
  /** The most that are shown. */
  readonly count: number
}

/** What a card shows of an entry: names of fields of its content type. */
export interface CardConfig extends CardFields {
  /** The name of this kind of entry, e.g. "Event". */
  readonly kind?: LocalisedText
}
