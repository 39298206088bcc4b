import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  isObject,
  type JsonObject,
  type SeedEntry,
  type SeedVariation,
  type VersionStatus,
} from '../domain/content.ts'
import type { Change, Describing } from '../domain/edit-entry.ts'
import type { ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { languageOf, projectOf, type Context } from './context.ts'
import type { Identity } from './identity.ts'
import { toManaged } from './managed-entry.ts'
import { readParams, readStatus } from './params.ts'
import { requireAdmin } from './requested-user.ts'

const BASE = '/api/management/projects/:projectId/entries'
const PUBLISH = new Set(['draft.publish', 'publish', 'syspublish'])
const UNPUBLISH = new Set(['sysunpublish', 'unpublish'])

/**
 * What authors need for tests and demonstrations: create, change, publish, unpublish and delete entries.
 * Addresses and shapes are those of the management client.
 */
export function authoringRoutes(server: FastifyInstance, context: Context): void {
  server.get(`${BASE}/:entryId`, async (request, reply) => {
    await requireAdmin(context, request, reply)
    const project = projectOf(context, request)
    const params = readParams(request)
    const language = languageOf(project, params.get('language')) ?? ''
    const entry = await readOwn(context, project, entryIdOf(request))
    const asked = params.has('versionstatus') ? readStatus(params) : 'latest'
    const status = statusOf(entry.variations[language], params.get('version')) ?? asked
    return toManaged(project, entry, language, status) ?? missing(entry.id)
  })

  server.post(BASE, async (request, reply) => {
    const identity = await requireAdmin(context, request, reply)
    const project = projectOf(context, request)
    const { sys, fields } = readBody(request)
    const id = text(sys['id']) ?? randomUUID()
    if (!/^[\w-]{1,64}$/.test(id)) refuse('sys.id', 'An id has letters, digits and hyphens, 64 at most')
    const language = supported(project, text(sys['language']))
    const contentTypeId = project.contentTypes.get((text(sys['contentTypeId']) ?? '').toLowerCase())?.id
    if (contentTypeId === undefined)
      return refuse('sys.contentTypeId', 'The project has no such content type')
    const change: Change = { kind: 'create', id, contentTypeId, language, fields, ...describing(sys) }
    const entry = await make(context, project, identity, change)
    return reply.status(201).send(toManaged(project, entry as SeedEntry, language, 'latest'))
  })

  server.put(`${BASE}/:entryId`, async (request, reply) => {
    const identity = await requireAdmin(context, request, reply)
    const project = projectOf(context, request)
    const { sys, fields } = readBody(request)
    const language = supported(project, text(sys['language']))
    const versionNo = isObject(sys['version']) ? text(sys['version']['versionNo']) : null
    const id = entryIdOf(request)
    const change: Change = { kind: 'update', id, language, fields, versionNo, ...describing(sys) }
    const entry = await make(context, project, identity, change)
    return toManaged(project, entry as SeedEntry, language, 'latest')
  })

  server.post(`${BASE}/:entryId/workflow/events`, async (request, reply) => {
    const identity = await requireAdmin(context, request, reply)
    const project = projectOf(context, request)
    const body = isObject(request.body) ? request.body : {}
    const event = (text(body['event']) ?? '').toLowerCase()
    const kind = PUBLISH.has(event) ? 'publish' : UNPUBLISH.has(event) ? 'unpublish' : null
    if (kind === null)
      return refuse('event', 'The workflow knows the events "draft.publish" and "sysUnpublish"')
    const language = supported(project, text(body['language']))
    const change: Change = { kind, id: entryIdOf(request), language, versionNo: text(body['version']) }
    const entry = await make(context, project, identity, change)
    return toManaged(project, entry as SeedEntry, language, 'latest')
  })

  server.delete(`${BASE}/:entryId`, async (request, reply) => {
    const identity = await requireAdmin(context, request, reply)
    const project = projectOf(context, request)
    const asked = readParams(request).get('language')
    const languages = asked === undefined ? null : asked.split(',').map((one) => named(project, one))
    await make(context, project, identity, { kind: 'delete', id: entryIdOf(request), languages })
    return reply.status(204).send()
  })
}

/** Which of the two kept versions a number names; undefined without a number. Throws `platform/not-found` for any other. */
function statusOf(variation: SeedVariation | undefined, versionNo = ''): VersionStatus | undefined {
  if (versionNo === '') return undefined
  const named = (['latest', 'published'] as const).find(
    (status) => variation?.[status]?.versionNo === versionNo,
  )
  if (named === undefined)
    throw new PlatformError('platform/not-found', 'There is no such version of this entry')
  return named
}

async function make(
  context: Context,
  project: ProjectModel,
  identity: Identity,
  change: Change,
): Promise<SeedEntry | null> {
  const author = { by: identity.user?.username ?? 'api-key', now: new Date().toISOString() }
  const { entry } = await context.change({ projectId: project.project.id, change, author })
  return entry
}

async function readOwn(context: Context, project: ProjectModel, id: string): Promise<SeedEntry> {
  const entry = await context.readers.seedEntry(id)
  return entry === null || entry.projectId !== project.project.id ? missing(id) : entry
}

const entryIdOf = (request: FastifyRequest): string =>
  (request.params as { readonly entryId: string }).entryId

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function missing(id: string): never {
  throw new PlatformError('platform/not-found', `There is no entry "${id.slice(0, 100)}"`)
}

function refuse(field: string, message: string): never {
  throw new PlatformError('platform/unprocessable', `${field}: ${message}`, [{ field, message }])
}

function supported(project: ProjectModel, language: string | null): string {
  return (
    languageOf(project, language ?? undefined) ??
    refuse('sys.language', 'The project does not support this language')
  )
}

/** A language of a list. No language is not the primary one: that would delete what nobody named. */
const named = (project: ProjectModel, language: string): string =>
  language === '' ? refuse('language', 'Each language needs a name') : supported(project, language)

/** The slug and the metadata that a request gives an entry; undefined for what it does not name. */
const describing = (sys: JsonObject): Describing => ({
  slug: text(sys['slug']) ?? undefined,
  metadata: isObject(sys['metadata']) ? sys['metadata'] : undefined,
})

/** Properties that delivery adds to an entry, so they are no fields. */
const NO_FIELDS = new Set(['sys', 'entryTitle', 'entryDescription', 'entryThumbnail', 'entryTags'])

function readBody(request: FastifyRequest): { readonly sys: JsonObject; readonly fields: JsonObject } {
  const { body } = request
  if (!isObject(body) || !isObject(body['sys']))
    throw new PlatformError('platform/bad-request', 'An entry is a JSON object with "sys"')
  const pairs = Object.entries(body).filter(([name]) => !NO_FIELDS.has(name))
  return { sys: body['sys'], fields: Object.fromEntries(pairs) }
}
