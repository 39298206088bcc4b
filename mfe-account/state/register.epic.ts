import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import {
  registrationFailed,
  registrationFinished,
  registrationRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { readCreatedUser } from '../domain/read-session.ts'
import { readReturnPath } from '../domain/return-path.ts'
import { accountError } from '../errors.ts'
import { formRefused, pageLeft } from './account-events.ts'
import { refusalOf, sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Register; after success a redirect that was asked for is followed. Source: specification 4, 7 and 8. */
export async function register(fields: AccountFields, io: AccountIo): Promise<readonly Action[]> {
  const sent = await sendForm(
    io,
    { url: ACCOUNT_ENDPOINTS.register, fields },
    ({ statusText }) => `Registration service: ${statusText}`,
  )
  const user = sent.refusal ? null : readCreatedUser(sent.answer.body)
  if (user) {
    const path = readReturnPath(fields['redirect_uri'])
    return [registrationFinished(user), ...(path ? [pageLeft({ path })] : [])]
  }
  const refusal = sent.refusal ?? refusalOf(accountError('account/unreadable-user'), 'unavailable')
  return [formRefused(refusal), registrationFailed(refusal.error)]
}

export const registerEpic = whenRequested(registrationRequested, register)
