import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { slices, VersionSlot } from './remote.ts'
import { loadVersion } from './state/load-version.ts'

/** The server half. */
export const remote: ServerRemote = {
  manifest,
  slices,
  load: loadVersion,
  render: (props) => renderSlot(VersionSlot, props),
  fixtures,
}
