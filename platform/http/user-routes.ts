import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inheritedGroups } from '../domain/access.ts'
import type { Group, SeedUser } from '../domain/content.ts'
import { hashPassword, verifyPassword } from '../security/password.ts'
import { PlatformError } from '../errors.ts'
import type { Account } from '../records/records.ts'
import type { Context } from './context.ts'
import { readCount, readParams } from './params.ts'
import { checkPassword } from './password-policy.ts'

const GROUPS_PAGE = 100

type Asked = { readonly account: Account; readonly user: SeedUser; readonly isAdmin: boolean }

/** Users, their groups and their passwords. Source: protocol 1.2, rows 21 to 24, and 1.19. */
export function userRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/security/users/:userId'
  server.get(base, async (request, reply) => userToWire((await readAsked(context, request, reply)).user))

  server.get(`${base}/groups`, async (request, reply) => {
    const { user } = await readAsked(context, request, reply)
    const params = readParams(request)
    const inherit = params.get('includeinherited')?.toLowerCase() === 'true'
    const pageIndex = readCount(params.get('pageindex'), 'pageIndex', 0)
    const pageSize = Math.min(readCount(params.get('pagesize'), 'pageSize', GROUPS_PAGE), 1000)
    const groups = groupsOf(context.model().groups, user, inherit)
    const items = groups.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize).map(groupToWire)
    return {
      pageIndex,
      pageSize,
      totalCount: groups.length,
      pageCount: pageSize === 0 ? 0 : Math.ceil(groups.length / pageSize),
      items,
    }
  })

  server.head(`${base}/groups/:groups`, async (request, reply) => {
    const { user } = await readAsked(context, request, reply)
    const wanted = (request.params as { readonly groups: string }).groups
      .split(',')
      .map((name) => name.trim().toLowerCase())
    const belongs = groupsOf(context.model().groups, user, true).some(
      (group) => wanted.includes(group.id.toLowerCase()) || wanted.includes(group.name.toLowerCase()),
    )
    return reply.status(belongs ? 204 : 404).send()
  })

  server.post(`${base}/credentials/password`, async (request, reply) => {
    const asked = await readAsked(context, request, reply)
    await changePassword(context, asked, request.body)
    return reply.status(200).send()
  })
}

/** The user that a URL names. Everybody may read themselves; only administrators may read others. */
async function readAsked(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<Asked> {
  reply.header('cache-control', 'private, no-store')
  const identity = await context.identify(request)
  if (!identity.isBearer) throw new PlatformError('platform/sign-in-required', 'A signed-in user is needed')
  const { userId } = request.params as { readonly userId: string }
  const own = identity.user
  const isOwn =
    own !== null &&
    [own.id, own.username, own.email, '@current'].some((name) => name.toLowerCase() === userId.toLowerCase())
  if (!isOwn && !identity.isAdmin)
    throw new PlatformError('platform/forbidden', 'Only administrators may see other users')
  const account = await context.readers.account(
    isOwn ? { by: 'id', value: own.id } : { by: 'name', value: userId },
  )
  if (account === null) throw new PlatformError('platform/not-found', 'There is no such user')
  return { account, user: JSON.parse(account.json) as SeedUser, isAdmin: identity.isAdmin }
}

function groupsOf(groups: readonly Group[], user: SeedUser, inherit: boolean): readonly Group[] {
  const direct = user.groupIds ?? []
  const ids = new Set(inherit ? inheritedGroups(groups, direct) : direct)
  return groups.filter((group) => ids.has(group.id))
}

function groupToWire({ id, name, description = '', type = 'contensis', custom = {} }: Group): object {
  return { id, name, description, type, custom }
}

/** A user on the wire; never with a password. */
export function userToWire(user: SeedUser): object {
  const {
    id,
    username,
    email,
    firstName = '',
    lastName = '',
    timezone = 'Europe/London',
    language = 'en-GB',
    custom = {},
    status = {},
  } = user
  const { created = null, modified = null } = user as {
    readonly created?: string
    readonly modified?: string
  }
  const { active = true, suspended = false, locked = false, passwordResetRequired = false } = status
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    timezone,
    language,
    custom,
    credentials: { provider: { name: 'Contensis' } },
    status: { active, suspended, locked, passwordResetRequired },
    created,
    modified,
  }
}

async function changePassword(context: Context, { account, isAdmin }: Asked, body: unknown): Promise<void> {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const fresh: unknown = fields['new']
  checkPassword(fresh, context.model().environment, 'new')
  const existing = fields['existing']
  const mustProve = !isAdmin || existing !== undefined
  if (mustProve && !(typeof existing === 'string' && (await verifyPassword(existing, account.password)))) {
    const message = 'The existing password is wrong'
    throw new PlatformError('platform/conflict', message, [{ field: 'existing', message }])
  }
  await context.writer.setPassword({
    account: account.id,
    password: await hashPassword(fresh),
    now: new Date().toISOString(),
  })
}
