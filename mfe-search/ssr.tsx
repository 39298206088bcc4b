import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { SearchSlot, slices } from './remote.ts'
import { loadSearch } from './state/load-search.ts'

/** The server half. */
export const remote: ServerRemote = {
  manifest,
  slices,
  load: loadSearch,
  render: (props) => renderSlot(SearchSlot, props),
  fixtures,
}
