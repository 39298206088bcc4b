import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decideAccess } from '../domain/access.ts'
import type { ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { equalTo, type Clause, type Query } from '../query/ast.ts'
import { readOrder, readOrderText } from '../query/read-order.ts'
import type { SearchTask } from '../workers/read-tasks.ts'
import { languageOf, projectOf, requireReader, type Context } from './context.ts'
import type { Identity } from './identity.ts'
import { readPaging, readParams, readEntryView, readStatus, type Params } from './params.ts'
import { wantsLatest, readSearch, type SearchRequest } from './read-search.ts'
import { sendSurrogateKeys } from './surrogate-key-header.ts'

/** The form of ids that the platform gives. */
export const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const JSON_TYPE = 'application/json; charset=utf-8'

/** Entries: by id, lists, search by JSON and by ZenQL. Source: protocol 1.2, rows 4 to 8. */
export function entryRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/delivery/projects/:projectId'
  server.get(`${base}/entries/:entryId`, (request, reply) => getEntry(context, request, reply))
  server.get(`${base}/entries`, (request, reply) => {
    const params = readParams(request)
    return params.has('zenql')
      ? search(context, request, reply, { params, body: null })
      : listEntries(context, request, reply, params)
  })
  server.get(`${base}/contentTypes/:contentTypeId/entries`, (request, reply) =>
    listEntries(context, request, reply, readParams(request)),
  )
  server.get(`${base}/entries/search`, (request, reply) =>
    search(context, request, reply, { params: readParams(request), body: null }),
  )
  server.post(`${base}/entries/search`, (request, reply) =>
    search(context, request, reply, { params: readParams(request), body: request.body ?? '' }),
  )
}

async function getEntry(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const params = readParams(request)
  const status = readStatus(params)
  requireLatest(identity, status === 'latest')
  const { entryId } = request.params as { readonly entryId: string }
  const entryView = readEntryView(params)
  const language = languageOf(project, params.get('language'))
  const missing = new PlatformError('platform/not-found', `There is no entry "${entryId.slice(0, 100)}"`)
  if (language === null) throw missing
  const ids = spellingsOf(entryId)
  const readAccess = readAccessOf(project, identity)
  const restricted = ids.filter((id) => context.model().restricted.has(id))
  // A restricted entry that is not in the project, language or version status is missing for everybody.
  if (restricted.length > 0)
    for (const id of await context.readers.present({ ids: restricted, language, status, readAccess }))
      requireAccess(context, identity, id)
  const answer = await context.readers.entries({ ids, language, status, readAccess, entryView })
  if (answer.undelivered.length > 0)
    throw new PlatformError(
      'platform/not-in-delivery',
      'The content type of this entry is not included in delivery',
    )
  // `constructor` is a property of every object.
  const body = answer.bodies[ids.find((id) => Object.hasOwn(answer.bodies, id)) ?? '']
  if (body === undefined) throw missing
  reply.type(JSON_TYPE)
  sendSurrogateKeys(request, reply, context.model().environment.alias, project.project.id, {
    entries: answer.used,
  })
  return body
}

/** The ids that an id in a request may stand for, likeliest first: case does not count in a GUID. */
export const spellingsOf = (id: string): readonly string[] =>
  GUID.test(id) ? [...new Set([id, id.toLowerCase()])] : [id]

/** Refuse a restricted entry: 401 without a visitor, 403 outside its groups. Source: protocol 1.21. */
export function requireAccess(context: Context, identity: Identity, entryId: string): void {
  const decision = decideAccess(context.model().restricted.get(entryId), identity.visitor)
  if (decision === 'sign-in')
    throw new PlatformError('platform/sign-in-required', 'This content is for signed-in visitors')
  if (decision === 'forbidden')
    throw new PlatformError('platform/forbidden', 'This content is for members of other groups')
}

/** Refuse drafts to tokens that may only read published content. */
export function requireLatest(identity: Identity, asked: boolean): void {
  if (asked && !identity.canReadLatest)
    throw new PlatformError('platform/forbidden', 'This access token can only read published content')
}

async function listEntries(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Params,
): Promise<string> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const status = readStatus(params)
  requireLatest(identity, status === 'latest')
  const language = languageOf(project, params.get('language')) ?? params.get('language') ?? ''
  const conditions: Clause[] = [equalTo('sys.language', language)]
  const { contentTypeId } = request.params as { readonly contentTypeId?: string }
  if (contentTypeId !== undefined) {
    const type = project.contentTypes.get(contentTypeId.toLowerCase())
    if (type === undefined)
      throw new PlatformError(
        'platform/not-found',
        `There is no content type "${contentTypeId.slice(0, 100)}"`,
      )
    if (type.includeInDelivery === false)
      throw new PlatformError(
        'platform/not-in-delivery',
        `The content type "${type.id}" is not included in delivery`,
      )
    conditions.push(equalTo('sys.contentTypeId', type.id))
  }
  const query: Query = {
    where: { kind: 'and', clauses: conditions },
    aggregations: [],
    order: params.has('order') ? readOrder(params.get('order')) : readOrderText(params.get('orderby')),
    ...readPaging(params.get('pageindex'), params.get('pagesize')),
  }
  return answerSearch(context, request, reply, {
    query,
    readAccess: readAccessOf(project, identity),
    entryView: readEntryView(params),
    status,
  })
}

const readAccessOf = (project: ProjectModel, identity: Identity) => ({
  projectId: project.project.id,
  visitor: identity.visitor,
  canReadLatest: identity.canReadLatest,
})

async function search(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: SearchRequest,
): Promise<string> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const { query, entryView } = readSearch(asked, identity.user?.username ?? null)
  requireLatest(identity, wantsLatest(query.where))
  return answerSearch(context, request, reply, {
    query,
    readAccess: readAccessOf(project, identity),
    entryView,
  })
}

async function answerSearch(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  task: SearchTask,
): Promise<string> {
  const answer = await context.readers.search(task)
  reply.type(JSON_TYPE)
  const named = entriesNamed(task.query.where)
  sendSurrogateKeys(request, reply, context.model().environment.alias, task.readAccess.projectId, {
    entries: [...(named ?? []), ...answer.used],
    contentTypes: [...(named === null ? answer.contentTypeIds : []), ...answer.linkedTypeIds],
  })
  return answer.body
}

/** The ids that a search is limited to, if it is; then no other entry, not even a new one, can change its answer. */
function entriesNamed(where: Clause): readonly string[] | null {
  const conditions = where.kind === 'and' ? where.clauses : [where]
  const named = conditions.find(
    (one) =>
      one.kind === 'compare' &&
      one.field.toLowerCase() === 'sys.id' &&
      (one.operator === 'in' || one.operator === 'equalTo'),
  )
  return named?.kind === 'compare' ? named.values.map(String) : null
}
