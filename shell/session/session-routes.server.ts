import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sessions } from './session.ts'

/** What a session says of itself: nobody else's business, and never kept. */
const HEADERS = { 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' } as const

/**
 * `GET /api/session`: who is signed in, their groups, and until when. No token is part of it. `isCertain` is false while the
 * platform cannot be asked: then nobody knows better than the cookies.
 */
export function sessionRoutes(app: FastifyInstance, sessions: Sessions): void {
  app.get('/api/session', async (request, reply) => {
    void reply.headers(HEADERS)
    return sessionFacts(request, sessions)
  })
}

async function sessionFacts(request: FastifyRequest, sessions: Sessions) {
  const session = await sessions.read(request)
  return {
    isAuthenticated: session !== null,
    isCertain: sessions.troubleOf(request) === null,
    user: session?.user ?? null,
    credentials: session?.credentials ?? null,
  }
}
