import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { manifest } from './manifest.ts'
import { SearchSlot, slices } from './remote.ts'
import { followPathEpic } from './state/follow-path.epic.ts'

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [followPathEpic] as readonly AppEpic<never>[],
  lifecycles: createLifecycles(SearchSlot),
}
