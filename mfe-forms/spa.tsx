import type { AppEpic, BrowserRemote } from '@tessera/shared/contract'
import { createLifecycles } from '@tessera/shared/spa'
import { createFormsIo } from './create-forms-io.ts'
import { createDrafts } from './io/drafts.ts'
import { SITE_ENDPOINT } from './io/forms-endpoint.ts'
import { manifest } from './manifest.ts'
import { FormSlot, slices } from './remote.ts'
import { saveDraftEpic, restoreDraftEpic } from './state/drafts.epic.ts'
import { epics } from './state/epics.ts'
import { withCaptcha, type LoadCaptcha } from './ui/captcha-context.tsx'

/** Loaded only for a form with a captcha, once the visitor reaches the page that shows it. */
const loadCaptcha: LoadCaptcha = async () => (await import('./ui/captcha.client.tsx')).BrowserCaptcha

/** Drafts are kept on the site only: an embed has no storage of its own. */
const draftEpics = [saveDraftEpic, restoreDraftEpic] as readonly AppEpic<never>[]

/** The browser half. */
export const remote: BrowserRemote = {
  manifest,
  slices,
  epics: [...epics, ...draftEpics],
  io: createFormsIo(
    SITE_ENDPOINT,
    () => import('./load-form.client.ts'),
    createDrafts(() => sessionStorage),
  ),
  lifecycles: createLifecycles(withCaptcha(FormSlot, loadCaptcha)),
}
