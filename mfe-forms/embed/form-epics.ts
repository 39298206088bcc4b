import type { LateEpics } from '@tessera/shared/embed'
import { withEpics } from '@tessera/shared/store'
import { createFormsIo } from '../create-forms-io.ts'
import type { FormDefinition } from '../domain/form-definition.ts'
import { NO_DRAFTS } from '../io/drafts.ts'
import { embedEndpoint } from '../io/forms-endpoint.ts'
import { epics } from '../state/epics.ts'
import { createOpenForm } from '../state/open-form.ts'

/** The epics of an embedded form; `loadForm` loads its definition again. */
export function formEpics(
  site: string,
  language: string,
  loadForm: () => Promise<FormDefinition>,
): LateEpics {
  const loaders = async () => ({ loadForm, openForm: createOpenForm(loadForm) })
  return {
    runner: withEpics(),
    epics,
    io: createFormsIo(embedEndpoint(site, language), loaders, NO_DRAFTS),
  }
}
