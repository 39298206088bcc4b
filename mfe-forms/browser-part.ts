import { createChosenFiles } from './io/chosen-files.ts'
import type { Drafts } from './io/drafts.ts'
import type { FormsPlace } from './io/forms-place.ts'
import { newIdempotencyKey } from './io/idempotency-key.ts'
import type { LoadFormDefinition } from './io/load-form.ts'
import type { FormsIo } from './state/submit-form.ts'

/** The calls of the browser half from a place. */
export const createFormsIo = (place: FormsPlace, loadForm: LoadFormDefinition, drafts: Drafts): FormsIo => ({
  loadForm,
  // Code of its own: few of those who see a form fill it in.
  loadSubmit: async () => (await import('./submit.client.ts')).createSubmit(place),
  files: createChosenFiles(newIdempotencyKey),
  newIdempotencyKey,
  drafts,
})
