import type { FastifyInstance } from 'fastify'
import { CANARY_FAILURES_PATH } from '@tessera/shared/config'
import { requestError } from '../errors.ts'
import { createRateLimit } from '../http/rate-limit.server.ts'
import { isSameSite } from '../http/server.server.ts'
import type { SharedStore } from '../store/shared-store.server.ts'
import type { Canaries } from './canaries.server.ts'
import type { Visitors } from './visitors.server.ts'

interface Parts {
  readonly publicUrl: string
  readonly canaries: Pick<Canaries, 'failed'>
  readonly visitors: Pick<Visitors, 'knownReleases'>
  /** State that the site's shell processes share, for rate limits. */
  readonly store: SharedStore
}

const MAX_BYTES = 200

/**
 * `POST /_canary`, body `mfe-search@1.2.0`: a browser reports that a remote has failed in a page. Counted only for the version that the
 * visitor sees, and a few times a minute for each client address.
 */
export function canaryFailures(app: FastifyInstance, { publicUrl, canaries, visitors, store }: Parts): void {
  const limit = createRateLimit(store, (error) =>
    app.log.error({ err: error }, 'rate limit store failed; request allowed'),
  )
  app.post(CANARY_FAILURES_PATH, { bodyLimit: MAX_BYTES, logLevel: 'warn' }, async (request, reply) => {
    if (!isSameSite(request, publicUrl)) throw requestError('request/cross-site')
    const [remote = '', version] = String(request.body).split('@')
    const releases = visitors.knownReleases(request)
    const isSeen = version !== undefined && releases?.shares?.versions[remote] === version
    if (
      releases &&
      isSeen &&
      (await limit.countAttempt({ act: 'canary-failure', address: request.ip })) === null
    )
      canaries.failed(releases, remote, 'browser')
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
