import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { AccountFields } from '@tessera/shared/store'
import { readNextPath } from '../domain/read-answer.ts'
import {
  confirmationFailed,
  confirmationFinished,
  confirmationRequested,
  pageLeft,
} from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Confirm an email address with the token of an email. The answer may lead to the screen where the account's password is chosen first. */
export async function confirmEmail(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const sent = await sendForm(io, { url: ACCOUNT_ENDPOINTS.confirmEmail, fields })
  if (sent.refusal) return { refusal: sent.refusal }
  const path = readNextPath(sent.answer)
  return { actions: [path === null ? confirmationFinished() : pageLeft({ path })] }
}

export const confirmEmailEpic = whenRequested(confirmationRequested, confirmEmail, ({ error }) =>
  confirmationFailed(error),
)
