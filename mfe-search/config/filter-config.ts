import type { JsonObject } from '@tessera/shared/contract'
import type { FieldOperator } from '../domain/search-state.ts'

/** A text of the site: one for all languages, or one per language. A missing language falls back to the primary one. */
export type LocalisedText = string | Readonly<Record<string, string>>

/** A filter of a search: what it compares, and where its options come from. */
export interface FilterConfig {
  readonly title: LocalisedText
  /** One field, or several of which one must match. `contentTypeId` as a filter's key filters by content type. */
  readonly fieldId: string | readonly string[]
  /** Ranges only: the field with the end of what begins at `fieldId`, so that a range finds all that lasts into it. Without an end it lasts a moment. */
  readonly endFieldId?: string
  /** What the values are, so that `5` is not read as a date. Text unless given. */
  readonly valueType?: 'text' | 'number' | 'date' | 'geo' | 'boolean'
  /** How values are compared: `between` for the view `range`, `distanceWithin` for positions, else as equal, unless given. */
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
  /** `items` only: an option is shown only while it is selected, as by a link from elsewhere. */
  readonly hidesUnselected?: boolean
  /** Options from the values that the results have in `fieldId`; the value is key and title. */
  readonly aggregations?: boolean
  /** Selected while the address says nothing about the filter. */
  readonly defaultValue?: string
  /** One selection for all facets that have a filter of the same key. */
  readonly isGrouped?: boolean
  /** At most one option can be selected. */
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

/** A fixed option of a filter. */
export interface FilterItemConfig {
  /** The value that entries are compared with; it appears in addresses. */
  readonly key: string
  readonly title: LocalisedText
  /** Selected while the address says nothing about the filter. */
  readonly isSelected?: boolean
}
