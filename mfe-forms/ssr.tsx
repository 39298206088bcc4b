import type { ServerRemote } from '@tessera/shared/contract'
import { renderSlot } from '@tessera/shared/ssr'
import { fixtures } from './fixtures.ts'
import { manifest } from './manifest.ts'
import { catalogues, type FormsMessages } from './messages/index.ts'
import { FormSlot, slices } from './remote.ts'
import { formHandler } from './state/form-handler.ts'
import { answerForm, loadForm } from './state/load-form.ts'

/** The server half. */
export const remote: ServerRemote<FormsMessages> = {
  manifest,
  slices,
  catalogues,
  load: loadForm,
  data: { form: answerForm },
  forms: formHandler,
  render: (props) => renderSlot(FormSlot, props),
  fixtures,
}
