import type { FastifyRequest } from 'fastify'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { safeReturnPath } from '../domain/safe-return-path.ts'
import { screenUrl, type AccountSuccess } from './account-answer.server.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './accounts.ts'

/** Sign out, then to a given path of this site or the sign-in page. Source: specification 4, Authentication. */
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
