import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { formsError } from './errors.ts'
import { createDrafts } from './io/drafts.ts'
import { createChosenFiles } from './io/chosen-files.ts'
import { newIdempotencyKey } from './io/idempotency-key.ts'
import { manifest } from './manifest.ts'
import { FormSlot, slices } from './remote.ts'
import { keepDraftEpic, restoreDraftEpic } from './state/drafts.epic.ts'
import { keepFileEpic, preloadSubmitEpic, submitFormEpic } from './state/submit-form.epic.ts'
import { loadFormEpic } from './state/load-form.epic.ts'
import type { FormsIo } from './state/submit-form.ts'
import { withCaptcha, type OpenCaptcha } from './ui/captcha-code.tsx'

/** Code of its own: few of those who see a form fill it in. */
const loadSubmit: FormsIo['loadSubmit'] = () =>
  import('./submit.client.ts').then(
    ({ submit }) => submit,
    (cause: unknown) => {
      throw formsError('forms/no-answer', { cause })
    },
  )

const io: FormsIo = {
  loadForm: async (provider, formId) => (await import('./load-form.client.ts')).loadForm(provider, formId),
  loadSubmit,
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
    preloadSubmitEpic,
    keepFileEpic,
    keepDraftEpic,
    restoreDraftEpic,
  ] as readonly AppEpic<never>[],
  io,
  lifecycles: createLifecycles(withCaptcha(FormSlot, openCaptcha)),
}
