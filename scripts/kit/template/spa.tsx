import type { AppEpic, BrowserRemote } from '@tessera/contract'
import { askData, createLifecycles } from '@tessera/contract/spa'
import { createAskTitles } from './io/ask-titles.ts'
import { manifest } from './manifest.ts'
import { ExampleSlot, slices } from './remote.ts'
import { moreEpic, type ExampleIo } from './state/more.epic.ts'

const io: ExampleIo = { askTitles: createAskTitles(askData) }

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [moreEpic] as readonly AppEpic<never>[],
  io,
  lifecycles: createLifecycles(ExampleSlot),
}
