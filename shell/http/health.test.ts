import Fastify from 'fastify'
import { healthRoutes } from './health.server.ts'

/** What a shell says of its readiness that lacks these remotes. */
async function readiness(missing: readonly string[]) {
  const app = Fastify()
  healthRoutes(app, {
    isDraining: () => false,
    platformClient: { stats: () => ({ breaker: 'closed' }) as never },
    releases: { missing: () => missing, snapshot: () => ({ remotes: new Map() }) as never },
  })
  const answer = await app.inject('/health/ready')
  return { status: answer.statusCode, said: answer.json<object>() }
}

describe('readiness', () => {
  it('a shell that lacks a remote is not ready, and says which', async () => {
    expect(await readiness(['mfe-search'])).toMatchObject({
      status: 503,
      said: { status: 'incomplete', missing: ['mfe-search'] },
    })
    expect(await readiness([])).toMatchObject({ status: 200, said: { status: 'ok' } })
  })
})
