import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import type { AccountFields } from '@tessera/shared/store'
import {
  confirmationFailed,
  confirmationFinished,
  confirmationRequested,
  formRefused,
} from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Confirm an address with the token of a mail. */
export async function confirmEmail(fields: AccountFields, io: AccountIo): Promise<readonly Action[]> {
  const { refusal } = await sendForm(io, { url: ACCOUNT_ENDPOINTS.confirmEmail, fields })
  return refusal ? [formRefused(refusal), confirmationFailed(refusal.error)] : [confirmationFinished()]
}

export const confirmEmailEpic = whenRequested(confirmationRequested, confirmEmail)
