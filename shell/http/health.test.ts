import Fastify from 'fastify'
import { AppError } from '@tessera/shared/contract'
import { healthRoutes } from './health.server.ts'

interface Failure {
  readonly error: AppError
  readonly since: Date
}

/** The readiness response of a shell that lacks these remotes. */
async function readiness(missing: readonly string[], failure: Failure | null = null) {
  const app = Fastify()
  healthRoutes(app, {
    isDraining: () => false,
    platformClient: { stats: () => ({ breaker: 'closed', breakers: { search: 'open' } }) as never },
    releases: {
      missing: () => missing,
      storeFailure: () => failure,
      snapshot: () => ({ remotes: new Map() }) as never,
    },
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
    expect(await readiness([])).toMatchObject({ status: 200, said: { status: 'ok', releases: 'followed' } })
  })

  it('a shell that cannot follow the release document is ready, and says since when and why', async () => {
    const error = new AppError('release/store-unreachable', 'why', { details: { file: '/secret' } })
    expect(await readiness([], { error, since: new Date(0) })).toEqual({
      status: 200,
      said: {
        status: 'ok',
        platform: 'closed',
        breakers: { search: 'open' },
        remotes: 0,
        releases: { code: 'release/store-unreachable', since: '1970-01-01T00:00:00.000Z' },
      },
    })
  })
})
