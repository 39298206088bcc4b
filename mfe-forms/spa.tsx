import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { postForm } from './io/post-form.ts'
import { manifest } from './manifest.ts'
import { FormSlot, slices } from './remote.ts'
import { submitFormEpic } from './state/submit-form.epic.ts'
import type { FormsIo } from './state/submit-form.ts'

const io: FormsIo = { postForm }

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [submitFormEpic as AppEpic<never>],
  io,
  lifecycles: createLifecycles(FormSlot),
}
