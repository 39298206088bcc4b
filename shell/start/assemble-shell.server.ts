import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { readSiteConfig, type SiteConfig } from '@tessera/shared/config'
import { createPlatformClient, type PlatformClient, type Transport } from '@tessera/shared/io'
import { createSanitiser } from '@tessera/shared/sanitise'
import { createPreviews } from '../features/preview/previews.server.ts'
import { createSiteCaches, type SiteCaches } from '../cache/invalidation.server.ts'
import { createFederationHost } from '../releases/federation-host.server.ts'
import { readSitePackage } from '../features/staff/site-package.server.ts'
import { createStaffTools } from '../features/staff/staff-tools.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from '../releases/live-releases.server.ts'
import { createReleaseStore } from '../releases/release-store.server.ts'
import { tryCandidate } from '../releases/try-candidate.server.ts'
import { readPublicKey } from '../releases/verified-copy.server.ts'
import { createVerifiedCopies } from '../releases/verified-copy.server.ts'
import type { SiteBasics } from '../features/site/options.ts'
import { assembleAccounts } from '../features/identity/assemble-accounts.server.ts'
import type { AskSecurity } from '../features/identity/identity-fetch.server.ts'
import { assembleSessions, type AssembledSessions } from '../features/identity/assemble-sessions.server.ts'
import { createLastMenus } from '../page/navigation-trees.server.ts'
import { createRedirects } from '../features/site/redirects.server.ts'
import { SITEMAP_SIZE } from '../features/site/sitemap-writer.server.ts'
import { RELEASED_FILES, type FileRules } from '../document/assets.server.ts'
import { createShell } from './create-shell.server.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { createKnownTypes } from '../page/compose-page.server.ts'
import { createSiteTrees } from '../page/navigation-trees.server.ts'
import type { ShellOptions } from './options.server.ts'
import { readProject } from './site-config.server.ts'
import { siteConfigInput } from './site-config.server.ts'
import type { ShellContext } from '../page/shell-context.server.ts'

/** Folder of the site as a package. */
const ROOT = path.resolve(import.meta.dirname, '../..')
const KNOWN_TYPES = 10_000

/** A shell that is ready to listen, and what its process has to look after. */
export interface AssembledShell {
  readonly app: FastifyInstance
  readonly platformClient: PlatformClient
  readonly releases: LiveReleases
  readonly caches: SiteCaches
}

/** What a shell is given by its process, besides its options. */
export interface Surroundings {
  readonly log: Logger
  readonly commitRef: string | null
  readonly isDraining: () => boolean
  /** Where browsers get files; without it, from releases. */
  readonly files?: FileRules
  /** Set by `npm run dev` alone: whoever sits at this machine may see drafts. */
  readonly isDevelopment?: boolean
  /** How the platform is reached; without it, over HTTP. */
  readonly transport?: Transport
  /** How its security calls are made; without it, over HTTP. */
  readonly askSecurity?: AskSecurity
  /** Told what became of each release, after the log. */
  readonly onRelease?: (event: ReleaseEvent) => void
}

/**
 * Put a shell together from its options: site configuration, platform client, live releases, server.
 * @throws AppError config/invalid, release/…
 */
// eslint-disable-next-line max-lines-per-function -- a list of parts in the order in which they need each other
export async function assembleShell(
  options: ShellOptions,
  {
    log,
    commitRef,
    isDraining,
    files = RELEASED_FILES,
    isDevelopment = false,
    transport,
    askSecurity,
    onRelease,
  }: Surroundings,
): Promise<AssembledShell> {
  const project = await readProject(options.platformUrl, options.projectId, options.accessToken)
  if (!project)
    log.warn(
      { platform: options.platformUrl, project: options.projectId },
      'the platform says nothing of the project; starting with defaults',
    )
  const config = readSiteConfig(siteConfigInput(options, project))
  const platformClient = createPlatformClient({ limits: config.limits, ...(transport && { transport }) })
  const store = createReleaseStore(options.releasesDir)
  const copies = createVerifiedCopies(
    path.join(options.dataDir, 'releases'),
    store,
    readPublicKey(options.releaseKeyFile),
  )
  let onLive: (app: string) => void = () => undefined
  const releases = await createLiveReleases({
    store,
    copies,
    host: createFederationHost(),
    tryCandidate,
    now: () => new Date(),
    onEvent: (event) => {
      logRelease(log, event)
      if (event.outcome === 'live') onLive(event.app)
      onRelease?.(event)
    },
    onStoreError: (error) => log.error(errorFacts(error), 'release store not readable'),
  })
  const staff = createStaffTools({
    config,
    previewHosts: options.preview.hosts,
    releases,
    platformClient,
    sitePackage: readSitePackage(ROOT),
    mode: process.env['NODE_ENV'] ?? 'unknown',
    environment: process.env,
    now: () => new Date(),
    onCandidateRefused: (pin, error) => log.warn({ ...pin, ...errorFacts(error) }, 'candidate not shown'),
  })
  const identity = assembleSessions(options.sessions, options.dataDir, config, log)
  const accounts = assembleAccounts({
    options: options.accounts,
    dataDir: options.dataDir,
    config,
    identity,
    log,
    ...(askSecurity && { ask: askSecurity }),
  })
  const shell = contextOf(options, config, {
    releases,
    files,
    staff,
    identity,
    log,
    commitRef,
    isDevelopment,
  })
  const caches = createSiteCaches({
    config,
    platformClient,
    snapshot: () => releases.snapshot(),
    edges: options.edges,
    log,
  })
  onLive = caches.releaseChanged
  const app = await createShell({
    shell,
    platformClient,
    caches,
    webhookSecrets: options.webhookSecrets,
    copies,
    identity,
    accounts,
    trustedProxies: options.trustedProxies,
    requestDeadlineMs: config.limits.requestDeadlineMs,
    isDraining,
    log,
  })
  app.addHook('onClose', async () => {
    caches.close()
    await accounts.close()
    await identity.store.close()
  })
  return { app, platformClient, releases, caches }
}

const logRelease = (log: Logger, { app, version, outcome, error }: ReleaseEvent): void =>
  error
    ? log.error({ app, version, ...errorFacts(error) }, 'release refused')
    : log.info({ app, version, outcome }, 'release live')

const contextOf = (
  options: ShellOptions,
  config: SiteConfig,
  {
    releases,
    files,
    staff,
    identity,
    log,
    commitRef,
    isDevelopment,
  }: Pick<ShellContext, 'releases' | 'files' | 'staff'> & { readonly identity: AssembledSessions } & Required<
      Pick<Surroundings, 'log' | 'commitRef' | 'isDevelopment'>
    >,
): ShellContext => ({
  config,
  site: { contact: options.site?.contact, footerLinks: options.site?.footerLinks ?? {} },
  basics: basicsOf(options),
  redirects: options.site?.redirects ? createRedirects(options.site.redirects) : null,
  lastMenus: createLastMenus(config.languages.supported),
  proxyLimits: options.proxyLimits,
  sitemaps: {
    folder: path.join(options.dataDir, 'sitemaps'),
    ...(options.sitemapUrls && { size: { ...SITEMAP_SIZE, maxUrls: options.sitemapUrls } }),
  },
  build: { commitRef, buildNo: options.buildNo ?? null },
  releases,
  files,
  sessions: identity.sessions,
  staff,
  knownTypes: createKnownTypes({ max: KNOWN_TYPES, freshMs: config.limits.freshMs }),
  mapped: new WeakMap(),
  trees: createSiteTrees(),
  sanitise: createSanitiser(),
  previews: createPreviews({
    rules: options.preview,
    editors: [...config.staffGroups, ...options.preview.groups],
    hasDrafts: options.previewAccessToken !== undefined,
    isSecure: config.publicUrl.startsWith('https:'),
    isDevelopment,
  }),
  slotDeadlineMs: config.limits.slotDeadlineMs,
  onSiteFailure: ({ id }, error) =>
    log.warn({ reqId: id, ...errorFacts(error) }, 'a page does without something'),
  onSlotFailure: ({ id }, slot, error) =>
    log.warn({ reqId: id, slot: slot.id, remote: slot.remote, ...errorFacts(error) }, 'slot failed'),
})

const basicsOf = ({ site }: ShellOptions): SiteBasics => ({
  feeds: site?.feeds ?? [],
  redirects: site?.redirects ?? null,
  notFoundPage: site?.notFoundPage ?? null,
})
