import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { createSealer, readKeyRing, type Sealer, type KeyRing } from '../../http/sealer.server.ts'
import { createIdentityClient } from './identity-client.server.ts'
import { identityFetch, withBreaker } from './identity-fetch.server.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { createRefresher } from './refresher.server.ts'
import { createRevocations } from './revocations.ts'
import { createSealedCookies } from './session-cookies.server.ts'
import type { SessionOptions } from './options.ts'
import type { Sessions } from './session.ts'
import { createSessions, createUserCache } from './sessions.server.ts'
import { createSignInProblems, type SignInProblems } from './security-token.server.ts'

/** The session parts of a shell process, each of which exists once. */
export interface AssembledSessions {
  readonly sessions: Sessions
  /** State that several processes share; never rejects. */
  readonly store: SharedStore
  readonly keys: KeyRing
  readonly sealer: Sealer
  readonly problems: SignInProblems
}

/** How long a page waits at most for the user of its session; the rest of its time is for the page. */
const MAX_CONFIRM_MS = 2_000

/** @throws AppError session/keys-invalid */
export function assembleSessions(
  options: SessionOptions,
  dataDir: string,
  config: Pick<SiteConfig, 'platform' | 'publicUrl' | 'federatedSignIn'> & {
    readonly limits: Pick<SiteConfig['limits'], 'requestDeadlineMs'>
  },
  store: SharedStore,
  log: Pick<Logger, 'warn'>,
): AssembledSessions {
  const now = () => Date.now()
  const keys = readKeyRing(options.keys, dataDir)
  const sealer = createSealer(keys, now)
  const platform = {
    cmsUrl: config.platform.cmsUrl,
    staffDomain: options.staffDomain,
    isFederated: config.federatedSignIn,
    now,
    onNoGroups: (status: number | null) =>
      log.warn({ status }, 'the groups of a user are not known: access by groups is refused'),
  }
  // Signing in and out does not go through the breaker: visitors ask for that, and wait for it.
  const identity = createIdentityClient(platform)
  const forPages = createIdentityClient({ ...platform, fetchAnswer: withBreaker(identityFetch) })
  const isSecure = config.publicUrl.startsWith('https:')
  const sessions = createSessions({
    isSecure,
    isFederated: config.federatedSignIn,
    identity,
    sealed: createSealedCookies(sealer, store),
    revocations: createRevocations(store, now),
    refresher: createRefresher({ store, sealer, byRefreshToken: forPages.byRefreshToken }),
    facts: createUserCache(forPages.user),
    confirmMs: Math.min(MAX_CONFIRM_MS, config.limits.requestDeadlineMs / 2),
    now,
  })
  return { sessions, store, keys, sealer, problems: createSignInProblems(sealer, isSecure) }
}

/** Headers of `GET /api/session`: private, never cached. */
const HEADERS = { 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' } as const

/**
 * `GET /api/session`: the signed-in user with their groups, and when the session expires; no tokens. `isCertain` is false while the
 * platform cannot be reached: the answer is then based on the cookies alone.
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
    isCertain: sessions.failureOf(request) === null,
    user: session?.user ?? null,
    credentials: session?.credentials ?? null,
  }
}
