import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inheritedGroups } from '../domain/access.ts'
import type { Group } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { findUser, requireAdmin } from './asked-user.ts'
import type { Context } from './context.ts'
import { readPaging, readParams } from './params.ts'
import { listAccounts, readQuery } from './user-admin-routes.ts'
import { groupToWire, pageOf } from './user-wire.ts'

const BASE = '/api/security/groups'
const MAX_ADDED = 100

/** Groups and who is in them, as the management client asks. Groups themselves are made by the seed. */
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
    const children = new Set(groupOf(context, request).childGroupIds ?? [])
    return listed(
      request,
      context.model().groups.filter((group) => children.has(group.id)),
    )
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

function groupOf(context: Context, request: FastifyRequest): Group {
  const name = (request.params as { readonly groupId: string }).groupId.toLowerCase()
  const group = context
    .model()
    .groups.find((one) => one.id.toLowerCase() === name || one.name.toLowerCase() === name)
  if (group === undefined) throw new PlatformError('platform/not-found', 'There is no such group')
  return group
}

function listed(request: FastifyRequest, groups: readonly Group[]): object {
  const params = readParams(request)
  const page = readPaging(params.get('pageindex'), params.get('pagesize'))
  const from = page.pageIndex * page.pageSize
  return pageOf(groups.slice(from, from + page.pageSize).map(groupToWire), groups.length, page)
}
