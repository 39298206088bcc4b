import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { inheritedGroups } from '../domain/access.ts'
import type { Group } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { requireAdmin } from './requested-user.ts'
import type { Context } from './context.ts'
import { findGroup, groupOf, MAX_ADDED } from './group-routes.ts'
import { groupToWire } from './user-wire.ts'

const BASE = '/api/security/groups'

/** Create, change and remove groups, and put groups into groups, with the management client's addresses. */
export function groupAdminRoutes(server: FastifyInstance, context: Context): void {
  server.post(BASE, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const fields = readFields(request)
    const { group } = await context.changeGroup(() => {
      refuseTaken(context, fields.name, null)
      return changeTo({ id: randomUUID(), type: 'contensis', description: '', custom: {}, ...fields })
    })
    return reply.status(201).send(groupToWire(group))
  })
  server.put(`${BASE}/:groupId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const { group } = await context.changeGroup(() => {
      const before = groupOf(context, request)
      const fields = readFields(request)
      if (fields.name.toLowerCase() !== before.name.toLowerCase()) {
        refuseSystem(before)
        refuseTaken(context, fields.name, before.id)
      }
      return changeTo({ ...before, ...fields })
    })
    return groupToWire(group)
  })
  server.delete(`${BASE}/:groupId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    await context.changeGroup(() => {
      const group = groupOf(context, request)
      refuseSystem(group)
      return { id: group.id, group: null }
    })
    return reply.status(204).send()
  })
  childRoutes(server, context)
}

function childRoutes(server: FastifyInstance, context: Context): void {
  const add = (request: FastifyRequest, ids: readonly string[]) =>
    context.changeGroup(() => {
      const [group, children] = [groupOf(context, request), ids.map((id) => findGroup(context, id))]
      for (const child of children) refuseCircle(context, group, child)
      const childGroupIds = [...new Set([...(group.childGroupIds ?? []), ...children.map(({ id }) => id)])]
      return changeTo({ ...group, childGroupIds })
    })
  const childIdOf = (request: FastifyRequest): string =>
    (request.params as { readonly childId: string }).childId
  server.post(`${BASE}/:groupId/groups`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const ids: unknown = request.body
    if (!Array.isArray(ids) || ids.length > MAX_ADDED || !ids.every((id) => typeof id === 'string'))
      throw new PlatformError('platform/bad-request', `The body must be a list of at most ${MAX_ADDED} ids`)
    await add(request, ids)
    return reply.status(204).send()
  })
  server.put(`${BASE}/:groupId/groups/:childId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    await add(request, [childIdOf(request)])
    return reply.status(204).send()
  })
  server.delete(`${BASE}/:groupId/groups/:childId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    await context.changeGroup(() => {
      const [group, child] = [groupOf(context, request), findGroup(context, childIdOf(request))]
      return changeTo({
        ...group,
        childGroupIds: (group.childGroupIds ?? []).filter((id) => id !== child.id),
      })
    })
    return reply.status(204).send()
  })
}

const changeTo = (group: Group): { readonly id: string; readonly group: Group } => ({ id: group.id, group })

// A comma in a name would break lists of group names, a slash would break URLs.
const fields = v.object({
  name: v.pipe(v.string(), v.trim(), v.regex(/^[^,/\p{Cc}]{1,100}$/u)),
  description: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  custom: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]))),
})

function readFields(request: FastifyRequest): Pick<Group, 'name' | 'description' | 'custom'> {
  const result = v.safeParse(fields, request.body)
  if (result.success) return result.output
  const field = v.getDotPath(result.issues[0]) ?? 'name'
  const message =
    field === 'name' ? 'A name has 1 to 100 characters, without commas and slashes' : result.issues[0].message
  throw new PlatformError('platform/unprocessable', `${field}: ${message}`, [{ field, message }])
}

function refuseTaken(context: Context, name: string, own: string | null): void {
  const wanted = name.toLowerCase()
  const other = context
    .model()
    .groups.find((group) => group.name.toLowerCase() === wanted || group.id.toLowerCase() === wanted)
  if (other === undefined || other.id === own) return
  const message = 'A group with this name exists already'
  throw new PlatformError('platform/conflict', message, [{ field: 'name', message }])
}

// Without the group of administrators no one could administer the platform any more.
function refuseSystem(group: Group): void {
  if (group.type === 'sys')
    throw new PlatformError(
      'platform/forbidden',
      'Groups of the system can neither be renamed nor taken away',
    )
}

function refuseCircle(context: Context, group: Group, child: Group): void {
  const { groups } = context.model()
  if (!inheritedGroups(groups, [group.id]).includes(child.id)) return
  const message = 'A group cannot be in itself, nor in one that is in it'
  throw new PlatformError('platform/unprocessable', message, [{ field: 'childGroupId', message }])
}
