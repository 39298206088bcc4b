import path from 'node:path'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { FormCaptcha } from '@tessera/shared/contract'
import { RELEASED_FILES } from '../document/document.server.ts'
import { createAlerts } from '../features/alerts/alerts.server.ts'
import { createAnalytics } from '../features/analytics/analytics.server.ts'
import { canaryFailures } from '../canaries/failures-route.server.ts'
import { contentWebhook } from '../features/content-webhook/content-webhook.server.ts'
import { remoteData } from '../features/remote-data/remote-data.server.ts'
import { embed } from '../features/embed/embed.server.ts'
import { createForms } from '../features/forms/forms.server.ts'
import { createIdentity } from '../features/identity/identity.server.ts'
import { overrideRoutes } from '../features/override/override-routes.server.ts'
import { createOverrides } from '../features/override/overrides.server.ts'
import { previewRoutes } from '../features/preview/preview-routes.server.ts'
import { createPreviews } from '../features/preview/previews.server.ts'
import { createFileCache } from '../features/proxy/asset-proxy.server.ts'
import { proxies } from '../features/proxy/delivery-proxy.server.ts'
import { createShareImages } from '../features/share-images/share-images.server.ts'
import { createSite } from '../features/site/site.server.ts'
import { SITEMAP_SIZE } from '../features/site/sitemap-writer.server.ts'
import { createReadControl } from '../features/release-actions/read-control.server.ts'
import { releaseActionRoutes } from '../features/release-actions/release-actions.server.ts'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { createRequestQueue } from '../release-requests/request-queue.server.ts'
import { createSeals } from '../release-requests/release-request.server.ts'
import { readPublicKey } from '../releases/verified-copy.server.ts'
import { candidateRoutes } from '../features/staff/candidates.server.ts'
import { readSitePackage } from '../features/staff/inspect-site.server.ts'
import { createStaffTools, type StaffToolsOptions } from '../features/staff/staff-tools.server.ts'
import { errorFacts } from '../http/request-log.server.ts'
import type { ContentChanged } from '../cache/invalidation.server.ts'
import type { ErrorPages } from '../page/error-pages.server.ts'
import type { ShellOptions } from './options.server.ts'
import { versionsRoute } from '../reports/versions.server.ts'
import type { Foundation, ShellEnvironment } from './foundation.server.ts'
import { plugin } from '../http/server.server.ts'

/** Root folder of the site's package. */
const ROOT = path.resolve(import.meta.dirname, '../..')

export type Features = ReturnType<typeof createFeatures>

/** Creates the features of a site, each with only the dependencies that it uses. */
export function createFeatures(
  options: ShellOptions,
  environment: ShellEnvironment,
  foundation: Foundation,
  sanitise: (html: string) => string,
) {
  const { log, files = RELEASED_FILES, isDevelopment = false, askSecurity } = environment
  const { config, platformClient, releases, store } = foundation
  const identity = createIdentity({
    sessions: options.sessions,
    accounts: options.accounts,
    dataDir: options.dataDir,
    config,
    log,
    store,
    ...(askSecurity && { askSecurity }),
  })
  const previews = createPreviews({
    rules: options.preview,
    editors: [...config.staffGroups, ...options.preview.groups],
    hasDrafts: options.previewAccessToken !== undefined,
    isSecure: config.publicUrl.startsWith('https:'),
    isDevelopment,
  })
  const { staff, requests } = createStaff(options, environment, foundation)
  const overrides = createOverrides({ config, sealer: identity.sealer, sessions: identity.sessions })
  const site = createSite({
    config,
    platformClient,
    releases,
    files,
    log,
    feeds: options.site?.feeds ?? [],
    redirects: options.site?.redirects ?? null,
    isPreviewHost: previews.isPreviewHost,
    sitemaps: {
      folder: path.join(options.dataDir, 'sitemaps'),
      ...(options.sitemapUrls && { size: { ...SITEMAP_SIZE, maxUrls: options.sitemapUrls } }),
    },
  })
  const own = { dataDir: options.dataDir, contact: contactOf(options) }
  const forms = createForms({ ...own, config, platformClient, releases, identity, store, sanitise, log })
  const shareImages = createShareImages(config)
  const whereConfigured = createWhereConfigured(options, { config, platformClient, releases })
  return {
    identity,
    previews,
    staff,
    overrides,
    requests,
    site,
    forms,
    shareImages,
    ...whereConfigured,
  }
}

/** The staff tools, and the queue of their requests to the release agent. */
function createStaff(
  options: ShellOptions,
  { log, supervisor }: ShellEnvironment,
  { config, storage, platformClient, releases, visitors, readShells, store }: Foundation,
) {
  const control = createReleaseControl(options, storage)
  const staff = createStaffTools({
    config,
    previewHosts: options.preview.hosts,
    releases,
    platformClient,
    sitePackage: readSitePackage(ROOT),
    mode: process.env['NODE_ENV'] ?? 'unknown',
    environment: process.env,
    now: () => new Date(),
    store,
    processes: () => supervisor?.processes() ?? null,
    readShells,
    releasesOf: visitors.releasesOf,
    readControl: control.read,
    ...staffEvents(log),
  })
  return { staff, requests: control.queue }
}

/** Logs failures of staff tools. */
const staffEvents = (log: Logger): Pick<StaffToolsOptions, 'onControlError' | 'onCandidateRefused'> => ({
  onControlError: (err) => log.warn({ err }, 'the record of releases cannot be read'),
  onCandidateRefused: (candidate, error) =>
    log.warn({ ...candidate, ...errorFacts(error) }, 'candidate not shown'),
})

/** Reads the release document for the version page, and stores the requests of staff. */
function createReleaseControl(
  { releaseKeyFile, releaseRequestKey: key }: ShellOptions,
  storage: ReleaseStorage,
) {
  const queue = key === undefined ? null : createRequestQueue({ storage, seals: createSeals(key) })
  return {
    queue,
    read: createReadControl({ storage, siteKey: readPublicKey(releaseKeyFile), queue, now: Date.now }),
  }
}

/** Optional features; null if the site does not configure them. */
const createWhereConfigured = (
  { site }: ShellOptions,
  sources: Pick<Foundation, 'config' | 'platformClient' | 'releases'>,
) => ({
  alerts: site?.alerts
    ? createAlerts({ ...site.alerts, deadlineMs: sources.config.limits.slotDeadlineMs })
    : null,
  analytics: site?.analytics ? createAnalytics(site.analytics, sources) : null,
})

/** Telephone number and email address of the site, for visitors who cannot use the captcha. */
function contactOf({ site }: ShellOptions): FormCaptcha['contact'] {
  const { telephone, email } = site?.contact ?? {}
  return { ...(telephone !== undefined && { telephone }), ...(email !== undefined && { email }) }
}

/** The dependencies of the features' routes. */
interface FeatureParts extends Pick<ShellEnvironment, 'supervisor' | 'log'> {
  readonly options: ShellOptions
  readonly foundation: Foundation
  readonly features: Features
  readonly errorPages: ErrorPages
  readonly sanitise: (html: string) => string
}

/** Registers the routes of the features; pages handle all other paths. */
export async function registerFeatures(app: FastifyInstance, parts: FeatureParts): Promise<void> {
  const { config, canaries, visitors, readShells, store } = parts.foundation
  versionsRoute(app, readShells)
  canaryFailures(app, { publicUrl: config.publicUrl, canaries, visitors, store })
  for (const [name, routes] of Object.entries(routesOf(parts))) await app.register(plugin(name, routes))
}

/** The routes of each feature, by name. */
function routesOf(parts: FeatureParts): Readonly<Record<string, FastifyPluginAsync>> {
  const { options, foundation, features, errorPages, supervisor, log } = parts
  const { config, releases } = foundation
  const { identity, previews, staff, overrides, site, forms, analytics, shareImages, requests } = features
  const { sessions } = identity
  const { send: sendError, sendOwn } = errorPages
  const fileCache = createFileCache()
  const contentChanged: ContentChanged = (keys) => {
    fileCache.clear()
    // The sitemap is marked as outdated first, so that it is never older than a page that shows the change.
    site.contentChanged()
    return foundation.caches.contentChanged(keys)
  }
  supervisor?.onContentChanged(contentChanged)
  const files = { config, releases, sessions, previews, sendError, fileCache, limits: options.proxyLimits }
  const answers = answerParts(parts)
  return {
    proxies: proxies(files),
    'remote-data': remoteData(answers),
    embed: embed({
      ...answers,
      releases,
      forms: forms.forEmbeds,
      data: (foreign) => remoteData({ ...answers, foreign }),
    }),
    site: site.routes,
    'share-images': shareImages.routes,
    ...(analytics && { analytics: analytics.routes }),
    identity: identity.routes,
    forms: forms.routes,
    candidates: candidateRoutes({ config, sessions, releases, staff }),
    'release-actions': releaseActionRoutes({ config, sessions, queue: requests, log }),
    override: overrideRoutes({ config, sessions, releases, overrides, sendOwn }),
    preview: previewRoutes({ previews, publicUrl: config.publicUrl }),
    'content-webhook': contentWebhook({
      secrets: options.webhookSecrets,
      contentChanged: async (keys) =>
        (await Promise.all([contentChanged(keys), supervisor?.publishChange(keys)]))[0],
    }),
  }
}

/** What the data answers of remotes depend on. */
const answerParts = ({ foundation, features, errorPages, sanitise }: FeatureParts) => ({
  config: foundation.config,
  platformClient: foundation.platformClient,
  store: foundation.store,
  pageCache: foundation.caches.pages,
  pageStore: foundation.caches.store,
  trees: foundation.caches.trees,
  identity: features.identity.forPages,
  previews: features.previews,
  staff: features.staff,
  sendJson: errorPages.sendJson,
  sanitise,
})
