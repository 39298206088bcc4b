import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import type { AccountFields } from '@tessera/shared/store'
import { missingField } from '../domain/missing-field.ts'
import { INVALID_OBJECT } from '../errors.ts'
import {
  formRefused,
  verificationFailed,
  verificationFinished,
  verificationRequested,
} from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Ask for another mail to confirm an address. Source: specification 7, GET /account/verify/resend?user={user}. */
export async function resendVerification(fields: AccountFields, io: AccountIo): Promise<readonly Action[]> {
  const { user = '', language = '' } = fields
  const missing = missingField(fields, ['user'], INVALID_OBJECT)
  const url = `${ACCOUNT_ENDPOINTS.resendVerification}?${new URLSearchParams({ user, language })}`
  const { refusal } = missing ? { refusal: missing } : await sendForm(io, { url })
  return refusal ? [formRefused(refusal), verificationFailed(refusal.error)] : [verificationFinished()]
}

export const resendVerificationEpic = whenRequested(verificationRequested, resendVerification)
