import type { SlotProps } from '@tessera/shared/contract'
import { useSelector } from '@tessera/shared/ui'
import type { SearchMessages } from '../messages/index.ts'
import { selectSearch } from '../state/search.slice.ts'
import { SearchPage } from './search-page.tsx'

/** The search page, from the state of the page it stands on. */
export function SearchSlot({ messages }: SlotProps<SearchMessages>) {
  const search = useSelector(selectSearch)
  const path = useSelector((state) => state.routing.currentPath)
  return <SearchPage search={search} path={path} messages={messages} />
}
