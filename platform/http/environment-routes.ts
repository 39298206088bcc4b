import type { FastifyInstance } from 'fastify'
import { PlatformError } from '../errors.ts'
import type { Context } from './context.ts'
import { accountOf } from './identity.ts'

/** The environments of a user: always this one only. Source: specification 7; the answer's shape is not documented anywhere. */
export function environmentRoutes(server: FastifyInstance, context: Context): void {
  server.get('/my-environments', async (request, reply) => {
    reply.header('cache-control', 'private, no-store')
    const token = request.headers['x-security-token']
    const claims = typeof token === 'string' ? context.tokens.verify(token, Date.now()) : null
    const account = claims === null ? null : await context.readers.account(accountOf(claims))
    if (account === null) throw new PlatformError('platform/sign-in-required', 'A signed-in user is needed')
    const { environment, projects } = context.model()
    const names = [...projects.values()].map(({ project }) => ({ id: project.id, name: project.name }))
    return [{ id: environment.alias, alias: environment.alias, name: environment.alias, projects: names }]
  })
}
