import { tableOf } from '../domain/table-of.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { isObject, type SeedUser, type UserStatus } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { readOrder, readOrderText } from '../query/read-order.ts'
import { readWhere } from '../query/read-where.ts'
import { readZenql } from '../query/read-zenql.ts'
import type { AccountQuery } from '../records/records.ts'
import { readRequestedUser, requireAdmin } from './requested-user.ts'
import type { Context } from './context.ts'
import { readJson, readPaging, readParams } from './params.ts'
import { checkUser, USER_FIELDS } from './user-fields.ts'
import { pageOf, userToWire } from './user-wire.ts'

const BASE = '/api/security/users'

/** Find, change, suspend and remove users, with the management client's addresses: for administrators and API keys. */
export function userAdminRoutes(server: FastifyInstance, context: Context): void {
  server.get(BASE, async (request, reply) => {
    await requireAdmin(context, request, reply)
    return findUsers(context, readParams(request), {})
  })
  server.get(`${BASE}/search`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    return findUsers(context, readParams(request), {})
  })
  server.post(`${BASE}/search`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    return findUsers(context, readParams(request), isObject(request.body) ? request.body : {})
  })

  server.patch(`${BASE}/:userId`, async (request, reply) => {
    const { user, isAdmin } = await readRequestedUser(context, request, reply)
    const fields = readPatch(request)
    if (!isAdmin) refuseForeign(user, fields)
    const changed = await context.writer.changeAccount({ id: user.id, now: new Date().toISOString(), fields })
    if (changed === 'username' || changed === 'email') throw taken(changed)
    if (changed === 'missing') throw missing()
    return userToWire(JSON.parse(changed.json) as SeedUser)
  })

  server.delete(`${BASE}/:userId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const { user } = await readRequestedUser(context, request, reply)
    if (!(await context.writer.removeAccount(user.id))) throw missing()
    return reply.status(204).send()
  })

  server.post(`${BASE}/:userId/actions`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const { user } = await readRequestedUser(context, request, reply)
    const { type } = isObject(request.body) ? request.body : {}
    const status = ACTIONS.get(typeof type === 'string' ? type.toLowerCase() : '')
    if (status === undefined) {
      const message = `The actions are ${[...ACTIONS.keys()].join(', ')}`
      throw new PlatformError('platform/unprocessable', message, [{ field: 'type', message }])
    }
    await context.writer.changeAccount({ id: user.id, now: new Date().toISOString(), status })
    return reply.status(204).send()
  })
}

const ACTIONS = tableOf<Partial<UserStatus>>({
  suspend: { suspended: true, active: false },
  unsuspend: { suspended: false, active: true },
  unlock: { locked: false },
  // The action is accepted without effect: the platform has no policy for expiring passwords.
  setpasswordtoexpirable: {},
})

/** The error for a user name or e-mail address that another user has. */
export function taken(field: 'username' | 'email'): PlatformError {
  const message = `A user with this ${field === 'email' ? 'e-mail address' : 'name'} exists already`
  return new PlatformError('platform/conflict', message, [{ field, message }])
}

const missing = (): PlatformError => new PlatformError('platform/not-found', 'There is no such user')

type Values = ReadonlyMap<string, string>

async function findUsers(
  context: Context,
  params: Values,
  body: Readonly<Record<string, unknown>>,
): Promise<object> {
  const value = (name: string): unknown => body[name] ?? params.get(name.toLowerCase())
  return listAccounts(context, params, null, {
    ...readQuery(value),
    ...readPaging(value('pageIndex'), value('pageSize')),
  })
}

/** A page of users; `groupIds` null for all users. */
export async function listAccounts(
  context: Context,
  params: Values,
  groupIds: readonly string[] | null,
  query: Omit<AccountQuery, 'text' | 'groupIds'>,
): Promise<object> {
  const found = await context.readers.accounts({ ...query, text: params.get('q') ?? null, groupIds })
  const items = found.items.map(({ json }) => userToWire(JSON.parse(json) as SeedUser))
  return pageOf(items, found.totalCount, query)
}

/** `where` or ZenQL, and the order; `value` reads a parameter from the body or the URL. */
export function readQuery(value: (name: string) => unknown): Pick<AccountQuery, 'where' | 'order'> {
  const [where, order, zenql] = [value('where'), value('orderBy') ?? value('order'), value('zenQL')]
  const read =
    typeof zenql === 'string'
      ? readZenql(zenql, null)
      : { where: readWhere(typeof where === 'string' ? readJson(where, 'where') : where), order: [] }
  if (read.order.length > 0) return read
  return { where: read.where, order: typeof order === 'string' ? readOrderText(order) : readOrder(order) }
}

const patch = v.partial(v.object(USER_FIELDS))

/** The changes of a merge patch; properties that are null, or that users do not have, change nothing. */
function readPatch(request: FastifyRequest): Readonly<Record<string, unknown>> {
  if (!isObject(request.body))
    throw new PlatformError('platform/bad-request', 'A change of a user is a JSON object')
  const { body } = request
  if (isObject(body['credentials']) && typeof body['credentials']['password'] === 'string') {
    const message = 'A password is changed at "credentials/password"'
    throw new PlatformError('platform/unprocessable', message, [{ field: 'credentials.password', message }])
  }
  return checkUser(patch, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)))
}

/** Users cannot change their own properties that a site may base rights on. */
function refuseForeign(user: SeedUser, fields: Readonly<Record<string, unknown>>): void {
  const own = user as unknown as Readonly<Record<string, unknown>>
  const field = ['username', 'email', 'custom'].find(
    (name) => fields[name] !== undefined && JSON.stringify(fields[name]) !== JSON.stringify(own[name] ?? {}),
  )
  if (field !== undefined)
    throw new PlatformError('platform/forbidden', `Only administrators may change "${field}"`)
}
