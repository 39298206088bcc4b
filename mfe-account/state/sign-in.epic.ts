import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import { signInFailed, signInFinished, signInRequested, type SignInCredentials } from '@tessera/shared/store'
import { readSession } from '../domain/read-session.ts'
import { readReturnPath } from '../domain/return-path.ts'
import { accountError } from '../errors.ts'
import { pageLeft } from './account-events.ts'
import { refusalOf, sendForm, type AccountIo } from './send-form.ts'
import { whenRequested, type FlowResult } from './when-requested.ts'

/** Sign in with a password, and go to the requested path. Source: specification 4, Authentication. */
async function signIn(
  { username, password, returnPath }: SignInCredentials,
  io: AccountIo,
): Promise<FlowResult> {
  const fields = { username, password, ...(returnPath ? { redirect_uri: returnPath } : {}) }
  const sent = await sendForm(
    io,
    { url: ACCOUNT_ENDPOINTS.signIn, fields },
    ({ status, statusText }) => `Fetch credentials error: ${status} ${statusText}`,
  )
  if (sent.refusal) return { refusal: sent.refusal }
  const session = readSession(sent.answer.body)
  if (!session) return { refusal: refusalOf(accountError('account/unreadable-session'), 'unavailable') }
  const path = readReturnPath(session.location) ?? readReturnPath(returnPath ?? undefined) ?? '/'
  return { actions: [signInFinished(session.signedIn), pageLeft({ path })] }
}

export const signInEpic = whenRequested(signInRequested, signIn, ({ issues, error }) =>
  signInFailed({
    message: error.message,
    isAuthenticationError: issues.some(({ code }) => code === 'credentials'),
  }),
)
