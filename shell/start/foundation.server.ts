import path from 'node:path'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { toAppError, type AppError, type PageSlot } from '@tessera/shared/contract'
import { createPlatformClient, type PlatformClient, type Transport } from '@tessera/shared/io'
import { createSiteCaches, type SiteCaches } from '../cache/invalidation.server.ts'
import { createCanaries, type Canaries } from '../canaries/canaries.server.ts'
import { createHalts } from '../canaries/halts.server.ts'
import { createVisitors, type Visitors } from '../canaries/visitors.server.ts'
import { type FileRules } from '../document/document.server.ts'
import type { AskSecurity } from '../features/identity/identity-fetch.server.ts'
import { createGuard, type Guard } from '../guard/guard.server.ts'
import { createFaults, type Fault, type Faults } from '../guard/process-guard.server.ts'
import { appKey } from '../http/caching-headers.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { createFederationHost, resetRenderer } from '../releases/federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from '../releases/live-releases.server.ts'
import { versionsOf, type StoreFailure } from '../releases/live-state.server.ts'
import type { ReleasePlace } from '../release-place/place.server.ts'
import { releasePlace } from '../release-place/release-place.server.ts'
import { backingOff } from '../release-place/backing-off.server.ts'
import { createReleaseStore } from '../releases/release-store.server.ts'
import { createQuarantines, readQuarantine, recordStrike } from '../releases/strikes.server.ts'
import { tryCandidate as tryInThread } from '../releases/try-candidate.server.ts'
import {
  createVerifiedCopies,
  pruneCopies,
  readPublicKey,
  type VerifiedCopies,
} from '../releases/verified-copy.server.ts'
import { openStore } from '../store/fallback-store.server.ts'
import type { SharedStore } from '../store/shared-store.server.ts'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'
import { createReadOthers } from '../verdicts/shell-report.server.ts'
import { createReadShells, type ReadShells } from '../verdicts/versions.server.ts'
import { createAcceptedSet } from '../verdicts/accepted-set.server.ts'
import type { ShellOptions } from './options.server.ts'
import { configureSite } from './site-config.server.ts'

/** What every feature of a shell depends on. */
export interface Foundation {
  readonly config: SiteConfig
  /** Where the release store lies. */
  readonly place: ReleasePlace
  /** False where its languages and its name are defaults, since neither the platform nor this machine could tell. */
  readonly isProjectKnown: boolean
  readonly platformClient: PlatformClient
  readonly copies: VerifiedCopies
  readonly releases: LiveReleases
  /** Releases that only some visitors see. */
  readonly canaries: Canaries
  readonly visitors: Visitors
  /** What the shell processes of the site say that they run. */
  readonly readShells: ReadShells
  readonly caches: SiteCaches
  /** What the shell processes of the site agree on; never fails. */
  readonly store: SharedStore
  /** All code of remotes runs under it. */
  readonly guard: Guard
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
  /** Called with each slot that a page does without, after it is logged. */
  readonly onSlotFailure?: (slot: PageSlot, error: AppError) => void
  /** Set where a supervisor runs several shell processes. */
  readonly supervisor?: SupervisorLink
  /** Watched over by a thread of the process; without it nothing is broken off. */
  readonly guard?: Guard
  /** Faults of releases that a request did not catch. */
  readonly faults?: Faults
  /** The release store, where it was opened before secrets of the environment were hidden. */
  readonly place?: ReleasePlace
  /** How a release is tried before it comes live; without it, in a thread of its own. */
  readonly tryCandidate?: typeof tryInThread
}

/** Where a shell keeps its own copies of releases. */
export const copiesFolder = ({ dataDir }: Pick<ShellOptions, 'dataDir'>): string =>
  path.resolve(dataDir, 'releases')

/**
 * Create configuration, platform client, live releases and caches.
 * @throws AppError config/invalid, release/…
 */
export async function createFoundation(
  options: ShellOptions,
  {
    log,
    transport,
    onRelease,
    supervisor,
    guard = createGuard(resetRenderer),
    faults = createFaults(),
    place = releasePlace(options.releasesDir),
    tryCandidate = tryInThread,
  }: ShellEnvironment,
): Promise<Foundation> {
  const { config, isProjectKnown } = await configureSite(options, log)
  const platformClient = createPlatformClient({ limits: config.limits, ...(transport && { transport }) })
  const { storeUrl: url } = options.sessions
  const store = await openStore({ url, alias: config.alias, log, supervised: supervisor?.store })
  const followedPlace = backingOff(place, { everyMs: options.pollMs })
  const releaseStore = createReleaseStore(followedPlace, readPublicKey(options.releaseKeyFile))
  const copies = createVerifiedCopies(copiesFolder(options), releaseStore)
  const releases = await createLiveReleases({
    store: releaseStore,
    copies,
    host: createFederationHost(guard),
    tryCandidate,
    now: () => new Date(),
    quarantines: createQuarantines(store),
    accepted: createAcceptedSet(path.resolve(options.dataDir, 'accepted.json')),
    onEvent: (event) => {
      logRelease(log, event)
      onRelease?.(event)
    },
    onStore: (failure) => logStore(log, failure),
  })
  releases.subscribe((app) => void pruneOwnCopies(app, copiesFolder(options), { releases, log }))
  const caches = createSiteCaches({ config, platformClient, releases, purgeUrls: options.purgeUrls, log })
  const readOthers = createReadOthers(place)
  const canaries = createSiteCanaries(options, { config, releases, store, caches, log, readOthers })
  await canaries.refresh()
  faults.listen((fault) => void strike(fault, { store, canaries, log }))
  const readShells = createReadShells({ releases, canaries, url: options.publicUrl, readOthers })
  const visitors = createVisitors(canaries, isSecure(options))
  return {
    config,
    place,
    isProjectKnown,
    platformClient,
    copies,
    releases,
    canaries,
    visitors,
    readShells,
    caches,
    store,
    guard,
  }
}

const isSecure = ({ publicUrl }: Pick<ShellOptions, 'publicUrl'>): boolean => publicUrl.startsWith('https:')

const createSiteCanaries = (
  options: ShellOptions,
  {
    config,
    releases,
    store,
    caches,
    log,
    readOthers,
  }: Pick<Foundation, 'config' | 'releases' | 'store' | 'caches'> &
    Pick<ShellEnvironment, 'log'> & { readonly readOthers: ReadShells },
): Canaries =>
  createCanaries({
    releases,
    isSecure: isSecure(options),
    halts: createHalts(path.resolve(options.dataDir, 'halted-canaries')),
    others: async () => (await readOthers()).map(({ canaries = {} }) => canaries),
    quarantineOf: (app, version) => readQuarantine(store, app, version),
    onEvent: ({ error, ...event }) =>
      log[event.what === 'running' || event.what === 'ended' ? 'info' : 'error'](
        { ...event, ...(error && errorFacts(error)) },
        'canary',
      ),
    // Every page may have been made by it, or says how visitors are told apart.
    onChange: () => caches.switched.purge(appKey(config.alias)),
  })

/** Count a fault against its release; one that is in quarantine now is replaced at once. */
async function strike(
  fault: Fault,
  { store, canaries, log }: Pick<Foundation, 'store' | 'canaries'> & Pick<ShellEnvironment, 'log'>,
): Promise<void> {
  const { count, quarantine } = await recordStrike(store, fault)
  log.error({ ...fault, strikes: count }, 'strike against a release')
  if (quarantine) await canaries.refresh()
}

/** What is live is named, or was before it was refused or put into quarantine. */
async function pruneOwnCopies(
  app: string,
  folder: string,
  { releases, log }: Pick<Foundation, 'releases'> & Pick<ShellEnvironment, 'log'>,
): Promise<void> {
  const isUsed = (version: string) =>
    releases.isKnown(app, version) || versionsOf(releases.snapshot())[app] === version
  await pruneCopies(folder, app, { isUsed }).catch((error: unknown) =>
    log.warn({ app, ...errorFacts(toAppError(error)) }, 'old copies of releases not removed'),
  )
}

/** One line when it begins, and one when it is over. */
const logStore = (log: Logger, failure: StoreFailure | null): void =>
  failure
    ? log.error({ ...errorFacts(failure.error), since: failure.since }, 'release store not readable')
    : log.info('release store readable again')

const logRelease = (log: Logger, { app, version, outcome, error }: ReleaseEvent): void =>
  error
    ? log.error({ app, version, ...errorFacts(error) }, 'release refused')
    : log.info({ app, version, outcome }, 'release live')
