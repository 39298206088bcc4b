import path from 'node:path'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { toAppError, type AppError } from '@tessera/shared/contract'
import { createPlatformClient, type PlatformClient, type Transport } from '@tessera/shared/io'
import { createSiteCaches, type SiteCaches } from '../cache/invalidation.server.ts'
import { createCanaries, type Canaries } from '../canaries/canaries.server.ts'
import { createHalts } from '../canaries/halts.server.ts'
import { createVisitors, type Visitors } from '../canaries/visitors.server.ts'
import { type FileRules } from '../document/document.server.ts'
import type { AskSecurity } from '../features/identity/identity-fetch.server.ts'
import { createGuard, type Guard } from '../guard/guard.server.ts'
import { createFaults, type Fault, type Faults } from '../guard/process-guard.server.ts'
import { createTakenRelease, recordTaken, type TakenRelease } from '../guard/taken-release.server.ts'
import { appKey } from '../http/caching-headers.ts'
import { errorFacts } from '../http/request-log.server.ts'
import { createFederationHost, resetRenderer } from '../releases/federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from '../releases/live-releases.server.ts'
import { versionsOf, type StoreFailure } from '../releases/live-state.server.ts'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import type { Metrics } from '../metrics/metrics.server.ts'
import type { PageEvents } from '../page/page.ts'
import { withBackOff } from '../release-storage/back-off.server.ts'
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
import { createReadOthers } from '../reports/shell-report.server.ts'
import { createReadShells, type ReadShells } from '../reports/versions.server.ts'
import { createAcceptedSet, withoutQuarantined, type AcceptedSet } from '../reports/accepted-set.server.ts'
import type { ShellOptions } from './options.server.ts'
import { configureSite } from './site-config.server.ts'

/** The parts that the features of a shell depend on. */
export interface Foundation {
  readonly config: SiteConfig
  /** Storage of the release store. */
  readonly storage: ReleaseStorage
  /** False if languages and name of the project are defaults, because neither the platform nor a file on this machine had them. */
  readonly isProjectKnown: boolean
  readonly platformClient: PlatformClient
  readonly copies: VerifiedCopies
  readonly releases: LiveReleases
  /** Canaries: releases that only some visitors see. */
  readonly canaries: Canaries
  readonly visitors: Visitors
  /** Reads which releases the shell processes of the site run. */
  readonly readShells: ReadShells
  readonly caches: SiteCaches
  /** State that the shell processes of the site share; never rejects. */
  readonly store: SharedStore
  /** Guards all calls of remotes' code. */
  readonly guard: Guard
}

/** What the process provides to a shell, besides its options. */
export interface ShellEnvironment {
  readonly log: Logger
  readonly commitRef: string | null
  readonly isDraining: () => boolean
  /** The URLs from which browsers load files; by default those of releases. */
  readonly files?: FileRules
  /** Set only by `npm run dev`: requests from this machine may see drafts. */
  readonly isDevelopment?: boolean
  /** Transport to the platform; by default HTTP. */
  readonly transport?: Transport
  /** Makes the platform's security calls; by default over HTTP. */
  readonly askSecurity?: AskSecurity
  /** Called with the outcome of each release, after it is logged. */
  readonly onRelease?: (event: ReleaseEvent) => void
  /** Called with each failed slot of a page, after it is logged. */
  readonly onSlotFailure?: PageEvents['onSlotFailure']
  /** Counts and times answers, where metrics are taken. */
  readonly metrics?: Pick<Metrics, 'answered' | 'ofFastPath' | 'measure'>
  /** Set if a supervisor runs several shell processes. */
  readonly supervisor?: SupervisorLink
  /** The guard that a watchdog thread observes; the default guard never interrupts code. */
  readonly guard?: Guard
  /** Faults of releases that were not caught within a request. */
  readonly faults?: Faults
  /** Records which release is loaded, for a supervisor. */
  readonly taken?: TakenRelease
  /** Called when a release has changed built-ins in a way that cannot be undone. */
  readonly onSpoilt?: () => void
  /** The release store, if it was opened before the environment's secrets were hidden. */
  readonly storage?: ReleaseStorage
  /** Tries a release before it goes live; by default in a separate thread. */
  readonly tryCandidate?: typeof tryInThread
}

/** The releases that the shells of this machine served last. */
export const acceptedSet = ({ dataDir }: Pick<ShellOptions, 'dataDir'>, log: Logger): AcceptedSet =>
  createAcceptedSet(path.resolve(dataDir, 'accepted.json'), (failure) => logAccepted(log, failure))

/** Folder of a shell's own copies of releases. */
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
    storage = releaseStorage(options.releasesDir),
    tryCandidate = tryInThread,
    taken = createTakenRelease(undefined),
    onSpoilt,
  }: ShellEnvironment,
): Promise<Foundation> {
  const { config, isProjectKnown } = await configureSite(options, log)
  const platformClient = createPlatformClient({ limits: config.limits, ...(transport && { transport }) })
  const { storeUrl: url } = options.sessions
  const store = await openStore({ url, alias: config.alias, log, supervised: supervisor?.store })
  const key = readPublicKey(options.releaseKeyFile, 'releaseKeyFile')
  const releaseStore = createReleaseStore(withBackOff(storage, { everyMs: options.pollMs }), key)
  const copies = createVerifiedCopies(copiesFolder(options), releaseStore)
  const releases = await createLiveReleases({
    store: releaseStore,
    copies,
    ...recordTaken({ host: createFederationHost(guard, onSpoilt), tryCandidate }, taken),
    now: () => new Date(),
    quarantines: createQuarantines(store),
    accepted: withoutQuarantined(acceptedSet(options, log), store),
    onEvent: (event) => {
      logRelease(log, event)
      onRelease?.(event)
    },
    onStore: (failure) => logStore(log, failure),
  })
  releases.subscribe((app) => void pruneOwnCopies(app, copiesFolder(options), { releases, log }))
  const caches = createSiteCaches({ config, platformClient, releases, purgeUrls: options.purgeUrls, log })
  const readOthers = createReadOthers(storage)
  const canaries = createSiteCanaries(options, { config, releases, store, caches, log, readOthers })
  await canaries.refresh()
  faults.listen((fault) => void strike(fault, { store, canaries, log }))
  const readShells = createReadShells({ releases, canaries, url: options.publicUrl, readOthers })
  const visitors = createVisitors(canaries, isSecure(options))
  return {
    config,
    storage,
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
    // Every page may use the canary, or have a header that distinguishes visitors.
    onChange: () => caches.switched.purge(appKey(config.alias)),
  })

/** Counts a fault against its release; a release that it puts into quarantine is replaced at once. */
async function strike(
  fault: Fault,
  { store, canaries, log }: Pick<Foundation, 'store' | 'canaries'> & Pick<ShellEnvironment, 'log'>,
): Promise<void> {
  const { count, quarantine } = await recordStrike(store, fault)
  log.error({ ...fault, strikes: count }, 'strike against a release')
  if (quarantine) await canaries.refresh()
}

/** Deletes unused copies. Used ones are those that the document names, and the live one, even if it is no longer named. */
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

/** Logs one line when a failure of the release store begins, and one when it ends. */
const logStore = (log: Logger, failure: StoreFailure | null): void =>
  failure
    ? log.error({ ...errorFacts(failure.error), since: failure.since }, 'release store not readable')
    : log.info('release store readable again')

/** Logs one line when the releases that are live can no longer be stored in the data folder, and one when they can again. */
const logAccepted = (log: Logger, failure: AppError | null): void =>
  failure
    ? log.error(errorFacts(failure), 'what is live is not stored: a restart begins with earlier releases')
    : log.info('what is live is stored again')

const logRelease = (log: Logger, { app, version, outcome, error }: ReleaseEvent): void =>
  error
    ? log.error({ app, version, ...errorFacts(error) }, 'release refused')
    : log.info({ app, version, outcome }, 'release live')
