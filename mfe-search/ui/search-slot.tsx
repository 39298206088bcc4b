import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import { searchPlaceOf } from '../domain/search-place.ts'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import { SearchPage } from './search-page.tsx'
import { useSearchEvents } from './use-search-events.ts'

/** The search page, from the state of the page it stands on. */
export function SearchSlot({ messages, store, bus }: SlotProps<SearchMessages>) {
  const search = useSelector(selectSearch)
  const routing = useSelector((state) => state.routing)
  const { actions, root } = useSearchEvents({ search, store, bus })
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
