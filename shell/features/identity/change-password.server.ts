import type { FastifyRequest } from 'fastify'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { toAppError, type AccountField, type User } from '@tessera/shared/contract'
import { accountError } from '../../errors.ts'
import type { Session } from '../../http/session.ts'
import { type AccountSuccess } from './account-answer.server.ts'
import { screenUrl } from '../../http/paths.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { countOrRefuse } from './sign-in.server.ts'
import { checkNewPassword } from './reset-password.server.ts'
import { languageFor, sendNotice } from './account-mail.server.ts'

const NEEDED = ['userId', 'currentPassword', 'newPassword'] as const satisfies readonly AccountField[]
/** Source: specification 5, Accounts and security. */
export const CHANGE_INVALID = 'Invalid action object sent to changePassword saga'

/**
 * Replaces the password of the signed-in user, who must give the current one. All other sessions of the user end; this one
 * continues with a new id. Source: specification 5 and 7.
 */
export async function changePassword(
  accounts: Accounts,
  post: AccountPost,
  request: FastifyRequest,
): Promise<AccountSuccess> {
  const missing = NEEDED.filter((name) => !post.fields[name])
  if (missing.length > 0) {
    const issues = missing.map((field) => ({ field, code: 'missing' }))
    throw accountError('account/invalid', { details: { issues } })
  }
  const { userId = '', currentPassword = '', newPassword = '' } = post.fields
  const session = await signedIn(accounts, request)
  if (session.user.id !== userId) throw accountError('account/signed-out')
  await countOrRefuse(accounts, { act: 'change-password', address: post.address, account: userId })
  const { user } = session
  checkNewPassword(newPassword, user, 'newPassword')
  await accounts.api
    .changePassword(session.bearerToken, userId, currentPassword, newPassword)
    .catch((thrown: unknown) => {
      const { code } = toAppError(thrown)
      if (code !== 'account/credentials') throw thrown
      const message = 'The existing password is wrong'
      throw accountError(code, {
        message,
        details: { issues: [{ field: 'currentPassword', code: 'credentials' }] },
      })
    })
  await renew(accounts, request, user, newPassword)
  accounts.jobs.add('password changed message', async () => {
    const known = await accounts.api.findUser(userId)
    if (known)
      await sendNotice(accounts, 'passwordChanged', known, languageFor(accounts, known, post.language))
  })
  return {
    outcome: 'changed',
    next: screenUrl(ACCOUNT_SCREENS.changePassword, post.language, accounts.config.languages, {
      done: 'changed',
    }),
  }
}

/** The session of the signed-in user. @throws AppError account/signed-out; account/unavailable when it cannot be verified now */
export async function signedIn(
  { sessions }: Pick<Accounts, 'sessions'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await sessions.read(request)
  if (session) return session
  const cause = sessions.failureOf(request)
  throw cause ? accountError('account/unavailable', { cause }) : accountError('account/signed-out')
}

/** Replaces this session by a new one, or keeps it if that fails; ends all other sessions of the user. Source: 0033. */
async function renew(
  { sessions }: Accounts,
  request: FastifyRequest,
  { id, username }: User,
  password: string,
): Promise<void> {
  try {
    await sessions.start(request, { type: 'password', username, password })
  } catch (thrown) {
    // Harmless: the platform keeps the session that has changed the password.
    request.log.warn({ code: toAppError(thrown).code }, 'session not renewed after a change of password')
  }
  await sessions.endAllOf(id, request)
}
