import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import {
  passwordChangeFailed,
  passwordChangeFinished,
  passwordChangeRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { missingField } from '../domain/missing-field.ts'
import { INVALID_CHANGE } from '../errors.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Change the password of the signed-in user. Source: specification 5 and 7, Update password. */
async function changePassword(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const missing = missingField(fields, ['userId', 'currentPassword', 'newPassword'], INVALID_CHANGE)
  if (missing) return { refusal: missing }
  const { refusal } = await sendForm(io, { url: ACCOUNT_ENDPOINTS.changePassword, fields })
  return refusal ? { refusal } : { actions: [passwordChangeFinished()] }
}

export const changePasswordEpic = whenRequested(passwordChangeRequested, changePassword, ({ error }) =>
  passwordChangeFailed(error),
)
