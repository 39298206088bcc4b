import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { catalogues, type VersionMessages } from './messages/index.ts'
import { DevinfoSlot, slices } from './remote.ts'
import { loadEmbed } from './state/load-embed.ts'
import { loadConfirm, loadVersion } from './state/load-version.ts'

/** The server half of the remote. */
export const remote: ServerRemote<VersionMessages> = {
  manifest,
  slices,
  catalogues,
  async load(request) {
    if (request.slot.view === 'embed') return loadEmbed(request)
    return request.slot.view === 'confirm' ? loadConfirm(request) : loadVersion(request)
  },
  render: (props) => renderSlot(DevinfoSlot, props),
  fixtures,
}
