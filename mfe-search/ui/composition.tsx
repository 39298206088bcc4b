import type { SlotProps } from '@tessera/shared/contract'
import { usePageRoute, useSelector } from '@tessera/shared/ui'
import type { SearchMessages } from '../messages/index.ts'
import { createLinks } from '../state/search-links.ts'
import { selectSearch } from '../state/search.slice.ts'
import { ListingView } from './listing.tsx'
import { FacetTabs } from './search-tabs.tsx'

/** Several lists at the page's own path: links to each, and the one that the address names. */
export function Composition({ props, messages, store, bus }: SlotProps<SearchMessages>) {
  const { currentPath: path, location } = usePageRoute()
  const search = useSelector(selectSearch)
  const [first, ...others] = search.tabs.find(({ id }) => id === props['composition'])?.facets ?? []
  if (first === undefined) return <p>{messages.nothingListed}</p>
  const members = [first, ...others]
  const shown = members.find((key) => key === search.currentListing) ?? first
  const links = createLinks(search, { context: 'listings', path, key: first }, shown)
  const choices = members.map((key) => ({ key, facet: search.listings[key], href: links.toFacet(key) }))
  return (
    <>
      <FacetTabs choices={choices} shown={shown} messages={messages} />
      <ListingView
        listing={shown}
        home={first}
        path={path}
        here={`${location.pathname}${location.search}`}
        messages={messages}
        store={store}
        bus={bus}
      />
    </>
  )
}
