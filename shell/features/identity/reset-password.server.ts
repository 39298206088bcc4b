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
import { languageFor, sendLink, markOf, openLink, sendNotice } from './account-mail.server.ts'
import { isCommonPassword } from './common-passwords.ts'
import { LINK_HOURS } from './mail/mails.ts'

/**
 * Ask for a new password. The platform is not called before the answer is sent, so its text and its time are the same for
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
    // Found by a user name that looks like an address: the message would go to somebody else.
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
 * Set a new password with the link from a message. It works once: using it changes the account state that the link was sealed with, and
 * of two uses at the same time the store lets one through. Every session of the user ends. Source: specification 5 and 7.
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
  if (!user || markOf('reset', user) !== claim.mark) throw accountError('account/link')
  checkNewPassword(password, user, 'password')
  await once(accounts, token, () => accounts.api.setPassword(user.id, password))
  // The link came by mail, so the address is theirs.
  if (isUnconfirmed(user)) await accounts.api.confirmUser(user)
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

/** @throws AppError account/fields for a password that the policy does not take */
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

/** The link can be used again when setting the password failed. */
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
