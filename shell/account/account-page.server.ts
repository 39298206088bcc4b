import type { FastifyReply, FastifyRequest } from 'fastify'
import { FORM_TOKEN_FIELD, type FormGuard } from './form-token.server.ts'
import type { PostedValues } from './posted-values.server.ts'

const ACCOUNT_PATH = /^\/account(?:\/|$)/

/**
 * What the forms of an account page start with: the token of its forms, and what was typed before if one of them was
 * refused. Undefined for every other page: those may be kept for everybody.
 */
export function postedTo(
  path: string,
  { guard, posted }: { readonly guard: FormGuard; readonly posted: PostedValues },
  request: FastifyRequest,
  reply: FastifyReply,
): Readonly<Record<string, string>> | undefined {
  if (!ACCOUNT_PATH.test(path)) return undefined
  return { ...posted.take(request, reply), [FORM_TOKEN_FIELD]: guard.open(request, reply) }
}
