import { QUERY_PAGE_SIZE } from '@tessera/shared/config'
import type { JsonObject, SearchQuery } from '@tessera/shared/contract'

/** Entries on one page of a listing: those of a query that names no number. */
export const LISTING_PAGE_SIZE = QUERY_PAGE_SIZE
/** Search windows usually end here, so no page beyond it is offered. Source: reference delivery-api 1.22, 18. */
const DEEPEST_RESULT = 10_000

/** What a card of each content type shows; one row per type keeps answers small. */
const CARD_FIELDS: Readonly<Record<string, readonly string[]>> = {
  newsArticle: ['image', 'publishedDate'],
  event: ['image', 'dates', 'price'],
  venue: ['image', 'kind'],
  councillor: ['photo', 'party', 'ward'],
  planningApplication: ['reference', 'status', 'ward', 'received'],
  document: ['category', 'published'],
}
/** Of every entry of a list, its texts; of its system members those that every answer has, and the size of an image. */
export const CARD_BASICS = ['entryTitle', 'entryDescription', 'sys.properties'] as const
const OTHER_CARD_FIELDS = ['image'] as const

/** Page number in the address, from 1: anything that is no page number is the first page. Source: specification 2, Search pages. */
export function readPageNumber(parameter: string | undefined): number {
  const page = /^\d{1,6}$/.test(parameter ?? '') ? Number(parameter) : 1
  return Math.max(1, page)
}

/** Address of one page of a listing; the first has no parameter, so that a page has one address. */
export const pageHref = (path: string, page: number): string =>
  page === 1 ? path : `${path}?pageIndex=${page}`

/** How many pages are offered for a number of results; an empty listing has one. */
export const pageCountOf = (totalCount: number): number =>
  Math.max(1, Math.ceil(Math.min(totalCount, DEEPEST_RESULT) / LISTING_PAGE_SIZE))

/** Content type ids of a listing: one, or several separated by commas. */
export const readListedTypes = (listedType: string): readonly string[] =>
  listedType
    .split(',')
    .map((type) => type.trim())
    .filter((type) => /^\w+$/.test(type))

/** Order clauses in the delivery API's short form, `-field` for descending; what is no field path is dropped. */
export const readOrder = (orderBy: unknown): readonly string[] =>
  (Array.isArray(orderBy) ? orderBy : typeof orderBy === 'string' ? orderBy.split(',') : [])
    .flatMap((clause: unknown) => (typeof clause === 'string' ? clause.trim().replace(/^\+/, '') : []))
    .filter((clause) => /^-?[\w.]+$/.test(clause))

/** What to ask the platform for one page of a listing; null when the listing names no content type. */
export function listingQuery(
  listing: { readonly listedType: string; readonly orderBy: readonly string[] },
  at: { readonly language: string; readonly pageNumber: number; readonly pageSize?: number },
): SearchQuery | null {
  const types = readListedTypes(listing.listedType)
  if (types.length === 0) return null
  const fields = [...new Set(types.flatMap((type) => CARD_FIELDS[type] ?? OTHER_CARD_FIELDS))]
  return {
    where: [typeCondition(types), { field: 'sys.language', equalTo: at.language }, ...stillOfUse(types)],
    orderBy: listing.orderBy,
    pageIndex: at.pageNumber - 1,
    pageSize: at.pageSize ?? LISTING_PAGE_SIZE,
    fields: [...CARD_BASICS, ...fields],
    fieldLinkDepths: Object.fromEntries(
      fields.filter((field) => IMAGE_FIELDS.has(field)).map((field) => [field, 1]),
    ),
  }
}

/**
 * Which entries of a type are still of use to a visitor: events that are not over. The platform's clock decides, so that the
 * answer is right whenever it is asked for.
 */
const STILL_OF_USE: Readonly<Record<string, SearchQuery['where']>> = {
  event: [{ field: 'dates.to', greaterThanOrEqualTo: 'now()' }],
}

/** Of mixed types nothing is left out, for the condition would leave out the other types. */
const stillOfUse = ([type, ...others]: readonly string[]): SearchQuery['where'] =>
  type && others.length === 0 ? (STILL_OF_USE[type] ?? []) : []

const IMAGE_FIELDS: ReadonlySet<string> = new Set(['image', 'photo'])

const typeCondition = (types: readonly string[]): JsonObject => {
  const [type, ...others] = types
  return { field: 'sys.contentTypeId', ...(type && others.length === 0 ? { equalTo: type } : { in: types }) }
}
