import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inheritedGroups } from '../domain/access.ts'
import type { Group } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { findUser, requireAdmin } from './requested-user.ts'
import type { Context } from './context.ts'
import { readPaging, readParams, type Params } from './params.ts'
import { listAccounts, readQuery } from './user-admin-routes.ts'
import { groupToWire, pageOf } from './user-wire.ts'

const BASE = '/api/security/groups'
/** How many members, or groups, one request may add. */
export const MAX_ADDED = 100

/** Groups and their members, with the management client's addresses. The routes that change groups are in `group-admin-routes.ts`. */
export function groupRoutes(server: FastifyInstance, context: Context): void {
  server.get(BASE, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const q = readParams(request).get('q')?.toLowerCase() ?? ''
    return listed(
      request,
      context.model().groups.filter((group) => group.name.toLowerCase().includes(q)),
    )
  })
  server.get(`${BASE}/:groupId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    return groupToWire(groupOf(context, request))
  })
  server.get(`${BASE}/:groupId/groups`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    return listed(request, childrenOf(context, groupOf(context, request), readParams(request)))
  })
  server.get(`${BASE}/:groupId/users`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const group = groupOf(context, request)
    const params = readParams(request)
    const { groups } = context.model()
    const withInherited = params.get('includeinherited')?.toLowerCase() === 'true'
    const ids = withInherited
      ? groups.map(({ id }) => id).filter((id) => inheritedGroups(groups, [id]).includes(group.id))
      : [group.id]
    const value = (name: string): unknown => params.get(name.toLowerCase())
    return listAccounts(context, params, ids, {
      ...readQuery(value),
      ...readPaging(value('pageIndex'), value('pageSize')),
    })
  })
  memberRoutes(server, context)
}

function memberRoutes(server: FastifyInstance, context: Context): void {
  const member = `${BASE}/:groupId/users/:userId`
  const change = async (request: FastifyRequest, kind: 'joins' | 'leaves', name: string): Promise<void> => {
    const group = groupOf(context, request)
    const { user } = await findUser(context, name)
    await context.writer.changeAccount({ id: user.id, now: new Date().toISOString(), [kind]: [group.id] })
  }
  const nameOf = (request: FastifyRequest): string => (request.params as { readonly userId: string }).userId
  server.put(member, async (request, reply) => {
    await requireAdmin(context, request, reply)
    await change(request, 'joins', nameOf(request))
    return reply.status(204).send()
  })
  server.delete(member, async (request, reply) => {
    await requireAdmin(context, request, reply)
    await change(request, 'leaves', nameOf(request))
    return reply.status(204).send()
  })
  server.head(member, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const group = groupOf(context, request)
    const { user } = await findUser(context, nameOf(request))
    const belongs = inheritedGroups(context.model().groups, user.groupIds ?? []).includes(group.id)
    return reply.status(belongs ? 204 : 404).send()
  })
  server.post(`${BASE}/:groupId/users`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const ids: unknown = request.body
    if (!Array.isArray(ids) || ids.length > MAX_ADDED || !ids.every((id) => typeof id === 'string'))
      throw new PlatformError('platform/bad-request', `The body must be a list of at most ${MAX_ADDED} ids`)
    for (const id of ids) await change(request, 'joins', id)
    return reply.status(204).send()
  })
}

/** The group that a URL names. Throws `platform/not-found`. */
export const groupOf = (context: Context, request: FastifyRequest): Group =>
  findGroup(context, (request.params as { readonly groupId: string }).groupId)

/** A group by its id or name, in any case. Throws `platform/not-found`. */
export function findGroup(context: Context, asked: string): Group {
  const name = asked.toLowerCase()
  const group = context
    .model()
    .groups.find((one) => one.id.toLowerCase() === name || one.name.toLowerCase() === name)
  if (group === undefined) throw new PlatformError('platform/not-found', 'There is no such group')
  return group
}

const isTrue = (text: string | undefined): boolean => text?.toLowerCase() === 'true'

/** The child groups of a group; with `includeInherited` all descendants, with `includeSelf` the group itself. */
function childrenOf(context: Context, group: Group, params: Params): readonly Group[] {
  const { groups } = context.model()
  const isInside = (one: Group): boolean =>
    one.id !== group.id &&
    (isTrue(params.get('includeinherited'))
      ? inheritedGroups(groups, [one.id]).includes(group.id)
      : (group.childGroupIds ?? []).includes(one.id))
  return groups.filter((one) => isInside(one) || (one.id === group.id && isTrue(params.get('includeself'))))
}

/** A page of groups, without those in `excludedGroups`, in the requested order: `name` or `-name`. */
function listed(request: FastifyRequest, all: readonly Group[]): object {
  const params = readParams(request)
  const excluded = new Set((params.get('excludedgroups') ?? '').toLowerCase().split(','))
  const kept = all.filter(
    ({ id, name }) => !excluded.has(id.toLowerCase()) && !excluded.has(name.toLowerCase()),
  )
  const order = params.get('order')?.toLowerCase() ?? ''
  const groups = /^[-+]?name$/.test(order) ? kept.toSorted((a, b) => a.name.localeCompare(b.name)) : [...kept]
  if (order.startsWith('-')) groups.reverse()
  const page = readPaging(params.get('pageindex'), params.get('pagesize'))
  const from = page.pageIndex * page.pageSize
  return pageOf(groups.slice(from, from + page.pageSize).map(groupToWire), groups.length, page)
}
