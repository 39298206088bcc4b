import { toAppError } from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'
import { createCandidates } from '../release-document/candidates.server.ts'
import { checkCandidate, checkClaims } from './check-candidate.server.ts'
import { checkStyles } from './check-styles.server.ts'
import {
  byAge,
  claimingOf,
  follow,
  forgetCollisions,
  isDue,
  isInQuarantine,
  liveRelease,
  noteMissing,
  recordQuarantine,
  recordRefusal,
  recordStoreState,
  recordUnusable,
  recordReplaced,
  versionsOf,
  withRelease,
  type LiveRelease,
  type LiveState,
  type Options,
  type ReleaseEvent,
  type ReleaseSnapshot,
  type StoreFailure,
} from './live-state.server.ts'
import { namedAtStart, NOTHING_ACCEPTED, type Named } from './release-store.server.ts'
import { routingTable } from './routing-table.ts'

export type { LiveRelease, ReleaseEvent, ReleaseSnapshot } from './live-state.server.ts'

export interface LiveReleases {
  snapshot(): ReleaseSnapshot
  /** Versions of an app that staff may try before they go live, newest first. */
  candidates(app: string): readonly string[]
  /**
   * The releases for a request that tries a candidate of one app.
   * @throws AppError release/not-a-candidate when the release document does not name it; release/… when it is refused
   */
  withCandidate(app: string, version: string): Promise<ReleaseSnapshot>
  /** The entries of the release document, by app. */
  named(): Named
  /** Whether the release document names this version as live, previous or candidate: files of other versions are not served. */
  isKnown(app: string, version: string): boolean
  /** Reads the release document and brings new releases live. Never rejects: a release that fails changes no live one. */
  refresh(): Promise<void>
  /** Apps that the release document names but that have no live release. */
  missing(): readonly string[]
  /** Digest of the last release document of which every release has been tried; null before the first. */
  tried(): string | null
  /** Why the release document is not followed at present; null while it is. */
  storeFailure(): StoreFailure | null
  /** The last refusal of each app that has not become live since. */
  failures(): ReadonlyMap<string, ReleaseEvent>
  /** Calls `onLive` with the app's name for each release that goes live from now on. */
  subscribe(onLive: (app: string) => void): void
}

/**
 * The live releases of a site. A shell starts with those that it served last, and so keeps them if a new one is refused or the document
 * cannot be read. A remote without a loadable release is missing until it has one: only its slots and its pages fail.
 * @throws AppError release/… when neither the release document nor the last served set names releases, or the shell's own cannot be loaded.
 */
export async function createLiveReleases(options: Options): Promise<LiveReleases> {
  const accepted = (await options.accepted?.read()) ?? NOTHING_ACCEPTED
  if (accepted.trust) options.store.trust(accepted.trust)
  const named = await namedAtStart(options.store, accepted)
  const shell = await loadShellRelease(options, accepted.apps['shell'], named['shell'])
  const state: LiveState = {
    named,
    followed: accepted,
    tried: null,
    isWaiting: false,
    waits: new Map(),
    storeFailure: null,
    current: { shell, remotes: new Map(), table: routingTable([]) },
    failures: new Map(),
    described: new Set(),
    unusable: new Set(),
    listeners: [],
  }
  for (const [app, version] of Object.entries(accepted.apps))
    if (app !== 'shell' && named[app]) await tryLive(state, app, version, options)
  const snapshotWith = createCandidates({
    load: (app, version) => loadCompatible(state.current, app, version, options),
    live: () => state.current,
    replace: withRelease,
  })
  // Names of apps come from requests, and `constructor` is a property of every object.
  const namedApp = (app: string) => (Object.hasOwn(state.named, app) ? state.named[app] : undefined)
  let refreshing: Promise<void> | null = null
  const releases: LiveReleases = {
    snapshot: () => state.current,
    named: () => state.named,
    isKnown(app, version) {
      const { live, previous = [], candidates = [] } = namedApp(app) ?? {}
      return [live, ...previous, ...candidates].includes(version)
    },
    candidates: (app) => namedApp(app)?.candidates ?? [],
    async withCandidate(app, version) {
      if (!namedApp(app)?.candidates.includes(version))
        throw releaseError('release/not-a-candidate', { details: { app, version } })
      return snapshotWith(app, version)
    },
    missing: () => Object.keys(state.named).filter((app) => !liveRelease(state.current, app)),
    tried: () => state.tried,
    storeFailure: () => state.storeFailure,
    failures: () => state.failures,
    subscribe: (onLive) => void state.listeners.push(onLive),
    refresh: () => (refreshing ??= refresh(state, options).finally(() => (refreshing = null))),
  }
  await releases.refresh()
  return releases
}

/** The shell's own release: the one served last, else the one in the document, else the newest earlier one that can be loaded. */
async function loadShellRelease(
  options: Options,
  accepted: string | undefined,
  named: Named[string] | undefined,
): Promise<LiveRelease> {
  const versions = [accepted, named?.live, ...(named?.previous ?? [])].filter((one) => one !== undefined)
  const errors: unknown[] = []
  for (const version of versions.length > 0 ? versions : ['none']) {
    try {
      return await loadRelease(options, 'shell', version)
    } catch (error) {
      errors.push(error)
    }
  }
  throw errors[0]
}

async function refresh(state: LiveState, options: Options): Promise<void> {
  try {
    const document = await options.store.readDocument(state.followed)
    follow(state, document)
    for (let before: ReleaseSnapshot['remotes'] | null = null; before !== state.current.remotes;) {
      // A collision may be resolved now, when a route moves from one remote to another: colliding releases are tried again.
      if (before) forgetCollisions(state.failures)
      before = state.current.remotes
      await tryApps(state, options)
    }
    if (!state.isWaiting) state.tried = document.digest
    await options.accepted?.write({ ...state.followed, apps: versionsOf(state.current) })
    recordStoreState(state, null, options)
  } catch (thrown) {
    recordStoreState(state, toAppError(thrown), options)
    // Releases in quarantine are replaced nevertheless, from this shell's own copies.
    await tryApps(state, options).catch(() => undefined)
  }
}

async function tryApps(state: LiveState, options: Options): Promise<void> {
  for (const [app, named] of Object.entries(state.named).toSorted(byAge)) {
    await tryApp(state, app, named, options)
    if (!liveRelease(state.current, app)) await noteMissing(state, app, named.live, options)
  }
}

/**
 * Brings the named release of an app live or, while it is in quarantine, the newest earlier one that is not. Without such a
 * release the named one is live, under guard, unless it could not even be loaded: that is better than none.
 */
async function tryApp(state: LiveState, app: string, named: Named[string], options: Options): Promise<void> {
  const found = await options.quarantines?.find(app, named)
  if (!found) {
    if (isInQuarantine(state.failures.get(app))) state.failures.delete(app)
    await tryLive(state, app, named.live, options)
    return fallBack(state, app, named, options)
  }
  const live = () => liveRelease(state.current, app)?.release.version
  if (!found.earlier.includes(live() ?? '')) {
    for (const version of found.earlier.filter((one) => !state.unusable.has(`${app}@${one}`))) {
      await tryLive(state, app, version, options)
      if (live() === version) break
      recordUnusable(state, app, version)
    }
  }
  // One that ended its process while it was loaded would end each process that loads it.
  const isDeadly = found.quarantine.phase === 'import'
  if (live() === undefined && !isDeadly) await tryLive(state, app, named.live, options)
  else recordReplaced(state, app, found.quarantined)
  if (!isInQuarantine(state.failures.get(app))) recordQuarantine(state, found.quarantine, live(), options)
}

/** Brings the newest loadable earlier release live, if the named one was refused and the app has no live release. */
async function fallBack(
  state: LiveState,
  app: string,
  named: Named[string],
  options: Options,
): Promise<void> {
  const refused = state.failures.get(app)
  for (const version of named.previous.filter((one) => !state.unusable.has(`${app}@${one}`))) {
    if (liveRelease(state.current, app)) break
    await tryLive(state, app, version, options)
    if (!liveRelease(state.current, app)) recordUnusable(state, app, version)
  }
  // The failure of the named release stays recorded.
  if (refused) state.failures.set(app, refused)
}

/** Brings a version live, unless it is live already or was refused for good. */
async function tryLive(state: LiveState, app: string, version: string, options: Options): Promise<void> {
  const { current, failures } = state
  if (liveRelease(current, app)?.release.version === version) return
  if (!isDue(state, app, version, options.now())) return
  try {
    const loaded = await loadCompatible(current, app, version, options)
    state.current = withRelease(state.current, app, loaded)
    failures.delete(app)
    state.waits.delete(`${app}@${version}`)
    options.onEvent({ app, version, outcome: 'live' })
    for (const onLive of state.listeners) onLive(app)
  } catch (thrown) {
    recordRefusal(state, { app, version, outcome: 'refused', error: toAppError(thrown) }, options)
  }
}

/** Loads a release and checks it against the other live ones. */
async function loadCompatible(
  current: ReleaseSnapshot,
  app: string,
  version: string,
  options: Options,
): Promise<LiveRelease> {
  const live = await loadRelease(options, app, version)
  const others = [...current.remotes.values()].map(claimingOf)
  if (live.remote) {
    checkClaims(app, claimingOf({ ...live, remote: live.remote }), others, options.store.grantsOf(app))
    await checkStyles(live, current.shell)
  }
  return live
}

async function loadRelease(
  { copies, host, now, tryCandidate }: Options,
  app: string,
  version: string,
): Promise<LiveRelease> {
  const verified = await copies.get(app, version)
  const liveSince = now().toISOString()
  if (app === 'shell') return { ...verified, remote: null, liveSince }
  await tryCandidate({ app, folder: verified.folder })
  const remote = await host.load(app, verified.folder, (loaded) => checkCandidate(app, loaded))
  return { ...verified, remote, liveSince }
}
