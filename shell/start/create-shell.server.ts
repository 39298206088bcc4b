import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { createSanitiser } from '@tessera/shared/sanitise'
import { createBus } from '@tessera/shared/store'
import type { Canaries } from '../canaries/canaries.server.ts'
import { createFastPath } from '../cache/fast-path.server.ts'
import { RELEASED_FILES } from '../document/document.server.ts'
import { createSiteDocuments, type SiteDocuments } from '../document/site-documents.server.ts'
import { WEBHOOK_PATH } from '../features/content-webhook/content-webhook.server.ts'
import { userMenuRoute } from '../features/identity/user-menu.server.ts'
import { healthRoutes } from '../http/health.server.ts'
import { languagePrefix } from '../http/paths.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { createServer, headersOfAll, plugin } from '../http/server.server.ts'
import { createErrorPages, type ErrorPages } from '../page/error-pages.server.ts'
import type { Page, PageEvents } from '../page/page.ts'
import { pagePosts } from '../page/page-posts.server.ts'
import { createServing, pages } from '../page/pages.server.ts'
import { releaseFiles } from '../releases/release-files.server.ts'
import type { ShellOptions } from './options.server.ts'
import { createFeatures, registerFeatures, type Features } from './features.server.ts'
import { createFoundation, type Foundation, type ShellEnvironment } from './foundation.server.ts'

/** A shell that is ready to listen, with the parts that its process polls or uses. */
export interface Shell extends Pick<
  Foundation,
  'config' | 'isProjectKnown' | 'platformClient' | 'releases' | 'canaries' | 'readShells' | 'caches'
> {
  readonly app: FastifyInstance
}

/**
 * Create a shell from its options: foundation, features, and the server with their routes.
 * @throws AppError config/invalid, release/…, session/keys-invalid
 */
export async function createShell(options: ShellOptions, environment: ShellEnvironment): Promise<Shell> {
  const { log, isDraining, files = RELEASED_FILES } = environment
  const foundation = await createFoundation(options, environment)
  const { config, platformClient, copies, releases, canaries, caches, store, guard } = foundation
  environment.metrics?.measure(foundation)
  const sanitise = createSanitiser()
  const features = createFeatures(options, environment, foundation, sanitise)
  const { identity, previews, staff, overrides, site, forms, alerts, shareImages } = features
  const { isStaff, releasesFor } = staff
  const documents = documentsOf(options, config, files, features)
  const errorPages = createErrorPages({ config, documents, releases, alerts })
  const app = await createShellServer(options, environment, foundation, features, errorPages)
  let told = Promise.resolve()
  // Fastify closes in reverse order: the work that is finished at the end of a feature still uses the store.
  app.addHook('onClose', () => Promise.all([store.close(), told]))
  const shared = {
    config,
    platformClient,
    files,
    sanitise,
    origin: config.publicUrl,
    guard,
    slotDeadlineMs: config.limits.slotDeadlineMs,
    ...eventsOf(log, canaries, environment.onSlotFailure),
  }
  healthRoutes(app, { isDraining, platformClient, releases })
  releaseFiles(app, releases, copies)
  userMenuRoute(app, { ...shared, sessions: identity.sessions, isStaff, releasesFor })
  await registerFeatures(app, { ...environment, ...shared, options, foundation, features, errorPages })
  const serving = createServing({
    ...shared,
    visitors: foundation.visitors,
    documents,
    errorPages,
    identity: identity.forPages,
    previews,
    staff,
    overrides,
    pageCache: caches.pages,
    pageStore: caches.store,
    trees: caches.trees,
    languages: config.languages,
    build: { commitRef: environment.commitRef, buildNo: options.buildNo ?? null },
    inlineState: config.inlineState,
    feedLinks: site.feedLinks,
    forms: forms.forPages,
    redirects: site.redirects,
    alerts,
    shareImage: shareImages.imageOf,
    ...siteParts(options),
    requestDeadlineMs: config.limits.requestDeadlineMs,
    createBus: busOf(log),
  })
  pages(app, serving)
  await app.register(plugin('page-posts', pagePosts(serving)))
  // Not waited for here: what a feature has to report would come after a cache that does not answer, and perhaps too late.
  app.addHook('onClose', async () => void (told = caches.close()))
  return { ...foundation, app }
}

/** The server, before it has routes. */
function createShellServer(
  { trustedProxies }: ShellOptions,
  { log, isDraining, metrics }: ShellEnvironment,
  { config, caches, visitors }: Foundation,
  { identity, previews }: Features,
  errorPages: ErrorPages,
): Promise<FastifyInstance> {
  const fastPath = createFastPath({
    alias: config.alias,
    allowedHosts: config.allowedHosts,
    headers: headersOfAll(config),
    releasesOf: (request) => visitors.knownReleases(request),
    fresh: (key, releases) => caches.pages.fresh(key, releases),
    onServed: visitors.served,
    replace: (key, before, page) => caches.store.replace(key, before, page),
    mayPreview: (request) =>
      previews.view({ request, query: {}, isPreviewPath: false, session: null }).preview !== null,
    isDraining,
  })
  return createServer({
    config,
    trustedProxies,
    isDraining,
    log,
    // Any host name is accepted for the platform's webhook, which is signed, and for probes of load balancers.
    isOpenRoute: (pattern) => pattern === WEBHOOK_PATH || pattern.startsWith('/health/'),
    sendError: errorPages.send,
    onAnswered: metrics?.answered,
    fastPath: metrics?.ofFastPath(fastPath) ?? fastPath,
    onAnswer: (request, reply) => identity.sessions.writeCookies(request, reply),
  })
}

/** Logs failures of pages and their parts, with the request's id. Work that was aborted because the visitor has left is not logged. */
const eventsOf = (
  log: Logger,
  canaries: Pick<Canaries, 'failed'>,
  onSlotFailure: ShellEnvironment['onSlotFailure'],
): PageEvents => ({
  onPageFailure(page, error) {
    if (!hasLeft(page)) log.warn({ reqId: page.id, ...errorFacts(error) }, 'page failed')
  },
  onSiteFailure(page, error) {
    if (!hasLeft(page)) log.warn({ reqId: page.id, ...errorFacts(error) }, 'optional data failed')
  },
  onSlotFailure(page, slot, error) {
    if (hasLeft(page)) return
    canaries.failed(page.releases, slot.remote, 'server')
    log.warn({ reqId: page.id, slot: slot.id, remote: slot.remote, ...errorFacts(error) }, 'slot failed')
    onSlotFailure?.(page, slot, error)
  },
})

/** Whether the visitor has closed the connection. A page whose time is over is aborted with a TimeoutError. */
const hasLeft = ({ signal }: Pick<Page, 'signal'>): boolean =>
  signal.aborted && (signal.reason as Error).name !== 'TimeoutError'

/** The settings for pages from the site's own configuration file. */
const siteParts = ({ site }: ShellOptions) => ({
  notFoundType: site?.notFoundPage?.contentType ?? null,
  ...(site?.mapTiles && { mapTiles: site.mapTiles }),
})

const busOf = (log: Logger) => () =>
  createBus({ onListenerError: (_name, error) => log.error({ err: error }, 'bus listener failed') })

const documentsOf = (
  { site }: ShellOptions,
  config: SiteConfig,
  files: NonNullable<ShellEnvironment['files']>,
  { alerts, analytics }: Pick<Features, 'alerts' | 'analytics'>,
): SiteDocuments =>
  createSiteDocuments({
    config,
    files,
    pathPrefix: (language) => languagePrefix(language, config.languages),
    contact: site?.contact,
    footerLinks: site?.footerLinks ?? {},
    captcha: config.forms.captcha,
    scriptHashes: alerts?.scriptHashes ?? [],
    connects: analytics?.connects ?? [],
    images: site?.mapTiles ? [new URL(site.mapTiles.url).origin] : [],
    footerEnd: analytics?.button,
  })
