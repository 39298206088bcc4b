import type { FastifyInstance } from 'fastify'
import type { PlatformClient } from '@tessera/shared/io'

interface HealthParts {
  readonly isDraining: () => boolean
  readonly platformClient: Pick<PlatformClient, 'stats'>
  readonly releases: {
    readonly snapshot: () => { readonly remotes: { readonly size: number } }
    /** Apps that the release document names and of which no release is live. */
    readonly missing: () => readonly string[]
    /** Why the release document is not followed, and since when. */
    readonly storeFailure: () => { readonly error: { readonly code: string }; readonly since: Date } | null
  }
}

/**
 * Liveness and readiness. A shell that lacks a remote is not ready, and names the remote. A shell whose platform is down is still
 * ready: it serves its caches, and reports the states of the circuit breakers. One that cannot read the release document is ready too: it
 * serves the releases that were live, and reports since when and why. Source: reference security 3.4.
 */
export function healthRoutes(
  app: FastifyInstance,
  { isDraining, platformClient, releases }: HealthParts,
): void {
  const quiet = { logLevel: 'silent' } as const
  app.get('/health/live', quiet, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/health/ready', quiet, async (_request, reply) => {
    const draining = isDraining()
    const lacks = releases.missing()
    const failure = releases.storeFailure()
    const { breaker, breakers } = platformClient.stats()
    return reply
      .code(draining || lacks.length > 0 ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({
        status: draining ? 'draining' : lacks.length > 0 ? 'incomplete' : 'ok',
        ...(lacks.length > 0 && { missing: lacks }),
        platform: breaker,
        breakers,
        remotes: releases.snapshot().remotes.size,
        releases: failure ? { code: failure.error.code, since: failure.since.toISOString() } : 'followed',
      })
  })
}
