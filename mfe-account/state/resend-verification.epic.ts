import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { AccountFields } from '@tessera/shared/store'
import { missingField } from '../domain/missing-field.ts'
import { INVALID_OBJECT } from '../errors.ts'
import { verificationFailed, verificationFinished, verificationRequested } from './account-events.ts'
import { sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Request another email to confirm an address. Source: specification 7, GET /account/verify/resend?user={user}. */
async function resendVerification(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const { user = '', language = '' } = fields
  const missing = missingField(fields, ['user'], INVALID_OBJECT)
  const url = `${ACCOUNT_ENDPOINTS.resendVerification}?${new URLSearchParams({ user, language })}`
  if (missing) return { refusal: missing }
  const { refusal } = await sendForm(io, { url })
  return refusal ? { refusal } : { actions: [verificationFinished()] }
}

export const resendVerificationEpic = whenRequested(verificationRequested, resendVerification, ({ error }) =>
  verificationFailed(error),
)
