import type { FastifyInstance } from 'fastify'
import { PlatformError } from '../errors.ts'
import { projectOf, requireReader, type Context } from './context.ts'
import { sendSurrogateKeys } from './surrogate-key-header.ts'

/** Projects and content types. Source: protocol 1.2, rows 1 to 3. */
export function projectRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/delivery/projects/:projectId'

  server.get(base, async (request, reply) => {
    await requireReader(context, request, reply)
    const {
      id,
      name,
      description = '',
      primaryLanguage,
      supportedLanguages,
      deliverySysExclusions = [],
    } = projectOf(context, request).project
    sendSurrogateKeys(request, reply, context.model().environment.alias, id, {})
    return { id, name, description, primaryLanguage, supportedLanguages, deliverySysExclusions }
  })

  server.get(`${base}/contentTypes`, async (request, reply) => {
    await requireReader(context, request, reply)
    const { project, contentTypes } = projectOf(context, request)
    const delivered = [...contentTypes.values()].filter((type) => type.includeInDelivery !== false)
    sendSurrogateKeys(request, reply, context.model().environment.alias, project.id, {
      contentTypes: delivered.map((type) => type.id),
    })
    return delivered.map(withoutSeedKey)
  })

  server.get(`${base}/contentTypes/:contentTypeId`, async (request, reply) => {
    await requireReader(context, request, reply)
    const { project, contentTypes } = projectOf(context, request)
    const { contentTypeId } = request.params as { readonly contentTypeId: string }
    const type = contentTypes.get(contentTypeId.toLowerCase())
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
    sendSurrogateKeys(request, reply, context.model().environment.alias, project.id, {
      contentTypes: [type.id],
    })
    return withoutSeedKey(type)
  })
}

// `key` is an internal name in the seed; the protocol does not have it.
function withoutSeedKey(part: object): object {
  const { key: _key, ...rest } = part as { readonly key?: unknown }
  return rest
}
