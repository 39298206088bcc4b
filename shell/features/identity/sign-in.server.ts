import type { FastifyRequest } from 'fastify'
import type { AccountField } from '@tessera/shared/contract'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { languagePrefix, safeReturnPath, screenUrl } from '../../http/paths.ts'
import { accountError } from '../../errors.ts'
import { type AccountSuccess } from './account-answer.server.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import type { Attempt } from '../../http/rate-limit.server.ts'

const NEEDED = ['username', 'password'] as const satisfies readonly AccountField[]

/**
 * Signs a visitor in with a password: attempts are counted first, then the platform decides. Always a new session. The answer has
 * the user and the path to go to: `ReturnURL` or `redirect_uri`, if that is on this site. Source: specification 2 and 4.
 */
export async function signIn(
  accounts: Accounts,
  post: AccountPost,
  request: FastifyRequest,
): Promise<AccountSuccess> {
  const { username = '', password = '' } = post.fields
  const missing = NEEDED.filter((name) => !post.fields[name])
  if (missing.length > 0) {
    const issues = missing.map((field) => ({ field, code: 'missing' }))
    throw accountError('account/invalid', { details: { issues } })
  }
  const attempt = { act: 'sign-in', address: post.address, account: username } as const
  await countOrRefuse(accounts, attempt)
  const { user, credentials } = await accounts.sessions.start(request, {
    type: 'password',
    username,
    password,
  })
  await accounts.limit.reset(attempt)
  const next = returnPath(accounts, post)
  return { body: { user, credentials, location: next }, next }
}

/** The path after signing in: the requested one, else the home page in the visitor's language. */
function returnPath({ config }: Accounts, { fields, language }: AccountPost): string {
  const origins = [config.publicUrl]
  return (
    safeReturnPath(fields.ReturnURL, origins) ??
    safeReturnPath(fields.redirect_uri, origins) ??
    (languagePrefix(language, config.languages) || '/')
  )
}

/** Signs a visitor out, then goes to the given path of this site or the sign-in page. Source: specification 4, Authentication. */
export async function signOut(
  { sessions, config }: Accounts,
  { fields, language }: AccountPost,
  request: FastifyRequest,
): Promise<AccountSuccess> {
  await sessions.end(request)
  const next =
    safeReturnPath(fields.redirect_uri, [config.publicUrl]) ??
    screenUrl(ACCOUNT_SCREENS.signIn, language, config.languages, { done: 'signed-out' })
  return { body: { success: true, location: next }, next }
}

/** Counts an attempt before any other work. @throws AppError account/limited with `retryAfterSeconds` */
export async function countOrRefuse({ limit }: Pick<Accounts, 'limit'>, attempt: Attempt): Promise<void> {
  const retryAfterSeconds = await limit.countAttempt(attempt)
  if (retryAfterSeconds !== null) throw accountError('account/limited', { details: { retryAfterSeconds } })
}
