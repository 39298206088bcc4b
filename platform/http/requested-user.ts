import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SeedUser } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import type { Account } from '../records/records.ts'
import type { Context } from './context.ts'
import type { Identity } from './identity.ts'

/** The user that a request is about, and properties of the requester. */
export type RequestedUser = {
  readonly account: Account
  readonly user: SeedUser
  readonly isAdmin: boolean
  /** The requester's session. */
  readonly session: string | null
}

/** The identity of a requester of a security route; refuses requests without a bearer token. Answers are private. */
async function requireBearer(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity> {
  reply.header('cache-control', 'private, no-store')
  const identity = await context.identify(request)
  if (!identity.isBearer) throw new PlatformError('platform/sign-in-required', 'A bearer token is needed')
  return identity
}

/** Like `requireBearer`, but refuses everyone except administrators and API keys. */
export async function requireAdmin(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Identity> {
  const identity = await requireBearer(context, request, reply)
  if (!identity.isAdmin)
    throw new PlatformError('platform/forbidden', 'Only administrators and API keys may do this')
  return identity
}

/** The user that a URL names by id, user name, e-mail address or `@current`. Users may read their own; only administrators read others. */
export async function readRequestedUser(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<RequestedUser> {
  const identity = await requireBearer(context, request, reply)
  const { userId } = request.params as { readonly userId: string }
  const own = identity.user
  const isOwn =
    own !== null &&
    [own.id, own.username, own.email, '@current'].some((name) => name.toLowerCase() === userId.toLowerCase())
  if (!isOwn && !identity.isAdmin)
    throw new PlatformError('platform/forbidden', 'Only administrators may see other users')
  const { isAdmin, session } = identity
  return { ...(await findUser(context, isOwn ? own.id : userId)), isAdmin, session }
}

/** A user by id, user name or e-mail address. Throws `platform/not-found`. */
export async function findUser(
  context: Context,
  name: string,
): Promise<{ readonly account: Account; readonly user: SeedUser }> {
  const account = await context.readers.account({ by: 'name', value: name })
  if (account === null) throw new PlatformError('platform/not-found', 'There is no such user')
  return { account, user: JSON.parse(account.json) as SeedUser }
}
