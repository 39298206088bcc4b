import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decideAccess } from '../domain/access.ts'
import type { ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import type { Clause, Query } from '../query/ast.ts'
import { readAggregations } from '../query/read-aggregations.ts'
import { readOrder, readOrderText } from '../query/read-order.ts'
import { readWhere } from '../query/read-where.ts'
import { readZenql } from '../query/read-zenql.ts'
import { readFieldLimit } from '../domain/limit-fields.ts'
import type { SearchTask } from '../workers/read-tasks.ts'
import { languageOf, projectOf, requireReader, type Context } from './context.ts'
import type { Identity } from './identity.ts'
import {
  readDepths,
  readJson,
  readNames,
  readPaging,
  readParams,
  readShowing,
  readStatus,
  type Params,
} from './params.ts'
import { sendKeys } from './surrogate-keys.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Entries: by id, lists, search by JSON and by ZenQL. Source: protocol 1.2, rows 4 to 8. */
export function entryRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/delivery/projects/:projectId'
  server.get(`${base}/entries/:entryId`, (request, reply) => getEntry(context, request, reply))
  server.get(`${base}/entries`, (request, reply) => {
    const params = readParams(request)
    return params.has('zenql')
      ? searchByUrl(context, request, reply, params)
      : listEntries(context, request, reply, params)
  })
  server.get(`${base}/contentTypes/:contentTypeId/entries`, (request, reply) =>
    listEntries(context, request, reply, readParams(request)),
  )
  server.get(`${base}/entries/search`, (request, reply) =>
    searchByUrl(context, request, reply, readParams(request)),
  )
  server.post(`${base}/entries/search`, (request, reply) => searchByBody(context, request, reply))
}

async function getEntry(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const params = readParams(request)
  const status = readStatus(params)
  requireLatest(identity, status === 'latest')
  const { entryId } = request.params as { readonly entryId: string }
  const showing = readShowing(params)
  const language = languageOf(project, params.get('language'))
  const missing = new PlatformError('platform/not-found', `There is no entry "${entryId.slice(0, 100)}"`)
  if (language === null) throw missing
  requireAccess(context, identity, entryId)
  const reading = {
    projectId: project.project.id,
    visitor: identity.visitor,
    canReadLatest: identity.canReadLatest,
  }
  const answer = await context.readers.entries({ ids: [entryId], language, status, reading, showing })
  const body = Object.values(answer.bodies)[0]
  if (body === undefined) throw missing
  reply.type(JSON_TYPE)
  sendKeys(request, reply, context.model().environment.alias, project.project.id, { entries: answer.used })
  return body
}

/** Refuse a restricted entry: 401 without a visitor, 403 outside its groups. Source: protocol 1.21. */
export function requireAccess(context: Context, identity: Identity, entryId: string): void {
  const verdict = decideAccess(context.model().restricted.get(entryId), identity.visitor)
  if (verdict === 'sign-in')
    throw new PlatformError('platform/sign-in-required', 'This content is for signed-in visitors')
  if (verdict === 'forbidden')
    throw new PlatformError('platform/forbidden', 'This content is for members of other groups')
}

/** Refuse drafts to tokens that may only read what is published. */
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
  const conditions: Clause[] = [condition('sys.language', language)]
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
    conditions.push(condition('sys.contentTypeId', type.id))
  }
  const query: Query = {
    where: { kind: 'and', clauses: conditions },
    aggregations: [],
    order: params.has('order') ? readOrder(params.get('order')) : readOrderText(params.get('orderby')),
    ...readPaging(params.get('pageindex'), params.get('pagesize')),
  }
  return answerSearch(context, request, reply, {
    query,
    reading: readingOf(project, identity),
    showing: readShowing(params),
    status,
  })
}

const condition = (field: string, value: string): Clause => ({
  kind: 'compare',
  field,
  operator: 'equalTo',
  values: [value],
  weight: 1,
})

const readingOf = (project: ProjectModel, identity: Identity) => ({
  projectId: project.project.id,
  visitor: identity.visitor,
  canReadLatest: identity.canReadLatest,
})

async function searchByUrl(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Params,
): Promise<string> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const zenql = params.get('zenql')
  const read =
    zenql === undefined
      ? { where: readWhere(readJson(params.get('where'), 'where')), order: [] }
      : readZenql(zenql, identity.user?.username ?? null)
  const order = readOrderText(params.get('orderby') ?? params.get('order'))
  const query: Query = {
    where: read.where,
    order: read.order.length > 0 ? read.order : order,
    aggregations: readAggregations(readJson(params.get('aggregations'), 'aggregations')),
    ...readPaging(params.get('pageindex'), params.get('pagesize')),
  }
  return answerSearch(
    context,
    request,
    reply,
    { query, reading: readingOf(project, identity), showing: readShowing(params) },
    identity,
  )
}

async function searchByBody(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const params = readParams(request)
  if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body))
    throw new PlatformError('platform/bad-request', 'The body must be a JSON object')
  const body = request.body as Record<string, unknown>
  const read =
    typeof body['zenql'] === 'string'
      ? readZenql(body['zenql'], identity.user?.username ?? null)
      : { where: readWhere(parsed(body['where'], 'where')), order: [] }
  const order =
    typeof body['orderBy'] === 'string' ? readOrderText(body['orderBy']) : readOrder(body['orderBy'])
  const query: Query = {
    where: read.where,
    order: read.order.length > 0 ? read.order : order,
    aggregations: readAggregations(parsed(body['aggregations'], 'aggregations')),
    ...readPaging(body['pageIndex'] ?? params.get('pageindex'), body['pageSize'] ?? params.get('pagesize')),
  }
  const showing = {
    limit: readFieldLimit(readNames(body['fields'] ?? params.get('fields'), 'fields')),
    depths: readDepths(
      params.get('linkdepth') ?? body['linkDepth'],
      params.get('fieldlinkdepths') ?? body['fieldLinkDepths'],
    ),
  }
  return answerSearch(
    context,
    request,
    reply,
    { query, reading: readingOf(project, identity), showing },
    identity,
  )
}

const parsed = (value: unknown, name: string): unknown =>
  typeof value === 'string' ? readJson(value, name) : value

async function answerSearch(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  task: SearchTask,
  identity?: Identity,
): Promise<string> {
  if (identity !== undefined) requireLatest(identity, asksForLatest(task.query.where))
  const answer = await context.readers.search(task)
  reply.type(JSON_TYPE)
  sendKeys(request, reply, context.model().environment.alias, task.reading.projectId, {
    entries: answer.used,
    contentTypes: answer.contentTypeIds,
  })
  return answer.body
}

function asksForLatest(where: Clause): boolean {
  if (where.kind === 'and' || where.kind === 'or') return where.clauses.some(asksForLatest)
  if (where.kind === 'not') return asksForLatest(where.clause)
  return (
    where.kind === 'compare' &&
    where.field === 'sys.versionStatus' &&
    where.values.some((value) => String(value).toLowerCase() === 'latest')
  )
}
