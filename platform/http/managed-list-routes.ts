import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SeedEntry } from '../domain/content.ts'
import type { ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { equalTo, leavesOf, type Clause } from '../query/ast.ts'
import { languageOf, projectOf, type Context } from './context.ts'
import { toManaged } from './managed-entry.ts'
import { readParams, readStatus } from './params.ts'
import { readSearch, type SearchRequest } from './read-search.ts'
import { requireAdmin } from './requested-user.ts'

/** The largest page size for entries with all their fields. */
const MAX_PAGE = 200

/** Lists and searches of entries for authors, including drafts, restricted entries and those that delivery leaves out. */
export function managedListRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/management/projects/:projectId'
  const list = (request: FastifyRequest, reply: FastifyReply): Promise<object> =>
    search(context, request, reply, { params: readParams(request), body: null }, true)
  server.get(`${base}/entries`, list)
  server.get(`${base}/contenttypes/:contentTypeId/entries`, list)
  server.get(`${base}/entries/search`, (request, reply) =>
    search(context, request, reply, { params: readParams(request), body: null }, false),
  )
  server.post(`${base}/entries/search`, (request, reply) =>
    search(context, request, reply, { params: readParams(request), body: request.body ?? '' }, false),
  )
}

type Answer = {
  readonly items: readonly {
    readonly sys: {
      readonly id: string
      readonly language: string
      readonly versionStatus: 'published' | 'latest'
    }
  }[]
}

/** `isList`: a list is in one language, a search in all, unless the request sets a language. */
async function search(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: SearchRequest,
  isList: boolean,
): Promise<object> {
  const identity = await requireAdmin(context, request, reply)
  const project = projectOf(context, request)
  const { query, entryView } = readSearch(asked, identity.user?.username ?? null)
  const status = asked.params.has('versionstatus') ? readStatus(asked.params) : 'latest'
  const isZenql = asked.params.has('zenql')
  const where: Clause = {
    kind: 'and',
    clauses: [query.where, ...(isList && !isZenql ? conditionsOf(request, project, asked) : [])],
  }
  const isNamed = leavesOf(where).some((leaf) => leaf.field === 'sys.versionStatus')
  const answer = await context.readers.search({
    query: { ...query, where, pageSize: Math.min(query.pageSize, MAX_PAGE) },
    readAccess: {
      projectId: project.project.id,
      visitor: identity.visitor,
      canReadLatest: true,
      isAuthor: true,
    },
    entryView: { ...entryView, depths: { depth: 0, fields: new Map() } },
    ...(isNamed ? {} : { status }),
  })
  const found = JSON.parse(answer.body) as Answer
  return {
    ...found,
    items: (await Promise.all(found.items.map((item) => managed(context, project, item)))).flat(),
  }
}

async function managed(
  context: Context,
  project: ProjectModel,
  { sys }: Answer['items'][number],
): Promise<readonly object[]> {
  const entry: SeedEntry | null = await context.readers.seedEntry(sys.id)
  const shown = entry === null ? null : toManaged(project, entry, sys.language, sys.versionStatus)
  return shown === null ? [] : [shown]
}

function conditionsOf(
  request: FastifyRequest,
  project: ProjectModel,
  { params }: SearchRequest,
): readonly Clause[] {
  const { contentTypeId } = request.params as { readonly contentTypeId?: string }
  if (contentTypeId !== undefined && !project.contentTypes.has(contentTypeId.toLowerCase()))
    throw new PlatformError('platform/not-found', `There is no content type "${contentTypeId.slice(0, 100)}"`)
  return [
    equalTo('sys.language', languageOf(project, params.get('language')) ?? params.get('language') ?? ''),
    ...(contentTypeId === undefined ? [] : [equalTo('sys.contentTypeId', contentTypeId)]),
  ]
}
