import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { createDrafts } from './io/drafts.ts'
import { newIdempotencyKey, postForm } from './io/post-form.ts'
import { manifest } from './manifest.ts'
import { FormSlot, slices } from './remote.ts'
import { keepDraftEpic, restoreDraftEpic } from './state/drafts.epic.ts'
import { submitFormEpic } from './state/submit-form.epic.ts'
import type { FormsIo } from './state/submit-form.ts'

const io: FormsIo = { postForm, newIdempotencyKey, drafts: createDrafts(() => sessionStorage) }

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [submitFormEpic, keepDraftEpic, restoreDraftEpic] as readonly AppEpic<never>[],
  io,
  lifecycles: createLifecycles(FormSlot),
}
