import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { createFormsIo } from './browser-part.ts'
import { createDrafts } from './io/drafts.ts'
import { OWN_SITE } from './io/forms-place.ts'
import { manifest } from './manifest.ts'
import { FormSlot, slices } from './remote.ts'
import { keepDraftEpic, restoreDraftEpic } from './state/drafts.epic.ts'
import { epics } from './state/epics.ts'
import { withCaptcha, type LoadCaptcha } from './ui/captcha-code.tsx'

/** Loaded only for a form with a captcha, once the visitor reaches the page that shows it. */
const loadCaptcha: LoadCaptcha = async () => (await import('./ui/captcha.client.tsx')).BrowserCaptcha

/** Drafts are kept on the site only: an embed has no storage of its own. */
const draftEpics = [keepDraftEpic, restoreDraftEpic] as readonly AppEpic<never>[]

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [...epics, ...draftEpics],
  io: createFormsIo(
    OWN_SITE,
    () => import('./load-form.client.ts'),
    createDrafts(() => sessionStorage),
  ),
  lifecycles: createLifecycles(withCaptcha(FormSlot, loadCaptcha)),
}
