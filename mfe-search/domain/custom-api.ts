import { isObject, type Entry, type PagedList } from '@tessera/shared/content'
import type { SearchConfig } from '../config/search-config.ts'
import { searchError } from '../errors.ts'
import { requestedPage } from './facet-query.ts'
import type { SearchAddress } from './search-address.ts'
import { configuredOrder, own, selectionsOf, sourceOf } from './search-source.ts'

/** A search that another service answers. */
export interface CustomApiCall {
  readonly kind: 'customApi'
  /** From the configuration only, never from a request. */
  readonly uri: string
  /** To be added to the uri's own query, in alphabetical order. */
  readonly params: Readonly<Record<string, string>>
}

/** The call for a facet with a custom API; null for every other. Source: specification 5 and 7; reference react-base 2.14. */
export function customApiCall(config: SearchConfig, address: SearchAddress): CustomApiCall | null {
  const source = sourceOf(config, address)
  if (source.customApi === undefined) return null
  const uri = own(config.customApis, source.customApi)?.uri
  // `checkSearch` reports this when the site starts; this is a last safeguard.
  if (!uri) throw searchError('search/config-invalid', { message: URI_REQUIRED })
  const usual = standardParams(config, address)
  return { kind: 'customApi', uri, params: source.mappers?.customApi?.(usual) ?? usual }
}

/** Source: specification 5 and 8, Search. */
export const URI_REQUIRED = 'uri is required to use customApi'

/** The parameters that every custom API receives; empty ones are left out. */
function standardParams(config: SearchConfig, address: SearchAddress): CustomApiCall['params'] {
  const source = sourceOf(config, address)
  const { fields, fieldLinkDepths, linkDepth, versionStatus, useSearchTerm } = source.queryParams ?? {}
  const { pageIndex, pageSize } = requestedPage(source, address)
  const hasTerm = address.context !== 'minilist' || useSearchTerm === true
  const selected = Object.entries(selectionsOf(source, address)).map(([key, keys]) => [key, keys.join(',')])
  const all: Readonly<Record<string, string | undefined>> = {
    ...Object.fromEntries(selected),
    fieldLinkDepths: fieldLinkDepths && JSON.stringify(fieldLinkDepths),
    fields: fields && JSON.stringify(fields),
    linkDepth: linkDepth === undefined ? undefined : String(linkDepth),
    orderBy: address.orderBy ?? (address.term === '' ? configuredOrder(source) : ''),
    pageIndex: String(pageIndex),
    pageSize: String(pageSize),
    term: hasTerm ? address.term : '',
    versionStatus,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value]],
    ),
  )
}

/**
 * Read the answer of a custom API: a list of entries, or an object with `items` and `totalCount`. A list longer than a page is taken for
 * all results; a shorter one for the requested page.
 * @throws AppError search/no-payload
 */
export function readCustomAnswer(
  answer: unknown,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): PagedList<Entry> {
  if (Array.isArray(answer)) {
    const all = answer.filter(isItem)
    const isWhole = all.length > pageSize
    const items = isWhole ? all.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize) : all
    return page(items, isWhole ? all.length : pageIndex * pageSize + all.length, pageIndex, pageSize)
  }
  const { items, totalCount } = isObject(answer) ? answer : {}
  if (!Array.isArray(items)) throw searchError('search/no-payload')
  const found = items.filter(isItem)
  const total =
    typeof totalCount === 'number' && totalCount >= found.length ? Math.trunc(totalCount) : found.length
  return page(found, total, pageIndex, pageSize)
}

const page = (
  items: readonly Entry[],
  totalCount: number,
  pageIndex: number,
  pageSize: number,
): PagedList<Entry> => ({
  items,
  totalCount,
  pageIndex,
  pageSize,
  pageCount: Math.ceil(totalCount / pageSize),
})

/** An entry, or any other object that the configured mapper can read. */
const isItem = (value: unknown): value is Entry => isObject(value)
