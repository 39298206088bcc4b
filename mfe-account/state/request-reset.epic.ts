import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import {
  resetMailFailed,
  resetMailFinished,
  resetMailRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { INVALID_OBJECT } from '../errors.ts'
import { missingField } from '../domain/missing-field.ts'
import { formRefused } from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Ask for the mail that leads to a new password. Source: specification 5 and 7, POST /account/reset. */
export async function requestReset(fields: AccountFields, io: AccountIo): Promise<readonly Action[]> {
  const missing = missingField(fields, ['userEmail'], INVALID_OBJECT)
  const { refusal } = missing
    ? { refusal: missing }
    : await sendForm(io, { url: ACCOUNT_ENDPOINTS.requestReset, fields })
  return refusal ? [formRefused(refusal), resetMailFailed(refusal.error)] : [resetMailFinished()]
}

export const requestResetEpic = whenRequested(resetMailRequested, requestReset)
