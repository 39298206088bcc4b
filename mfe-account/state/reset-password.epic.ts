import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import {
  passwordResetFailed,
  passwordResetFinished,
  passwordResetRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { missingField } from '../domain/missing-field.ts'
import { INVALID_OBJECT } from '../errors.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Set a new password with the token of the email. Source: specification 5 and 7, POST /account/reset/password. */
async function resetPassword(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const missing = missingField(fields, ['token', 'password'], INVALID_OBJECT)
  if (missing) return { refusal: missing }
  const { refusal } = await sendForm(io, { url: ACCOUNT_ENDPOINTS.resetPassword, fields })
  return refusal ? { refusal } : { actions: [passwordResetFinished()] }
}

export const resetPasswordEpic = whenRequested(passwordResetRequested, resetPassword, ({ error }) =>
  passwordResetFailed(error),
)
