import type { BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { shared } from './remote.ts'
import { ContentSlot } from './ui/content-slot.tsx'

/** The browser half: renders the pages of navigations after the first. */
export const remote: BrowserRemote = {
  ...shared,
  lifecycles: createLifecycles(ContentSlot),
}
