import type { SlotProps } from '@tessera/shared/contract'
import { usePageRoute, useSelector } from '@tessera/shared/ui'
import type { SearchRoute } from '../domain/search-address.ts'
import { own } from '../domain/search-source.ts'
import type { SearchMessages } from '../messages/index.ts'
import { createLinks } from '../state/search-links.ts'
import { selectSearch } from '../state/search.slice.ts'
import { FilterPanel } from './filter-panel.tsx'
import { SearchResults } from './search-results.tsx'
import type { SearchView } from './search-view.ts'
import { SelectedFilters, selectedOf } from './selected-filters.tsx'
import { useSearchEvents } from './use-search-events.ts'
import styles from './search.module.css'

/** The listing of a page: its filters, selection and results, whose links all have the page's own path. */
export function Listing({ props, messages, store, bus }: SlotProps<SearchMessages>) {
  const { currentPath, location } = usePageRoute()
  return (
    <ListingView
      listing={String(props['listing'])}
      path={currentPath}
      here={`${location.pathname}${location.search}`}
      messages={messages}
      store={store}
      bus={bus}
    />
  )
}

interface ListingViewProps extends Pick<SlotProps<SearchMessages>, 'messages' | 'store' | 'bus'> {
  readonly listing: string
  /** The listing that the path shows without parameters; this one unless given. */
  readonly home?: string
  /** Path of the page that shows it. */
  readonly path: string
  readonly here: string
}

/** A list by its key, at a path. */
export function ListingView({
  listing: key,
  home = key,
  path,
  here,
  messages,
  store,
  bus,
}: ListingViewProps) {
  const search = useSelector(selectSearch)
  const { root } = useSearchEvents({ search, target: { context: 'listings', key }, store, bus })
  const facet = own(search.listings, key)
  if (!facet) return <p>{messages.nothingListed}</p>
  const searchRoute: SearchRoute = { context: 'listings', path, key: home }
  const view: SearchView = {
    search,
    context: 'listings',
    facet,
    facetKey: key,
    links: createLinks(search, searchRoute, key),
    messages,
    go: (href) => bus.emit('route.requested', { path: href }),
    here,
  }
  const isEmpty =
    facet.pagingInfo.totalCount === 0 && facet.featuredResults.length === 0 && selectedOf(facet).length === 0
  return (
    <div className={styles['columns']} ref={root}>
      <FilterPanel {...view} />
      <div className={styles['outcome']}>
        <SelectedFilters {...view} />
        {isEmpty && !facet.entries.isError ? <p>{messages.nothingListed}</p> : <SearchResults {...view} />}
      </div>
    </div>
  )
}
