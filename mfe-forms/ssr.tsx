import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { catalogues, type FormsMessages } from './messages/index.ts'
import { FormSlot, slices } from './remote.ts'
import { loadForm } from './state/load-form.ts'

/** The server half. */
export const remote: ServerRemote<FormsMessages> = {
  manifest,
  slices,
  catalogues,
  load: loadForm,
  render: (props) => renderSlot(FormSlot, props),
  fixtures,
}
