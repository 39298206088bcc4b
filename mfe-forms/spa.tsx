import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { askData, createLifecycles } from '@tessera/shared/spa'
import { createDrafts } from './io/drafts.ts'
import { createLoadForm } from './io/load-form.ts'
import { newIdempotencyKey, postForm } from './io/post-form.ts'
import { createChosenFiles, holdPage, sendFile, sendNotification } from './io/send-files.ts'
import { manifest } from './manifest.ts'
import { FormSlot, slices } from './remote.ts'
import { keepDraftEpic, restoreDraftEpic } from './state/drafts.epic.ts'
import { keepFileEpic, submitFormEpic } from './state/submit-form.epic.ts'
import { loadFormEpic } from './state/load-form.epic.ts'
import type { FormsIo } from './state/submit-form.ts'
import { withCaptcha, type OpenCaptcha } from './ui/captcha-code.tsx'

const io: FormsIo = {
  loadForm: createLoadForm(askData),
  postForm,
  sendFile,
  sendNotification,
  holdPage,
  files: createChosenFiles(newIdempotencyKey),
  newIdempotencyKey,
  drafts: createDrafts(() => sessionStorage),
}

/** Only the page of a form that wants one loads it, once the visitor is where it is shown. */
const openCaptcha: OpenCaptcha = async (scriptUrl, signal) =>
  (await import('./ui/captcha.client.tsx')).openCaptcha(scriptUrl, signal)

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [
    loadFormEpic,
    submitFormEpic,
    keepFileEpic,
    keepDraftEpic,
    restoreDraftEpic,
  ] as readonly AppEpic<never>[],
  io,
  lifecycles: createLifecycles(withCaptcha(FormSlot, openCaptcha)),
}
