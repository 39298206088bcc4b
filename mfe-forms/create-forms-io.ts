import { createChosenFiles } from './io/chosen-files.ts'
import type { Drafts } from './io/drafts.ts'
import type { FormsEndpoint } from './io/forms-endpoint.ts'
import { newIdempotencyKey } from './io/idempotency-key.ts'
import type { FormsIo } from './state/submit-form.ts'

/** What the epics of the browser half use, for a place: the site itself or an embed. */
export const createFormsIo = (
  endpoint: FormsEndpoint,
  loadLoaders: FormsIo['loadLoaders'],
  drafts: Drafts,
): FormsIo => ({
  loadLoaders,
  // A chunk of its own: few visitors who see a form fill it in.
  loadSubmit: async () => (await import('./submit.client.ts')).createSubmit(endpoint),
  files: createChosenFiles(newIdempotencyKey),
  newIdempotencyKey,
  drafts,
})
