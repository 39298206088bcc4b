import type { AppEpic } from '@tessera/shared/contract'
import { createChosenFiles } from './io/chosen-files.ts'
import type { Drafts } from './io/drafts.ts'
import type { FormsPlace } from './io/forms-place.ts'
import { newIdempotencyKey } from './io/idempotency-key.ts'
import type { LoadFormDefinition } from './io/load-form.ts'
import { loadFormEpic } from './state/load-form.epic.ts'
import { keepFileEpic, preloadSubmitEpic, submitFormEpic } from './state/submit-form.epic.ts'
import type { FormsIo } from './state/submit-form.ts'

/** What the browser half does besides showing forms, on the site as in an embed. */
export const epics = [
  loadFormEpic,
  submitFormEpic,
  preloadSubmitEpic,
  keepFileEpic,
] as readonly AppEpic<never>[]

/** The calls of the browser half from a place. */
export const createFormsIo = (place: FormsPlace, loadForm: LoadFormDefinition, drafts: Drafts): FormsIo => ({
  loadForm,
  // Code of its own: few of those who see a form fill it in.
  loadSubmit: async () => (await import('./submit.client.ts')).createSubmit(place),
  files: createChosenFiles(newIdempotencyKey),
  newIdempotencyKey,
  drafts,
})
