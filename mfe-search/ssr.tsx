import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { catalogues, type SearchMessages } from './messages/index.ts'
import { SearchSlot, slices } from './remote.ts'
import { loadSearch } from './state/load-search.ts'

/** The server half. */
export const remote: ServerRemote<SearchMessages> = {
  manifest,
  slices,
  catalogues,
  load: loadSearch,
  render: (props) => renderSlot(SearchSlot, props),
  fixtures,
}
