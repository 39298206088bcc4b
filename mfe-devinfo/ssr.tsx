import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { messages } from './messages.ts'
import { VersionSlot } from './remote.ts'

/** The server half. Everything it shows is in the host's own state; its loader only names the page. */
export const remote: ServerRemote = {
  manifest,
  load: ({ language }) => Promise.resolve({ head: { title: messages(language).title, robots: 'noindex' } }),
  render: (props) => renderSlot(VersionSlot, props),
  fixtures,
}
