import type { FastifyInstance } from 'fastify'
import type { PlatformClient } from '@tessera/shared/io'

interface HealthParts {
  readonly isDraining: () => boolean
  readonly platformClient: Pick<PlatformClient, 'stats'>
  /** How many remotes are live. */
  readonly countRemotes: () => number
}

/**
 * Liveness and readiness. A shell whose platform is down is still ready: it serves its caches, and
 * reports the state of the circuit breaker. Source: reference security 3.4.
 */
export function healthRoutes(
  app: FastifyInstance,
  { isDraining, platformClient, countRemotes }: HealthParts,
): void {
  const quiet = { logLevel: 'silent' } as const
  app.get('/health/live', quiet, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/health/ready', quiet, async (_request, reply) => {
    const draining = isDraining()
    return reply
      .code(draining ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({
        status: draining ? 'draining' : 'ok',
        platform: platformClient.stats().breaker,
        remotes: countRemotes(),
      })
  })
}
