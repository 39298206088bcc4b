import { ACCOUNT_ENDPOINTS } from '@tessera/shared/config'
import type { Action } from '@tessera/shared/contract'
import { signInFailed, signInFinished, signInRequested, type SignInCredentials } from '@tessera/shared/store'
import { readSession } from '../domain/read-session.ts'
import { readReturnPath } from '../domain/return-path.ts'
import type { Refusal } from '../domain/read-answer.ts'
import { accountError } from '../errors.ts'
import { formRefused, pageLeft } from './account-events.ts'
import { refusalOf, sendForm, type AccountIo } from './send-form.ts'
import { whenRequested } from './when-requested.ts'

/** Sign in with a password, and go where the visitor wanted to. Source: specification 4, Authentication. */
export async function signIn(
  { username, password, returnPath }: SignInCredentials,
  io: AccountIo,
): Promise<readonly Action[]> {
  const fields = { username, password, ...(returnPath ? { redirect_uri: returnPath } : {}) }
  const sent = await sendForm(
    io,
    { url: ACCOUNT_ENDPOINTS.signIn, fields },
    ({ status, statusText }) => `Fetch credentials error: ${status} ${statusText}`,
  )
  if (sent.refusal) return refused(sent.refusal)
  const session = readSession(sent.answer.body)
  if (!session) return refused(refusalOf(accountError('account/unreadable-session'), 'unavailable'))
  const path = readReturnPath(session.location) ?? readReturnPath(returnPath ?? undefined) ?? '/'
  return [signInFinished(session.signedIn), pageLeft({ path })]
}

const refused = (refusal: Refusal): readonly Action[] => [
  formRefused(refusal),
  signInFailed({
    message: refusal.error.message,
    isAuthenticationError: refusal.issues.some(({ code }) => code === 'credentials'),
  }),
]

export const signInEpic = whenRequested(signInRequested, signIn)
