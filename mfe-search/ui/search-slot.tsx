import type { ComponentType } from 'react'
import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import { searchPlaceOf } from '../domain/search-place.ts'
import { own } from '../domain/search-source.ts'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import { FormSuggestions } from './form-suggestions.tsx'
import { Listing } from './listing.tsx'
import { Minilist } from './minilist.tsx'
import { SearchPage } from './search-page.tsx'
import { useSearchEvents } from './use-search-events.ts'

/** View → component, one row each. */
const VIEWS: Readonly<Record<string, ComponentType<SlotProps<SearchMessages>>>> = {
  results: ResultsSlot,
  listing: Listing,
  minilist: Minilist,
  suggestions: FormSuggestions,
}

/** The view of a slot, from the state of the page it stands on. */
export function SearchSlot(slot: SlotProps<SearchMessages>) {
  const View = own(VIEWS, slot.view)
  return View ? <View {...slot} /> : null
}

/** The search page. */
function ResultsSlot({ messages, store, bus }: SlotProps<SearchMessages>) {
  const search = useSelector(selectSearch)
  const routing = useSelector((state) => state.routing)
  const { actions, root } = useSearchEvents({
    search,
    target: { context: 'facets', key: search.currentFacet ?? '' },
    store,
    bus,
  })
  const { pathname, search: query } = routing.location
  return (
    <SearchPage
      search={search}
      place={searchPlaceOf(routing)}
      messages={messages}
      actions={actions}
      root={root}
      here={`${pathname}${query}`}
    />
  )
}
