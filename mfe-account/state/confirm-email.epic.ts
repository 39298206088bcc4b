import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { AccountFields } from '@tessera/shared/store'
import { confirmationFailed, confirmationFinished, confirmationRequested } from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Confirm an email address with the token of an email. */
export async function confirmEmail(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const { refusal } = await sendForm(io, { url: ACCOUNT_ENDPOINTS.confirmEmail, fields })
  return refusal ? { refusal } : { actions: [confirmationFinished()] }
}

export const confirmEmailEpic = whenRequested(confirmationRequested, confirmEmail, ({ error }) =>
  confirmationFailed(error),
)
