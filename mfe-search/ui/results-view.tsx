import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { SearchPlace } from '../domain/search-address.ts'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import { SearchPage, type SearchFrame } from './search-page.tsx'
import { useSearchEvents } from './use-search-events.ts'

interface ResultsViewProps extends Pick<SlotProps<SearchMessages>, 'messages' | 'store' | 'bus'> {
  readonly place: SearchPlace
  readonly here: string
  readonly frame?: SearchFrame
}

/** The search in the state, at a place. Publishes search events on the bus. */
export function ResultsView({ place, here, frame, messages, store, bus }: ResultsViewProps) {
  const search = useSelector(selectSearch)
  const target = { context: 'facets', key: search.currentFacet ?? '' } as const
  const { actions, root } = useSearchEvents({ search, target, store, bus })
  return (
    <SearchPage
      search={search}
      place={place}
      messages={messages}
      actions={actions}
      root={root}
      here={here}
      {...(frame && { frame })}
    />
  )
}
