import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import {
  resetMailFailed,
  resetMailFinished,
  resetMailRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { INVALID_OBJECT } from '../errors.ts'
import { missingField } from '../domain/missing-field.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Request the email with the link to set a new password. Source: specification 5 and 7, POST /account/reset. */
async function requestReset(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const missing = missingField(fields, ['userEmail'], INVALID_OBJECT)
  if (missing) return { refusal: missing }
  const { refusal } = await sendForm(io, { url: ACCOUNT_ENDPOINTS.requestReset, fields })
  return refusal ? { refusal } : { actions: [resetMailFinished()] }
}

export const requestResetEpic = whenRequested(resetMailRequested, requestReset, ({ error }) =>
  resetMailFailed(error),
)
