import path from 'node:path'
import type { Logger } from 'pino'
import { readSiteConfig, type SiteConfig } from '@tessera/shared/config'
import { createPlatformClient, type PlatformClient, type Transport } from '@tessera/shared/io'
import { createSiteCaches, type SiteCaches } from '../cache/invalidation.server.ts'
import { type FileRules } from '../document/document.server.ts'
import type { AskSecurity } from '../features/identity/identity-fetch.server.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { createFederationHost } from '../releases/federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from '../releases/live-releases.server.ts'
import { createReleaseStore } from '../releases/release-store.server.ts'
import { tryCandidate } from '../releases/try-candidate.server.ts'
import { createVerifiedCopies, readPublicKey, type VerifiedCopies } from '../releases/verified-copy.server.ts'
import type { ShellOptions } from './options.server.ts'
import { readProject, siteConfigInput } from './site-config.server.ts'

/** What every feature of a shell depends on. */
export interface Foundation {
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  readonly copies: VerifiedCopies
  readonly releases: LiveReleases
  readonly caches: SiteCaches
}

/** What a shell is given by its process, besides its options. */
export interface ShellEnvironment {
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
  /** Called with the outcome of each release, after it is logged. */
  readonly onRelease?: (event: ReleaseEvent) => void
}

/**
 * Create configuration, platform client, live releases and caches.
 * @throws AppError config/invalid, release/…
 */
export async function createFoundation(
  options: ShellOptions,
  { log, transport, onRelease }: ShellEnvironment,
): Promise<Foundation> {
  const project = await readProject(options.platformUrl, options.projectId, options.accessToken)
  if (!project)
    log.warn(
      { platform: options.platformUrl, project: options.projectId },
      'the platform says nothing of the project; starting with defaults',
    )
  const config = readSiteConfig(siteConfigInput(options, project))
  const platformClient = createPlatformClient({ limits: config.limits, ...(transport && { transport }) })
  const store = createReleaseStore(options.releasesDir)
  const folder = path.join(options.dataDir, 'releases')
  const copies = createVerifiedCopies(folder, store, readPublicKey(options.releaseKeyFile))
  const releases = await createLiveReleases({
    store,
    copies,
    host: createFederationHost(),
    tryCandidate,
    now: () => new Date(),
    onEvent: (event) => {
      logRelease(log, event)
      onRelease?.(event)
    },
    onStoreError: (error) => log.error(errorFacts(error), 'release store not readable'),
  })
  const caches = createSiteCaches({ config, platformClient, releases, edges: options.edges, log })
  return { config, platformClient, copies, releases, caches }
}

const logRelease = (log: Logger, { app, version, outcome, error }: ReleaseEvent): void =>
  error
    ? log.error({ app, version, ...errorFacts(error) }, 'release refused')
    : log.info({ app, version, outcome }, 'release live')
