import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { createSealer, type Sealer } from './sealer.server.ts'
import { createIdentityClient } from './identity-client.server.ts'
import { readKeyRing, type KeyRing } from './key-ring.server.ts'
import { createMemoryStore } from './memory-store.ts'
import { createRedisStore } from './redis-store.server.ts'
import { createRefresher } from './refresher.server.ts'
import { createRevocations } from './revocations.ts'
import { createSealedCookies } from './sealed-cookies.server.ts'
import type { SessionOptions } from './session-options.ts'
import type { Sessions } from './session.ts'
import type { SharedStore } from './shared-store.ts'
import { createSessions } from './create-sessions.server.ts'
import { createSignInProblems, type SignInProblems } from './sign-in-problems.server.ts'
import { createSteadyStore } from './steady-store.ts'
import { createUserFacts } from './user-facts.server.ts'

/** Everything about sessions that a shell process has once. */
export interface AssembledSessions {
  readonly sessions: Sessions
  /** What several processes agree on; never fails. */
  readonly store: SharedStore
  readonly keys: KeyRing
  readonly sealer: Sealer
  readonly problems: SignInProblems
}

/** @throws AppError session/keys-invalid */
export function assembleSessions(
  options: SessionOptions,
  dataDir: string,
  config: Pick<SiteConfig, 'platform' | 'publicUrl' | 'alias' | 'federatedSignIn'>,
  log: Logger,
): AssembledSessions {
  const now = () => Date.now()
  const keys = readKeyRing(options.keys, dataDir)
  const sealer = createSealer(keys, now)
  const store = createStore(options.storeUrl, config.alias, log)
  const identity = createIdentityClient({
    cmsUrl: config.platform.cmsUrl,
    staffDomain: options.staffDomain,
    isFederated: config.federatedSignIn,
    now,
  })
  const isSecure = config.publicUrl.startsWith('https:')
  const sessions = createSessions({
    isSecure,
    isFederated: config.federatedSignIn,
    identity,
    sealed: createSealedCookies(sealer, store),
    revocations: createRevocations(store, now),
    refresher: createRefresher({ store, sealer, byRefreshToken: identity.byRefreshToken }),
    facts: createUserFacts(identity.user),
    now,
  })
  return { sessions, store, keys, sealer, problems: createSignInProblems(sealer, isSecure) }
}

function createStore(url: string | undefined, alias: string, log: Logger): SharedStore {
  const own = createMemoryStore()
  if (url === undefined) return own
  return createSteadyStore({
    shared: createRedisStore({ url, alias }, (error) => log.debug({ err: error }, 'shared store')),
    own,
    now: () => performance.now(),
    onDown: (error) =>
      log.error({ err: error }, 'the shared store does not answer; this process goes on by itself'),
    onUp: () => log.info('the shared store answers again'),
  })
}
