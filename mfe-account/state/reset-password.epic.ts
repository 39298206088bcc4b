import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import {
  passwordResetFailed,
  passwordResetFinished,
  passwordResetRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { missingField } from '../domain/missing-field.ts'
import { INVALID_OBJECT } from '../errors.ts'
import { formRefused } from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Set a new password with the token of the mail. Source: specification 5 and 7, POST /account/reset/password. */
export async function resetPassword(fields: AccountFields, io: AccountIo): Promise<readonly Action[]> {
  const missing = missingField(fields, ['token', 'password'], INVALID_OBJECT)
  const { refusal } = missing
    ? { refusal: missing }
    : await sendForm(io, { url: ACCOUNT_ENDPOINTS.resetPassword, fields })
  return refusal ? [formRefused(refusal), passwordResetFailed(refusal.error)] : [passwordResetFinished()]
}

export const resetPasswordEpic = whenRequested(passwordResetRequested, resetPassword)
