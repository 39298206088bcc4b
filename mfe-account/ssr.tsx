import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { catalogues, type AccountMessages } from './messages/index.ts'
import { AccountSlot, slices } from './remote.ts'
import { loadAccount } from './state/load-account.ts'

/** The server half of the remote. */
export const remote: ServerRemote<AccountMessages> = {
  manifest,
  slices,
  catalogues,
  load: loadAccount,
  render: (props) => renderSlot(AccountSlot, props),
  fixtures,
}
