import type { OWN_PARAMETERS } from '../domain/search-source.ts'
import { searchError } from '../errors.ts'
import { checkSearch } from './check-search.ts'
import { findUnread } from './find-unread.ts'
import type { FilterConfig } from './filter-config.ts'
import type {
  CompositionConfig,
  CustomApiConfig,
  FacetConfig,
  ListingConfig,
  MinilistConfig,
  SearchConfig,
  TabConfig,
} from './search-config.ts'
import type { Mistake } from './shape.ts'

/** Names that no filter can have, since every search has such parameters. */
type OwnParameter = (typeof OWN_PARAMETERS)[number]

type Filters = Readonly<Record<string, FilterConfig>> & { readonly [Name in OwnParameter]?: never }

type Source<Config, Api extends string> = Omit<Config, 'customApi' | 'filters' | 'tabId'> & {
  readonly customApi?: Api
  readonly filters?: Filters
}

/** A configuration whose names the compiler checks: every reference to a tab, facet, listing or API must name an existing one. */
export interface NamedSearch<
  Tab extends string,
  Facet extends string,
  Listing extends string,
  Api extends string,
> extends Pick<SearchConfig, 'cards' | 'contactPath'> {
  readonly tabs?: readonly (Omit<TabConfig, 'id' | 'defaultFacet' | 'totalCount'> & {
    readonly id: Tab
    readonly defaultFacet?: NoInfer<Facet>
    readonly totalCount?: NoInfer<Facet>
  })[]
  readonly facets?: Readonly<
    Record<Facet, Source<FacetConfig, NoInfer<Api>> & { readonly tabId?: NoInfer<Tab> }>
  >
  readonly listings?: Readonly<Record<Listing, Source<ListingConfig, NoInfer<Api>>>>
  readonly minilist?: Readonly<Record<string, Source<MinilistConfig, NoInfer<Api>>>>
  readonly compositions?: Readonly<
    Record<string, Omit<CompositionConfig, 'listings'> & { readonly listings: readonly NoInfer<Listing>[] }>
  >
  readonly customApis?: Readonly<Record<Api, CustomApiConfig>>
}

/**
 * A site's search configuration, checked by the compiler as far as possible, and by `checkSearch` when the site starts.
 * Options that are ignored where they are set are listed in a warning of the process.
 * @throws AppError search/config-invalid naming every mistake at once in `message` and `details.mistakes`
 */
export function defineSearch<
  const Tab extends string = never,
  const Facet extends string = never,
  const Listing extends string = never,
  const Api extends string = never,
>(config: NamedSearch<Tab, Facet, Listing, Api>): SearchConfig {
  const checked: SearchConfig = config
  const mistakes = checkSearch(checked)
  if (mistakes.length > 0)
    throw searchError('search/config-invalid', {
      message: `The configuration of the search has mistakes: ${listed(mistakes)}.`,
      details: { mistakes },
    })
  const unread = findUnread(checked)
  if (unread.length > 0)
    process.emitWarning(`Options without effect where they stand: ${listed(unread)}.`, 'SearchConfigWarning')
  return checked
}

const listed = (mistakes: readonly Mistake[]): string =>
  mistakes.map(({ keyPath, message }) => `${keyPath}: ${message}`).join('; ')
