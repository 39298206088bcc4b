import { toAppError, type AppError } from '@tessera/shared/contract'
import { routingTable } from './routing-table.ts'
import { checkCandidate, checkCollisions } from './check-candidate.server.ts'
import { checkStyles } from './check-styles.server.ts'
import { releaseError } from '../errors.ts'
import type { FederationHost } from './federation-host.server.ts'
import {
  createCandidates,
  liveRelease,
  manifestsOf,
  withRelease,
  type LiveRelease,
  type ReleaseSnapshot,
} from './release-snapshot.server.ts'
import type { ReleaseStore } from './release-store.server.ts'
import type { Quarantine, Quarantines } from './strikes.server.ts'
import type { VerifiedCopies } from './verified-copy.server.ts'

export type { LiveRelease, ReleaseSnapshot } from './release-snapshot.server.ts'

/** What happened to a candidate, for the log and for the version page. */
export interface ReleaseEvent {
  readonly app: string
  readonly version: string
  readonly outcome: 'live' | 'refused'
  readonly error?: AppError
}

export interface LiveReleases {
  snapshot(): ReleaseSnapshot
  /** Versions of an app that staff may try before they go live, newest first. */
  candidates(app: string): readonly string[]
  /**
   * What a request sees that tries a candidate of one app.
   * @throws AppError release/not-a-candidate when the release document names no such one; release/… when it is refused
   */
  withCandidate(app: string, version: string): Promise<ReleaseSnapshot>
  /** Whether the release document names this version, as live, as one before or as a candidate: no other is fetched for anybody. */
  isKnown(app: string, version: string): boolean
  /** Read the release document and bring what is new live. Never throws: a candidate that fails changes nothing. */
  refresh(): Promise<void>
  /** Digest of the last release document of which every release has been tried; null before the first. */
  tried(): string | null
  /** The last refusal of each app that has not become live since. */
  failures(): ReadonlyMap<string, ReleaseEvent>
  /** Tell of each release that comes live from now on, by the name of its app. */
  subscribe(onLive: (app: string) => void): void
}

interface Options {
  readonly store: ReleaseStore
  readonly copies: VerifiedCopies
  readonly host: FederationHost
  /** Tries a candidate in a thread of its own; rejects with an AppError release/… */
  readonly tryCandidate: (candidate: { readonly app: string; readonly folder: string }) => Promise<void>
  readonly onEvent: (event: ReleaseEvent) => void
  readonly onStoreError: (error: AppError) => void
  readonly now: () => Date
  /** Quarantined releases; none unless given. */
  readonly quarantines?: Quarantines
}

type Named = Awaited<ReturnType<ReleaseStore['readDocument']>>['apps']

/** What is live and what was tried; replaced step by step as releases come. */
interface LiveState {
  named: Named
  tried: string | null
  /** The store did not answer for a release, which is tried again at the next look. */
  isWaiting: boolean
  current: ReleaseSnapshot
  readonly failures: Map<string, ReleaseEvent>
  /** Earlier releases that could not stand in for one in quarantine. */
  readonly unfit: Set<string>
  readonly listeners: ((app: string) => void)[]
}

/**
 * The live releases of a site. The first load must bring the shell's own files live; a remote that cannot be loaded
 * is missing until it can, which costs its slots only.
 * @throws AppError release/… when the release document or the shell's own release cannot be had.
 */
export async function createLiveReleases(options: Options): Promise<LiveReleases> {
  const { apps: named } = await options.store.readDocument()
  const shell = await bringLive(options, 'shell', named['shell']?.live ?? 'none')
  const current = { shell, remotes: new Map(), table: routingTable([]) }
  const state: LiveState = {
    named,
    tried: null,
    isWaiting: false,
    current,
    failures: new Map(),
    unfit: new Set(),
    listeners: [],
  }
  const snapshotWith = createCandidates({
    load: (app, version) => loadBeside(state.current, app, version, options),
    live: () => state.current,
    replace: withRelease,
  })
  let underWay: Promise<void> | null = null
  const releases: LiveReleases = {
    snapshot: () => state.current,
    isKnown: (app, version) => {
      const named = state.named[app]
      return (
        named?.live === version ||
        Boolean(named?.previous.includes(version) || named?.candidates.includes(version))
      )
    },
    candidates: (app) => state.named[app]?.candidates ?? [],
    async withCandidate(app, version) {
      if (!state.named[app]?.candidates.includes(version))
        throw releaseError('release/not-a-candidate', { details: { app, version } })
      return snapshotWith(app, version)
    },
    tried: () => state.tried,
    failures: () => state.failures,
    subscribe: (onLive) => void state.listeners.push(onLive),
    refresh: () => (underWay ??= refresh(state, options).finally(() => (underWay = null))),
  }
  await releases.refresh()
  return releases
}

async function refresh(state: LiveState, options: Options): Promise<void> {
  try {
    const { apps, digest } = await options.store.readDocument()
    state.named = apps
    state.isWaiting = false
    for (let before: ReleaseSnapshot | null = null; before !== state.current;) {
      // What collided may have been given up by its owner just now: a route that moves from one remote to another.
      if (before) forgetCollisions(state.failures)
      before = state.current
      for (const [app, named] of Object.entries(state.named)) await tryApp(state, app, named, options)
    }
    if (!state.isWaiting) state.tried = digest
  } catch (thrown) {
    options.onStoreError(toAppError(thrown))
  }
}

/**
 * Bring the named release of an app live or, while that one is in quarantine, the newest earlier one that is not. Where there is
 * none the named one stays, or comes, live: it is guarded, and better than nothing.
 */
async function tryApp(state: LiveState, app: string, named: Named[string], options: Options): Promise<void> {
  const found = await options.quarantines?.find(app, named)
  if (!found) {
    if (isInQuarantine(state.failures.get(app))) state.failures.delete(app)
    return tryLive(state, app, named.live, options)
  }
  const live = () => liveRelease(state.current, app)?.release.version
  if (!found.earlier.includes(live() ?? '')) {
    for (const version of found.earlier.filter((one) => !state.unfit.has(`${app}@${one}`))) {
      await tryLive(state, app, version, options)
      if (live() === version) break
      state.unfit.add(`${app}@${version}`)
    }
  }
  if (live() === undefined) await tryLive(state, app, named.live, options)
  else
    standIn(
      state,
      app,
      [named.live, ...named.previous].filter((one) => !found.earlier.includes(one)),
    )
  if (!isInQuarantine(state.failures.get(app))) noteQuarantine(state, found.quarantine, live(), options)
}

/** Say of the live release of an app in whose place it is live. */
function standIn(state: LiveState, app: string, quarantined: readonly string[]): void {
  const live = liveRelease(state.current, app)
  if (!live || quarantined.includes(live.release.version) || `${live.quarantined}` === `${quarantined}`)
    return
  state.current = withRelease(state.current, app, { ...live, quarantined })
}

const isInQuarantine = (event: ReleaseEvent | undefined): boolean =>
  event?.error?.code === 'release/quarantined'

function noteQuarantine(
  { failures }: LiveState,
  { app, version, since, ...why }: Quarantine,
  live: string | undefined,
  { onEvent }: Options,
): void {
  const details = { ...why, since: new Date(since).toISOString(), live }
  const error = releaseError('release/quarantined', { details })
  const event = { app, version, outcome: 'refused', error } as const
  failures.set(app, event)
  onEvent(event)
}

/** Bring a version live unless it is, or has been refused before. */
async function tryLive(state: LiveState, app: string, version: string, options: Options): Promise<void> {
  const { current, failures } = state
  const refused = failures.get(app)
  if (liveRelease(current, app)?.release.version === version) return
  if (refused?.version === version && !isInQuarantine(refused)) return
  try {
    const loaded = await loadBeside(current, app, version, options)
    state.current = withRelease(state.current, app, loaded)
    failures.delete(app)
    options.onEvent({ app, version, outcome: 'live' })
    for (const onLive of state.listeners) onLive(app)
  } catch (thrown) {
    const event = { app, version, outcome: 'refused', error: toAppError(thrown) } as const
    // An unreachable store may answer the next time; a release that is wrong stays wrong.
    if (event.error.code === 'release/store-unreachable') state.isWaiting = true
    else failures.set(app, event)
    options.onEvent(event)
  }
}

/** Load a release that is to take its place among the live ones. */
async function loadBeside(
  current: ReleaseSnapshot,
  app: string,
  version: string,
  options: Options,
): Promise<LiveRelease> {
  const live = await bringLive(options, app, version)
  if (live.remote) {
    checkCollisions(live.remote.manifest, manifestsOf(current))
    await checkStyles(live, current.shell)
  }
  return live
}

async function bringLive(
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

function forgetCollisions(failures: Map<string, ReleaseEvent>): void {
  for (const [app, { error }] of failures) if (error?.code === 'release/collision') failures.delete(app)
}
