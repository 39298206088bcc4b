import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { ACCOUNT_SCREENS, passwordIssue } from '@tessera/shared/config'
import type { AccountIssue } from '@tessera/shared/contract'
import { accountError } from '../../errors.ts'
import { type AccountSuccess } from './account-answer.server.ts'
import { screenUrl } from '../../http/paths.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { countOrRefuse } from './sign-in.server.ts'
import { isUnconfirmed, type PlatformUser } from './security-api.server.ts'
import { confirmUser } from './verify-email.server.ts'
import { languageFor, sendLink, stateHash, openLink, sendNotice } from './account-mail.server.ts'
import { isCommonPassword } from './common-passwords.ts'
import { LINK_HOURS } from './mail/mails.ts'

/**
 * Requests a link for a new password. The answer does not wait for the platform, so its body and timing are the same for
 * every address. Source: specification 5 and 7.
 */
export async function requestReset(
  accounts: Accounts,
  { fields, language, address }: AccountPost,
): Promise<AccountSuccess> {
  const { userEmail = '' } = fields
  if (userEmail === '')
    throw accountError('account/invalid', { details: { issues: [{ field: 'userEmail', code: 'missing' }] } })
  if (!v.is(v.pipe(v.string(), v.email()), userEmail))
    throw accountError('account/fields', { details: { issues: [{ field: 'userEmail', code: 'invalid' }] } })
  await countOrRefuse(accounts, { act: 'reset', address, account: userEmail })
  accounts.jobs.add('reset message', async () => {
    const user = await accounts.api.findUser(userEmail)
    // The user was found by a user name that looks like an address: the message would go to another person's address.
    if (!user || user.email.toLowerCase() !== userEmail.toLowerCase()) return
    if (user.status.suspended && !isUnconfirmed(user)) return
    await sendLink(accounts, 'reset', user, languageFor(accounts, user, language))
  })
  return {
    outcome: 'sent',
    next: screenUrl(ACCOUNT_SCREENS.forgotPassword, language, accounts.config.languages, { done: 'sent' }),
  }
}

/**
 * Sets a new password with the link from a message. The link works once: using it changes the account state that it was sealed with, and
 * the store admits only one of several concurrent uses. All sessions of the user end. Source: specification 5 and 7.
 */
export async function resetPassword(accounts: Accounts, post: AccountPost): Promise<AccountSuccess> {
  const { token = '', password = '' } = post.fields
  const missing = [
    ...(token === '' ? (['token'] as const) : []),
    ...(password === '' ? (['password'] as const) : []),
  ]
  if (missing.length > 0)
    throw accountError('account/invalid', { details: { issues: missing.map(toMissing) } })
  await countOrRefuse(accounts, { act: 'reset-password', address: post.address })
  const claim = openLink(accounts.sealer, 'reset', token)
  const user = claim && (await accounts.api.findUser(claim.userId))
  if (!user || stateHash('reset', user) !== claim.mark) throw accountError('account/link')
  checkNewPassword(password, user, 'password')
  await once(accounts, token, () => accounts.api.setPassword(user.id, password))
  // The link came by mail, so the address is theirs.
  if (isUnconfirmed(user)) await confirmUser(accounts, user)
  await accounts.sessions.endAllOf(user.id)
  accounts.jobs.add('password changed message', () =>
    sendNotice(accounts, 'passwordChanged', user, languageFor(accounts, user, post.language)),
  )
  return {
    outcome: 'reset',
    next: screenUrl(ACCOUNT_SCREENS.signIn, post.language, accounts.config.languages, { done: 'reset' }),
  }
}

const toMissing = (field: 'token' | 'password'): AccountIssue => ({ field, code: 'missing' })

/** @throws AppError account/fields for a password that the policy refuses */
export function checkNewPassword(
  password: string,
  {
    username,
    email,
    firstName,
    lastName,
  }: Pick<PlatformUser, 'username' | 'email' | 'firstName' | 'lastName'>,
  field: 'password' | 'newPassword',
): void {
  const owner = { username, email, firstName: firstName ?? '', lastName: lastName ?? '' }
  const code = passwordIssue(password, owner) ?? (isCommonPassword(password) ? 'too-common' : null)
  if (code !== null) throw accountError('account/fields', { details: { issues: [{ field, code }] } })
}

/** Runs the work once per link; if it fails, the link can be used again. */
async function once({ store }: Accounts, token: string, work: () => Promise<void>): Promise<void> {
  const key = `link-used:${createHash('sha256').update(token).digest('base64url')}`
  if (!(await store.claim(key, '1', LINK_HOURS.reset * 3_600_000 + 60_000)))
    throw accountError('account/link')
  try {
    await work()
  } catch (error) {
    await store.delete(key)
    throw error
  }
}
