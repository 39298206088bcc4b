import type { FastifyRequest } from 'fastify'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { accountError } from '../../errors.ts'
import { refusalBody, type AccountSuccess } from './account-answer.server.ts'
import { screenUrl } from '../../http/paths.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { countOrRefuse } from './sign-in.server.ts'
import {
  isRegisteredHere,
  languageFor,
  openLink,
  resetPath,
  sendLink,
  stateHash,
} from './account-mail.server.ts'
import { isUnconfirmed, type PlatformUser } from './security-api.server.ts'

/**
 * Confirms an address with the token of a message, after the visitor has pressed the button on its screen. Safe to repeat. In another
 * browser than the one that registered, the visitor chooses the password first, which confirms the address too: anybody could have
 * registered with it, and would otherwise have the password of an account in the visitor's name.
 */
export async function verifyEmail(
  accounts: Accounts,
  { fields, language, address }: AccountPost,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<AccountSuccess> {
  await countOrRefuse(accounts, { act: 'confirm', address })
  const claim = openLink(accounts.sealer, 'confirm', fields.token)
  const user = claim && (await accounts.api.findUser(claim.userId))
  if (!user || stateHash('confirm', user) !== claim.mark) throw accountError('account/link')
  if (isUnconfirmed(user) && !isRegisteredHere(accounts, headers.cookie, user.id)) {
    const next = resetPath(accounts, user, language)
    // To scripts it is a refusal: a release of the account remote that does not know `next` would call the address confirmed.
    const error = accountError('account/password-first')
    return { status: error.status, body: { ...refusalBody(error), next }, next }
  }
  if (isUnconfirmed(user)) await confirmUser(accounts, user)
  return {
    outcome: 'verified',
    next: screenUrl(ACCOUNT_SCREENS.verify, language, accounts.config.languages, { done: 'verified' }),
  }
}

/**
 * Confirms the address of a user, who may sign in from now on. The mark is set again later where that fails: without it, an account that
 * staff suspend later would count as one that was never confirmed, which a link opens.
 */
export async function confirmUser(
  { api, jobs }: Pick<Accounts, 'api' | 'jobs'>,
  user: PlatformUser,
): Promise<void> {
  await api.releaseUser(user)
  const mark = () => api.markConfirmed(user)
  await mark().catch((error: unknown) => jobs.retry('mark of a confirmed address', mark, error))
}

/** Sends the link again; the answer is the same for every address, and does not wait for the platform. Source: specification 7. */
export async function resendVerification(
  accounts: Accounts,
  { fields, language, address }: AccountPost,
): Promise<AccountSuccess> {
  const { user: name = '' } = fields
  if (name === '')
    throw accountError('account/invalid', { details: { issues: [{ field: 'user', code: 'missing' }] } })
  await countOrRefuse(accounts, { act: 'resend', address, account: name })
  accounts.jobs.add('confirmation message', async () => {
    const user = await accounts.api.findUser(name)
    if (user && isUnconfirmed(user))
      await sendLink(accounts, 'confirm', user, languageFor(accounts, user, language))
  })
  return {
    outcome: 'sent',
    next: screenUrl(ACCOUNT_SCREENS.verify, language, accounts.config.languages, { done: 'sent' }),
  }
}
