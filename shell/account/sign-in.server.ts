import type { FastifyRequest } from 'fastify'
import type { AccountField } from '@tessera/shared/contract'
import { languagePrefix } from '../domain/page-language.ts'
import { safeReturnPath } from '../domain/safe-return-path.ts'
import { accountError } from '../errors.ts'
import type { AccountSuccess } from './account-answer.server.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './accounts.ts'
import { countOrRefuse } from './count-or-refuse.ts'

const NEEDED = ['username', 'password'] as const satisfies readonly AccountField[]

/**
 * Sign in with a password: tries are counted first, then the platform decides. Always a new session. The answer says who has
 * signed in, and where to go: `ReturnURL` or `redirect_uri`, if that is a place of this site. Source: specification 2 and 4.
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
  await accounts.limit.forgive(attempt)
  const next = returnPath(accounts, post)
  return { body: { user, credentials, location: next }, next }
}

/** Where somebody goes after signing in: where they wanted to, else the home page in their language. */
function returnPath({ config }: Accounts, { fields, language }: AccountPost): string {
  const origins = [config.publicUrl]
  return (
    safeReturnPath(fields.ReturnURL, origins) ??
    safeReturnPath(fields.redirect_uri, origins) ??
    (languagePrefix(language, config.languages) || '/')
  )
}
