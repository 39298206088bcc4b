import { LRUCache } from 'lru-cache'
import {
  toAppError,
  type AppError,
  type Manifest,
  type RemoteName,
  type ServerRemote,
} from '@tessera/shared/contract'
import { routingTable, type RoutingTable } from './routing-table.ts'
import { checkCandidate, checkCollisions } from './check-candidate.server.ts'
import { checkStyles } from './check-styles.server.ts'
import { releaseError } from '../errors.ts'
import type { FederationHost } from './federation-host.server.ts'
import type { ReleaseStore } from './release-store.server.ts'
import type { VerifiedCopies, VerifiedRelease } from './verified-copy.server.ts'

/** One app as it serves now. `remote` is null for the shell's own browser files. */
export interface LiveRelease extends VerifiedRelease {
  readonly remote: ServerRemote | null
  readonly liveSince: string
}

/** What a request sees, from its first step to its last: never changed, only replaced. */
export interface ReleaseSnapshot {
  readonly shell: LiveRelease
  readonly remotes: ReadonlyMap<RemoteName, LiveRelease & { readonly remote: ServerRemote }>
  /** What the manifests of these remotes say together. */
  readonly table: RoutingTable
}

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
  /** The last refusal of each app that has not become live since. */
  failures(): ReadonlyMap<string, ReleaseEvent>
  /** Tell of each release that comes live from now on, by the name of its app. */
  subscribe(onLive: (app: string) => void): void
}

interface Options {
  readonly store: ReleaseStore
  readonly copies: VerifiedCopies
  readonly host: FederationHost
  /** Tries a candidate where it can do no harm; rejects with an AppError release/… */
  readonly tryCandidate: (candidate: { readonly app: string; readonly folder: string }) => Promise<void>
  readonly onEvent: (event: ReleaseEvent) => void
  readonly onStoreError: (error: AppError) => void
  readonly now: () => Date
}

/** What is live and what was tried; replaced step by step as releases come. */
interface LiveState {
  named: Awaited<ReturnType<ReleaseStore['readDocument']>>['apps']
  current: ReleaseSnapshot
  readonly failures: Map<string, ReleaseEvent>
  readonly listeners: ((app: string) => void)[]
}

/**
 * The live releases of a site. The first load must bring the shell's own files live; a remote that cannot be loaded
 * is missing until it can, which costs its slots only.
 * @throws AppError release/… when the release document or the shell's own release cannot be had.
 */
export async function createLiveReleases(options: Options): Promise<LiveReleases> {
  const named = (await options.store.readDocument()).apps
  const shell = await bringLive(options, 'shell', named['shell']?.live ?? 'none')
  const current = { shell, remotes: new Map(), table: routingTable([]) }
  const state: LiveState = { named, current, failures: new Map(), listeners: [] }
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
    failures: () => state.failures,
    subscribe: (onLive) => void state.listeners.push(onLive),
    refresh: () => (underWay ??= refresh(state, options).finally(() => (underWay = null))),
  }
  await releases.refresh()
  return releases
}

async function refresh(state: LiveState, options: Options): Promise<void> {
  try {
    state.named = (await options.store.readDocument()).apps
    for (let before: ReleaseSnapshot | null = null; before !== state.current;) {
      // What collided may have been given up by its owner just now: a route that moves from one remote to another.
      if (before) forgetCollisions(state.failures)
      before = state.current
      for (const [app, { live }] of Object.entries(state.named)) await tryLive(state, app, live, options)
    }
  } catch (thrown) {
    options.onStoreError(toAppError(thrown))
  }
}

/** Bring a version live unless it is, or has been refused before. */
async function tryLive(state: LiveState, app: string, version: string, options: Options): Promise<void> {
  const { current, failures } = state
  const live = app === 'shell' ? current.shell : current.remotes.get(app as RemoteName)
  if (live?.release.version === version || failures.get(app)?.version === version) return
  try {
    const loaded = await loadBeside(current, app, version, options)
    state.current = withRelease(state.current, app, loaded)
    failures.delete(app)
    options.onEvent({ app, version, outcome: 'live' })
    for (const onLive of state.listeners) onLive(app)
  } catch (thrown) {
    const event = { app, version, outcome: 'refused', error: toAppError(thrown) } as const
    // An unreachable store may answer the next time; a release that is wrong stays wrong.
    if (event.error.code !== 'release/store-unreachable') failures.set(app, event)
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

function withRelease(snapshot: ReleaseSnapshot, app: string, live: LiveRelease): ReleaseSnapshot {
  if (!live.remote) return { ...snapshot, shell: live }
  const { remote } = live
  const remotes = new Map(snapshot.remotes).set(app as RemoteName, { ...live, remote })
  const next = { ...snapshot, remotes }
  return { ...next, table: routingTable(manifestsOf(next)) }
}

function forgetCollisions(failures: Map<string, ReleaseEvent>): void {
  for (const [app, { error }] of failures) if (error?.code === 'release/collision') failures.delete(app)
}

const manifestsOf = ({ remotes }: Pick<ReleaseSnapshot, 'remotes'>): readonly Manifest[] =>
  [...remotes.values()].map(({ remote }) => remote.manifest)

/** Candidates kept loaded at once: each holds the code of one remote. */
const MAX_LOADED = 8

interface Sources<Release extends object, Snapshot extends object> {
  /** Load a release as if it were to go live. Rejects with an AppError release/… */
  readonly load: (app: string, version: string) => Promise<Release>
  readonly live: () => Snapshot
  readonly replace: (snapshot: Snapshot, app: string, release: Release) => Snapshot
}

/**
 * The live releases with one candidate in the place of its app's own, for those who try it. The candidate passes every check
 * that going live has, once; one that fails them is tried again when it is next asked for.
 * @throws AppError release/…
 */
function createCandidates<Release extends object, Snapshot extends object>({
  load,
  live,
  replace,
}: Sources<Release, Snapshot>): (app: string, version: string) => Promise<Snapshot> {
  const loaded = new LRUCache<string, Promise<Release>>({ max: MAX_LOADED })
  const snapshots = new WeakMap<Snapshot, Map<string, Snapshot>>()

  const releaseOf = (app: string, version: string): Promise<Release> => {
    const key = `${app}@${version}`
    const known = loaded.get(key)
    if (known) return known
    const loading = load(app, version)
    loaded.set(key, loading)
    loading.catch(() => loaded.delete(key))
    return loading
  }

  return async (app, version) => {
    const release = await releaseOf(app, version)
    const base = live()
    const made = snapshots.get(base) ?? new Map<string, Snapshot>()
    snapshots.set(base, made)
    const key = `${app}@${version}`
    const snapshot = made.get(key) ?? replace(base, app, release)
    made.set(key, snapshot)
    return snapshot
  }
}

/** How often a shell looks for a new release document. */
export const RELEASE_POLL_MS = 500

/** Look for new releases now and then, one look at a time; the answer stops it. */
export function pollReleases(releases: LiveReleases, everyMs: number): () => void {
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(() => void releases.refresh().finally(again), everyMs)
    timer.unref()
  }
  again()
  return () => clearTimeout(timer)
}
