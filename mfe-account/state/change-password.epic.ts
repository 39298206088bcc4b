import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import {
  passwordChangeFailed,
  passwordChangeFinished,
  passwordChangeRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { missingField } from '../domain/missing-field.ts'
import { INVALID_CHANGE } from '../errors.ts'
import { formRefused } from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Replace the password of whoever is signed in. Source: specification 5 and 7, Update password. */
export async function changePassword(fields: AccountFields, io: AccountIo): Promise<readonly Action[]> {
  const missing = missingField(fields, ['userId', 'currentPassword', 'newPassword'], INVALID_CHANGE)
  const { refusal } = missing
    ? { refusal: missing }
    : await sendForm(io, { url: ACCOUNT_ENDPOINTS.changePassword, fields })
  return refusal ? [formRefused(refusal), passwordChangeFailed(refusal.error)] : [passwordChangeFinished()]
}

export const changePasswordEpic = whenRequested(passwordChangeRequested, changePassword)
