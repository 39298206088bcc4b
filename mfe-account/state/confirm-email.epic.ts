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

/**
 * Confirm an email address with the token of an email. The answer may lead to the screen where the account's password is chosen first. It
 * is a refusal then, because the address is not confirmed yet: releases that do not know `next` show its message.
 */
async function confirmEmail(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const sent = await sendForm(io, { url: ACCOUNT_ENDPOINTS.confirmEmail, fields })
  const path = sent.answer ? readNextPath(sent.answer) : null
  if (path !== null) return { actions: [pageLeft({ path })] }
  return sent.refusal ? { refusal: sent.refusal } : { actions: [confirmationFinished()] }
}

export const confirmEmailEpic = whenRequested(confirmationRequested, confirmEmail, ({ error }) =>
  confirmationFailed(error),
)
