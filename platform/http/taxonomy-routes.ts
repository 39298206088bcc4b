import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findTaxonomyKey, readTaxonomy } from '../domain/taxonomy.ts'
import { PlatformError } from '../errors.ts'
import { languageOf, projectOf, requireReader, type Context } from './context.ts'
import { readCount, readParams } from './params.ts'
import { sendSurrogateKeys } from './surrogate-key-header.ts'

const MAX_DEPTH = 20

/** Taxonomy nodes by key and by path. Source: protocol 1.2, row 17, and 1.18. */
export function taxonomyRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/delivery/projects/:projectId/taxonomy/nodes'
  server.get(base, (request, reply) => answer(context, request, reply, null))
  server.get(`${base}/*`, (request, reply) =>
    answer(context, request, reply, (request.params as { readonly '*': string })['*']),
  )
}

async function answer(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  keyInUrl: string | null,
): Promise<object> {
  await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const params = readParams(request)
  const fallback = project.project.primaryLanguage
  const language = languageOf(project, params.get('language'))
  if (language === null)
    throw new PlatformError('platform/not-found', 'The project does not support this language')
  const path = params.get('path')
  if (keyInUrl === null && path === undefined)
    throw new PlatformError('platform/bad-request', 'A taxonomy node needs its key in the URL, or a "path"')
  const key =
    keyInUrl === null
      ? findTaxonomyKey(project.taxonomy, path ?? '', language, fallback)
      : keyInUrl.replace(/^\/+|\/+$/g, '')
  const childDepth = Math.min(readCount(params.get('childdepth'), 'childDepth', 1), MAX_DEPTH)
  const defined = params.get('order')?.toLowerCase() === 'defined'
  const node =
    key === null ? null : readTaxonomy(project.taxonomy, key, { language, fallback, childDepth, defined })
  if (node === null) throw new PlatformError('platform/not-found', 'There is no such taxonomy node')
  sendSurrogateKeys(request, reply, context.model().environment.alias, project.project.id, {})
  return node
}
