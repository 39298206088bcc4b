import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import {
  registrationFailed,
  registrationFinished,
  registrationRequested,
  type AccountFields,
} from '@tessera/shared/store'
import { readCreatedUser } from '../domain/read-session.ts'
import { readReturnPath } from '../domain/return-path.ts'
import { accountError } from '../errors.ts'
import { pageLeft } from './account-events.ts'
import { refusalOf, sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Register, and go to the path in `redirect_uri` afterwards. Source: specification 4, 7 and 8. */
async function register(fields: AccountFields, io: AccountIo): Promise<FlowResult> {
  const sent = await sendForm(
    io,
    { url: ACCOUNT_ENDPOINTS.register, fields },
    ({ statusText }) => `Registration service: ${statusText}`,
  )
  const user = sent.refusal ? null : readCreatedUser(sent.answer.body)
  if (user) {
    const path = readReturnPath(fields['redirect_uri'])
    return { actions: [registrationFinished(user), ...(path ? [pageLeft({ path })] : [])] }
  }
  return { refusal: sent.refusal ?? refusalOf(accountError('account/unreadable-user'), 'unavailable') }
}

export const registerEpic = whenRequested(registrationRequested, register, ({ error }) =>
  registrationFailed(error),
)
