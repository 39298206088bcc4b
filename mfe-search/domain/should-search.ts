import type { SearchConfig } from '../config/search-config.ts'
import type { SearchAddress } from './search-address.ts'
import { configuredPageSize, selectionsOf, sourceOf } from './search-source.ts'

/** What a search was made for, or would be. */
export interface SearchRun {
  readonly address: SearchAddress
  readonly language: string
  /** Of minilists: entries left out. */
  readonly excludeIds?: readonly string[]
}

/**
 * Whether a search has to be made: for a first load and ahead of a visit always, else when what it is asked for is another. Of results that
 * were all fetched at once another page is not asked for. Source: specification 4, Search; reference react-base 2.15.
 */
export function shouldSearch(
  config: SearchConfig,
  previous: SearchRun | null,
  next: SearchRun,
  { isPreload = false }: { readonly isPreload?: boolean } = {},
): boolean {
  return previous === null || isPreload || question(config, previous) !== question(config, next)
}

/** One text for all that a search depends on; the place to scroll to is not part of it. */
function question(config: SearchConfig, { address, language, excludeIds = [] }: SearchRun): string {
  const source = sourceOf(config, address)
  const { context, key, term, orderBy, pageIndex, pageSize } = address
  const languages = source.queryParams?.languages ?? [language]
  const isInternal = source.queryParams?.internalPaging === true
  const asked = isInternal ? 'all' : [pageIndex, pageSize ?? configuredPageSize(source)]
  return JSON.stringify([
    context,
    key,
    term,
    orderBy,
    asked,
    selectionsOf(source, address),
    languages,
    excludeIds,
  ])
}

/**
 * Whether the pages that are loaded belong to another search: everything but another page of the same one begins anew.
 * Source: specification 4, Search.
 */
export const resetsPaging = (config: SearchConfig, previous: SearchRun, next: SearchRun): boolean =>
  question(config, firstPage(previous)) !== question(config, firstPage(next))

const firstPage = (run: SearchRun): SearchRun => ({ ...run, address: { ...run.address, pageIndex: 0 } })
