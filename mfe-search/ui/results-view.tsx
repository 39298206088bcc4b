import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { SearchRoute } from '../domain/search-address.ts'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import { SearchPage, type SearchFrame } from './search-page.tsx'
import { useSearchEvents } from './use-search-events.ts'

interface ResultsViewProps extends Pick<SlotProps<SearchMessages>, 'messages' | 'store' | 'bus'> {
  readonly route: SearchRoute
  readonly here: string
  readonly frame?: SearchFrame
}

/** The search in the state, with links for the page that shows it. Publishes search events on the bus. */
export function ResultsView({ route, here, frame, messages, store, bus }: ResultsViewProps) {
  const search = useSelector(selectSearch)
  const target = { context: 'facets', key: search.currentFacet ?? '' } as const
  const { actions, root } = useSearchEvents({ search, target, store, bus })
  return (
    <SearchPage
      search={search}
      route={route}
      messages={messages}
      actions={actions}
      root={root}
      here={here}
      {...(frame && { frame })}
    />
  )
}
