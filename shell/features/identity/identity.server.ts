import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import { LOGIN_PATH, type SiteConfig } from '@tessera/shared/config'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { readCookie } from '../../http/cookies.server.ts'
import { HINT_COOKIE } from '../../http/session-hint.ts'
import type { PageIdentity } from '../../page/page.ts'
import { accountRoutes } from './account-routes.server.ts'
import { assembleAccounts } from './assemble-accounts.server.ts'
import { assembleSessions, sessionRoutes } from './assemble-sessions.server.ts'
import { postedTo } from './account-post.server.ts'
import type { CsrfGuard } from '../../http/csrf-guard.server.ts'
import type { AskSecurity } from './identity-fetch.server.ts'
import type { AccountOptions, SessionOptions } from './options.ts'
import { readSecurityToken, takeSecurityToken } from './security-token.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import type { Sessions } from './session.ts'
import { plugin } from '../../http/server.server.ts'

/** The identity feature: sessions, accounts, and what pages need of them. */
export interface Identity {
  readonly sessions: Sessions
  readonly forPages: PageIdentity
  /** CSRF protection of forms. */
  readonly guard: CsrfGuard
  readonly sealer: Sealer
  /** `GET /api/session`, and the account endpoints. */
  readonly routes: FastifyPluginAsync
}

interface IdentityOptions {
  readonly sessions: SessionOptions
  readonly accounts: AccountOptions
  readonly dataDir: string
  readonly config: SiteConfig
  readonly log: Logger
  /** State that several processes share; never rejects. */
  readonly store: SharedStore
  /** Makes the platform's security calls; by default over HTTP. */
  readonly askSecurity?: AskSecurity
}

/** @throws AppError session/keys-invalid */
export function createIdentity({
  sessions: sessionOptions,
  accounts: accountOptions,
  dataDir,
  config,
  log,
  store,
  askSecurity,
}: IdentityOptions): Identity {
  const assembled = assembleSessions(sessionOptions, dataDir, config, store, log)
  const { sessions, problems } = assembled
  const accounts = assembleAccounts({
    options: accountOptions,
    dataDir,
    config,
    identity: assembled,
    log,
    ...(askSecurity && { ask: askSecurity }),
  })
  const { languages, publicUrl } = config
  return {
    sessions,
    guard: accounts.guard,
    sealer: assembled.sealer,
    forPages: {
      read: sessions.read,
      failureOf: sessions.failureOf,
      readSecurityToken,
      takeSecurityToken: (visit) =>
        takeSecurityToken(visit, { sessions, limit: accounts.limit, problems, languages, publicUrl }),
      formStart({ rest }, request, reply, hasToken) {
        const posted = postedTo(rest, accounts, request, reply)
        const problem = rest.toLowerCase() === LOGIN_PATH && !hasToken ? problems.take(request, reply) : null
        return {
          ...(posted && { posted }),
          ...(problem && { signInProblem: problem }),
          // Browsers in which no user ever signed in have no hint cookie.
          ...(readCookie(request.headers.cookie, HINT_COOKIE) && { wasSignedIn: true }),
        }
      },
    },
    routes: async (app) => {
      sessionRoutes(app, sessions)
      await app.register(plugin('accounts', accountRoutes(accounts)))
      // The last attempts are made while requests in progress are finished.
      app.addHook('preClose', async () => void accounts.jobs.drain())
      app.addHook('onClose', () => accounts.close())
    },
  }
}
