import { useSelector } from '@tessera/shared/ui'
import { messages } from '../messages.ts'
import { selectSearch } from '../state/search.slice.ts'
import { SearchPage } from './search-page.tsx'

/** The search page, from the state of the page it stands on. */
export function SearchSlot() {
  const search = useSelector(selectSearch)
  const path = useSelector((state) => state.routing.currentPath)
  const language = useSelector((state) => state.page.head.language)
  return <SearchPage search={search} path={path} words={messages(language)} />
}
