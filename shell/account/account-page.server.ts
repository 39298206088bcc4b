import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from './accounts.ts'
import { FORM_TOKEN_FIELD } from './form-token.server.ts'

const ACCOUNT_PATH = /^\/account(?:\/|$)/

/**
 * What the forms of an account page start with: the token of its forms, and what was typed before if one of them was
 * refused. Undefined for every other page: those may be kept for everybody.
 */
export function postedTo(
  path: string,
  { guard, posted }: Pick<Accounts, 'guard' | 'posted'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Readonly<Record<string, string>> | undefined {
  if (!ACCOUNT_PATH.test(path)) return undefined
  return { ...posted.take(request, reply), [FORM_TOKEN_FIELD]: guard.open(request, reply) }
}
