import * as v from 'valibot'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { accountError } from '../errors.ts'
import { screenUrl, type AccountSuccess } from './account-answer.server.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './accounts.ts'
import { countOrRefuse } from './count-or-refuse.ts'
import { isUnconfirmed } from './security-api.server.ts'
import { languageFor, sendLink } from './send-account-mail.ts'

/**
 * Ask for a new password. Nothing of the platform is asked before the answer is given, so it says and takes the same for
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
  accounts.later.run('reset message', async () => {
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
