import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import { toAppError } from '@tessera/shared/contract'
import { createSemaphore, type PlatformClient } from '@tessera/shared/io'
import { accountRoutes } from '../features/identity/account-routes.server.ts'
import type { Accounts } from '../features/identity/assemble-accounts.server.ts'
import type { ContentChanged } from '../cache/invalidation.server.ts'
import { createQuickHits, type QuickHits } from '../cache/fast-path.server.ts'
import type { SiteCaches } from '../cache/invalidation.server.ts'
import { webhook, WEBHOOK_PATH } from '../features/content-webhook/content-webhook.server.ts'
import { readRequestTarget } from '../http/request-target.ts'
import { answerKeys, cachingHeaders } from '../cache/caching-headers.ts'
import { pageError, requestError } from '../errors.ts'
import { previewRoutes } from '../features/preview/preview-routes.server.ts'
import type { VerifiedCopies } from '../releases/verified-copy.server.ts'
import { candidateRoutes } from '../features/staff/candidates.server.ts'
import type { AssembledSessions } from '../features/identity/assemble-sessions.server.ts'
import { readSecurityToken } from '../features/identity/security-token.server.ts'
import { sessionRoutes } from '../features/identity/assemble-sessions.server.ts'
import { siteRoutes } from '../features/site/site.server.ts'
import { createBusyPages } from '../page/error-page.server.ts'
import { proxies } from '../features/proxy/delivery-proxy.server.ts'
import { compressAnswers } from '../http/compress.server.ts'
import { formPosts } from '../features/forms/form-posts.server.ts'
import { healthRoutes } from '../http/health.server.ts'
import { hostNameOf, isAllowedHost, namesTwoHosts } from '../http/hosts.server.ts'
import { plainError } from '../page/error-page.server.ts'
import { releaseFiles } from '../releases/release-files.server.ts'
import { answerUnreadable, refuseLargeCookies } from '../http/unreadable-requests.server.ts'
import { logRequests } from '../http/request-log.server.ts'
import { servePage, type PageServing } from '../page/serve-page.server.ts'
import { BASE_HEADERS, HTTPS_HEADERS } from '../http/security-headers.server.ts'
import type { ShellContext } from '../page/shell-context.server.ts'
import { userSlotRoute } from '../features/identity/user-menu.server.ts'

/**
 * Pages in the making, most of them waiting for the platform; beyond it a short queue, then 503. Rendering itself is one
 * page at a time, so a larger number would only make everybody wait longer.
 */
const PAGES_AT_ONCE = { concurrency: 64, queue: 128, queueWaitMs: 1_000 } as const

/** What the server is assembled from. */
export interface ShellParts {
  readonly shell: ShellContext
  readonly platformClient: PlatformClient
  readonly copies: VerifiedCopies
  /** Sessions, and what they share with the account endpoints: store, keys, sealer. */
  readonly identity: AssembledSessions
  readonly accounts: Accounts
  /** Proxies in front whose word on a visitor's address is taken. */
  readonly trustedProxies: readonly string[]
  readonly caches: SiteCaches
  /** What the platform signs its messages with; without any it has nobody to tell. */
  readonly webhookSecrets: readonly string[]
  /** The longest that a page may take as a whole. */
  readonly requestDeadlineMs: number
  readonly isDraining: () => boolean
  readonly log: Logger
}

/** The shell as a server that does not listen yet. */
export async function createShell(parts: ShellParts): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    // Its two lines per request are one of ours: request-log.server.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    // Slow clients are let go; the proxy in front keeps idle connections for a minute.
    connectionTimeout: 0,
    requestTimeout: 10_000,
    keepAliveTimeout: 75_000,
    routerOptions: { maxParamLength: 4_096 },
    frameworkErrors: (error, request, reply) =>
      void plainError(
        toAppError(error),
        request as FastifyRequest,
        reply as unknown as FastifyReply,
        parts.shell,
      ),
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(parts.shell.config),
  })
  app.setErrorHandler((error, request, reply) => plainError(toAppError(error), request, reply, parts.shell))
  const isAnswered = quickHits(parts)
  app.addHook('onRequest', (request, reply, done) => void (isAnswered(request, reply) || done()))
  app.addHook('onRequest', async (request, reply) => openRequest(request, reply, parts))
  refuseLargeCookies(app, parts.shell.config)
  logRequests(app)
  app.addHook('onSend', async (request, reply) => parts.identity.sessions.writeCookies(request, reply))
  // Also of requests that began before the end did: a connection that stays open would hold the process.
  app.addHook('onSend', async (_request, reply) => {
    if (parts.isDraining()) void reply.header('connection', 'close')
  })
  await compressAnswers(app)
  healthRoutes(app, parts)
  releaseFiles(app, parts.shell.releases, parts.copies)
  await proxies(app, parts.shell)
  const outdateSite = siteRoutes(app, parts.shell, parts.platformClient)
  sessionRoutes(app, parts.shell.sessions)
  userSlotRoute(app, parts)
  await app.register(formPosts(parts.shell.config, parts.shell.sessions))
  await app.register(accountRoutes(parts.accounts))
  await app.register(candidateRoutes(parts.shell))
  await app.register(
    previewRoutes({ previews: parts.shell.previews, publicUrl: parts.shell.config.publicUrl }),
  )
  await app.register(
    webhook({ secrets: parts.webhookSecrets, contentChanged: changedWith(outdateSite, parts) }),
  )
  pages(app, parts)
  app.setNotFoundHandler((request, reply) =>
    plainError(requestError('request/method'), request, reply, parts.shell),
  )
  return app
}

/** What follows content is outdated first, so that nobody who sees a change finds the sitemap behind. */
const changedWith =
  (outdate: () => void, { caches }: ShellParts): ContentChanged =>
  (keys) => {
    outdate()
    return caches.contentChanged(keys)
  }

/** Pages that are kept, answered before everything else. */
const quickHits = ({ shell, caches, isDraining }: ShellParts): QuickHits =>
  createQuickHits({
    alias: shell.config.alias,
    allowedHosts: shell.config.allowedHosts,
    headers: headersOfAll(shell),
    fresh: (key) => caches.pages.fresh(key),
    replace: (key, before, page) => caches.store.replace(key, before, page),
    mayPreview: (request) =>
      shell.previews.view({ request, query: {}, isPreviewPath: false, session: null }).preview !== null,
    isDraining,
  })

const headersOfAll = ({ config }: ShellContext): Readonly<Record<string, string>> =>
  config.publicUrl.startsWith('https:') ? { ...BASE_HEADERS, ...HTTPS_HEADERS } : BASE_HEADERS

/** Before anything else: the headers of every answer, and whether this host name is ours. */
function openRequest(request: FastifyRequest, reply: FastifyReply, { shell }: ShellParts): void {
  void reply.headers(headersOfAll(shell)).header('x-request-id', request.id)
  // Messages of the platform are signed, and may come to a shell by a name that no visitor uses; so do balancers' probes.
  if (request.url === WEBHOOK_PATH || request.url.startsWith('/health/')) return
  if (namesTwoHosts(request)) throw requestError('request/malformed')
  if (!isAllowedHost(hostNameOf(request), shell.config)) throw requestError('request/unknown-host')
}

function pages(app: FastifyInstance, parts: ShellParts): void {
  const serving: PageServing = {
    ...parts,
    semaphore: createSemaphore(PAGES_AT_ONCE, ({ active, waiting }) =>
      pageError('page/busy', { details: { inFlight: active, waiting } }),
    ),
    sayBusy: createBusyPages(parts.shell),
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      const target = readRequestTarget(request.raw.url ?? '/')
      // One with a token in it goes from the address altogether, and no cache may see where to.
      if (target.redirect !== null && !readSecurityToken(target))
        return redirectToClean(target.redirect, parts.shell, reply)
      return servePage({ target, request, reply }, serving)
    },
  })
}

/** The clean address is this site's by construction: it starts with exactly one slash. */
const redirectToClean = (location: string, { config }: ShellContext, reply: FastifyReply): FastifyReply =>
  reply
    .headers(cachingHeaders('redirect', answerKeys('redirect', config.alias)))
    .redirect(location, config.trailingSlashStatus)
