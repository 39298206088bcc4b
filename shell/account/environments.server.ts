import type { FastifyReply, FastifyRequest } from 'fastify'
import { accountError } from '../errors.ts'
import { PRIVATE_HEADERS } from './account-answer.server.ts'
import type { Accounts } from './accounts.ts'
import { signedIn } from './change-password.server.ts'

/** The environments of whoever is signed in, as the provider lists them. Source: specification 7; the answer's shape is the provider's. */
export async function myEnvironments(
  accounts: Accounts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await signedIn(accounts, request)
  const { status, data } = await accounts.ask({
    method: 'GET',
    url: `${accounts.environmentsUrl}/my-environments`,
    headers: { 'x-security-token': session.securityToken ?? session.bearerToken },
  })
  if (status === 401 || status === 403) throw accountError('account/signed-out')
  if (status !== 200 || !Array.isArray(data))
    throw accountError('account/unavailable', { details: { status } })
  return reply.headers(PRIVATE_HEADERS).send(data)
}
