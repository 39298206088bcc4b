import type { FastifyInstance } from 'fastify'
import { inheritedGroups } from '../domain/access.ts'
import type { Group, SeedUser } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { hashPassword, verifyPassword } from '../security/password.ts'
import type { Account } from '../records/records.ts'
import { readRequestedUser, type RequestedUser } from './requested-user.ts'
import type { Context } from './context.ts'
import { readCount, readParams } from './params.ts'
import { checkPassword } from './user-fields.ts'
import { groupToWire, pageOf, userToWire } from './user-wire.ts'

const GROUPS_PAGE = 100

/** A user, the user's groups and password. Source: protocol 1.2, rows 21 to 24, and 1.19. */
export function userRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/security/users/:userId'
  server.get(base, async (request, reply) =>
    userToWire((await readRequestedUser(context, request, reply)).user),
  )

  server.get(`${base}/groups`, async (request, reply) => {
    const { user } = await readRequestedUser(context, request, reply)
    const params = readParams(request)
    const inherit = params.get('includeinherited')?.toLowerCase() === 'true'
    const pageIndex = readCount(params.get('pageindex'), 'pageIndex', 0)
    const pageSize = Math.min(readCount(params.get('pagesize'), 'pageSize', GROUPS_PAGE), 1000)
    const groups = groupsOf(context.model().groups, user, inherit)
    const items = groups.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize).map(groupToWire)
    return pageOf(items, groups.length, { pageIndex, pageSize })
  })

  server.head(`${base}/groups/:groups`, async (request, reply) => {
    const { user } = await readRequestedUser(context, request, reply)
    const wanted = (request.params as { readonly groups: string }).groups
      .split(',')
      .map((name) => name.trim().toLowerCase())
    const belongs = groupsOf(context.model().groups, user, true).some(
      (group) => wanted.includes(group.id.toLowerCase()) || wanted.includes(group.name.toLowerCase()),
    )
    return reply.status(belongs ? 204 : 404).send()
  })

  server.post(`${base}/credentials/password`, async (request, reply) => {
    const asked = await readRequestedUser(context, request, reply)
    await changePassword(context, asked, request.body)
    return reply.status(200).send()
  })
}

function groupsOf(groups: readonly Group[], user: SeedUser, inherit: boolean): readonly Group[] {
  const direct = user.groupIds ?? []
  const ids = new Set(inherit ? inheritedGroups(groups, direct) : direct)
  return groups.filter((group) => ids.has(group.id))
}

/**
 * Change a password. Users send their existing one, administrators and API keys need not. The session of the request
 * continues, all others of the account end. Source: 0033.
 */
async function changePassword(
  context: Context,
  { account, isAdmin, session }: RequestedUser,
  body: unknown,
): Promise<void> {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const fresh: unknown = fields['new']
  checkPassword(fresh, context.model().environment, 'new')
  const existing = fields['existing']
  const mustProve = !isAdmin || existing !== undefined
  if (mustProve) await verifyCurrentPassword(context, account, existing)
  const isSet = await context.writer.setPassword({
    account: account.id,
    password: await hashPassword(fresh),
    checked: mustProve ? account.password : null,
    now: new Date().toISOString(),
    keeps: session,
  })
  // Another request has changed it since it was checked.
  if (!isSet) throw wrongPassword()
}

/** Check the existing password. Throws `platform/conflict` when it is wrong, `platform/limited` after too many. */
async function verifyCurrentPassword(context: Context, account: Account, existing: unknown): Promise<void> {
  const check =
    typeof existing === 'string'
      ? await context.signInLimit.check('change', account.id, () =>
          verifyPassword(existing, account.password),
        )
      : 'wrong'
  if (check === 'right') return
  if (check !== 'wrong')
    throw new PlatformError(
      'platform/limited',
      'Too many passwords were tried; try again later',
      null,
      context.signInLimit.retryAfterSeconds('change', account.id),
    )
  throw wrongPassword()
}

function wrongPassword(): PlatformError {
  const message = 'The existing password is wrong'
  return new PlatformError('platform/conflict', message, [{ field: 'existing', message }])
}
