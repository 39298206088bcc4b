import type { ServerRemote } from '@tessera/contract'
import { renderSlot } from '@tessera/contract/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { catalogues, type ExampleMessages } from './messages/index.ts'
import { ExampleSlot, slices } from './remote.ts'
import { load, loadTitles } from './state/load.ts'

/** The server half. */
export const remote: ServerRemote<ExampleMessages> = {
  manifest,
  slices,
  catalogues,
  slots: ({ slot }) =>
    slot.view === 'page'
      ? [{ id: 'example-more', remote: 'mfe-example', view: 'more', hydrate: 'visible', props: {} }]
      : [],
  load,
  data: { titles: loadTitles },
  render: (props) => renderSlot(ExampleSlot, props),
  fixtures,
}
