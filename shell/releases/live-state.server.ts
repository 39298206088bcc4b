import { isDeepStrictEqual } from 'node:util'
import { toAppError, type AppError, type Manifest, type RemoteName } from '@tessera/shared/contract'
import type { GuardedRemote } from '../guard/guard-remote.server.ts'
import { releaseError } from '../errors.ts'
import type { FederationHost } from './federation-host.server.ts'
import type { Accepted, FollowedDocument, Followed, Named, ReleaseStore } from './release-store.server.ts'
import type { Quarantine, Quarantines } from './strikes.server.ts'
import { checkPages, embedsOf } from './check-candidate.server.ts'
import { routingTable, type RoutingTable } from './routing-table.ts'
import type { VerifiedCopies, VerifiedRelease } from './verified-copy.server.ts'

/** The live release of one app. `remote` is null for the shell's own browser files. */
export interface LiveRelease extends VerifiedRelease {
  readonly remote: GuardedRemote | null
  readonly liveSince: string
  /** Versions in quarantine that this one replaces. */
  readonly quarantined?: readonly string[]
}

/** The releases that a request uses from beginning to end. Immutable: a change makes a new snapshot. */
export interface ReleaseSnapshot {
  readonly shell: LiveRelease
  readonly remotes: ReadonlyMap<RemoteName, LiveRelease & { readonly remote: GuardedRemote }>
  /** What the releases of missing remotes would show, which could not be loaded: their pages fail, and are not unknown. */
  readonly missing?: ReadonlyMap<RemoteName, Manifest>
  /** Routing table of the manifests of all these remotes. */
  readonly table: RoutingTable
  /** Set while other visitors see other releases of some remotes (canaries). */
  readonly shares?: Shares
}

/** The set of releases that a request sees while canaries run. */
export interface Shares {
  /** Name of the set, for cache keys: only requests with the same set share answers. */
  readonly set: string
  /** The version in this set of each remote that has two. */
  readonly versions: Readonly<Record<string, string>>
  /** Header value by which caches in front distinguish visitors. */
  readonly header: string
}

/** The manifests of live remotes, then those of missing ones, without their routes: a live remote wins a content type that both map. */
export const manifestsOf = ({ remotes, missing }: ReleaseSnapshot): readonly Manifest[] => [
  ...[...remotes.values()].map(({ remote }) => remote.manifest),
  ...[...(missing?.values() ?? [])].map((own) => ({ ...own, staticRoutes: [] })),
]

/** What a remote's release claims. */
export const claimingOf = ({
  release,
  remote,
}: Pick<LiveRelease, 'release'> & { readonly remote: GuardedRemote }) => ({
  ...remote.manifest,
  embeds: embedsOf(Object.keys(release.files)),
})

/** The live version of each app. */
export const versionsOf = ({ shell, remotes }: ReleaseSnapshot): Readonly<Record<string, string>> =>
  Object.fromEntries([shell, ...remotes.values()].map(({ release }) => [release.app, release.version]))

export const liveRelease = ({ shell, remotes }: ReleaseSnapshot, app: string): LiveRelease | undefined =>
  app === 'shell' ? shell : remotes.get(app as RemoteName)

/** A snapshot in which a release replaces that of its app. */
export function withRelease(snapshot: ReleaseSnapshot, app: string, live: LiveRelease): ReleaseSnapshot {
  if (!live.remote) return { ...snapshot, shell: live }
  const { remote } = live
  const remotes = new Map(snapshot.remotes).set(app as RemoteName, { ...live, remote })
  const missing = new Map(snapshot.missing)
  missing.delete(app as RemoteName)
  return withTable({ ...snapshot, remotes, missing })
}

const withTable = (snapshot: ReleaseSnapshot): ReleaseSnapshot => ({
  ...snapshot,
  table: {
    ...routingTable(manifestsOf(snapshot)),
    missingRoutes: routingTable([...(snapshot.missing?.values() ?? [])]).staticRoutes,
  },
})

/** The result of trying to bring a release live, for the log and for the version page. */
export interface ReleaseEvent {
  readonly app: string
  readonly version: string
  readonly outcome: 'live' | 'refused'
  readonly error?: AppError
}

/** The options of live releases. */
export interface Options {
  readonly store: ReleaseStore
  readonly copies: VerifiedCopies
  readonly host: FederationHost
  /** Tries a candidate in a separate thread; rejects with an AppError release/… */
  readonly tryCandidate: (candidate: { readonly app: string; readonly folder: string }) => Promise<void>
  readonly onEvent: (event: ReleaseEvent) => void
  /** Called once with each new reason why the release document cannot be followed, and with null when it can again. */
  readonly onStore: (failure: StoreFailure | null) => void
  readonly now: () => Date
  /** Quarantined releases; none unless given. */
  readonly quarantines?: Quarantines
  /** Stores the releases that this shell served last; without it the shell starts only from the release document. */
  readonly accepted?: {
    readonly read: () => Promise<Accepted>
    /** Never rejects: a full disk of this machine is no failure of the release store. */
    readonly write: (accepted: Accepted) => Promise<void>
  }
}

/** Why the release document cannot be read or followed: live releases then do not change. */
export interface StoreFailure {
  readonly error: AppError
  readonly since: Date
}

/** Orders apps by the time when they were named: if two new releases collide, the one that was named first goes live. */
export const byAge = ([, one]: [string, Named[string]], [, other]: [string, Named[string]]): number =>
  (one.releasedAt ?? '').localeCompare(other.releasedAt ?? '')

/** Live and tried releases. */
export interface LiveState {
  named: Named
  /** The last followed document; older ones are refused. */
  followed: Followed
  tried: string | null
  /** Whether the store could not deliver a release in the last poll; the next poll tries again. */
  isWaiting: boolean
  /** Versions that failed through no fault of theirs, as `app@version`. */
  readonly waits: Map<string, Wait>
  storeFailure: StoreFailure | null
  current: ReleaseSnapshot
  readonly failures: Map<string, ReleaseEvent>
  /** Releases of missing remotes whose descriptions have been read, as `app@version`. */
  readonly described: Set<string>
  /** Earlier releases that could not replace one in quarantine. */
  readonly unusable: Set<string>
  readonly listeners: ((app: string) => void)[]
}

/** Why a version waits, until when, and for how long. */
type Wait = { readonly code: string; readonly untilMs: number; readonly pauseMs: number }

/** Pause before a version that this machine could not take is tried again: from one second, doubling up to a minute. */
const [RETRY_MS, MAX_RETRY_MS] = [1_000, 60_000]

/** Whether a version is to be tried: it has not been refused, or what kept it from being live may have passed. */
export function isDue({ failures, waits }: LiveState, app: string, version: string, now: Date): boolean {
  const wait = waits.get(`${app}@${version}`)
  if (wait) return now.getTime() >= wait.untilMs
  const refused = failures.get(app)
  return refused?.version !== version || isInQuarantine(refused)
}

/** Records in the live release of an app which quarantined versions it replaces. */
export function recordReplaced(state: LiveState, app: string, quarantined: readonly string[]): void {
  const live = liveRelease(state.current, app)
  if (!live || quarantined.includes(live.release.version) || `${live.quarantined}` === `${quarantined}`)
    return
  state.current = withRelease(state.current, app, { ...live, quarantined })
}

export const isInQuarantine = (event: ReleaseEvent | undefined): boolean =>
  event?.error?.code === 'release/quarantined'

export function recordQuarantine(
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

export function forgetCollisions(failures: Map<string, ReleaseEvent>): void {
  for (const [app, { error }] of failures) if (error?.code === 'release/collision') failures.delete(app)
}

/** Follows a document. A refused release is tried again when it is released again, all of them when keys or grants have changed. */
export function follow(state: LiveState, { apps, sequence, digest, trust }: FollowedDocument): void {
  if (!isDeepStrictEqual(trust, state.followed.trust))
    for (const known of [state.failures, state.unusable, state.described]) known.clear()
  for (const [app, { live, releasedAt }] of Object.entries(apps))
    if (releasedAt !== state.named[app]?.releasedAt && state.failures.get(app)?.version === live)
      state.failures.delete(app)
  state.named = apps
  state.followed = { sequence, digest, trust }
  state.isWaiting = false
}

/** Records whether the store could be read; calls `onStore` on changes. */
export function recordStoreState(state: LiveState, error: AppError | null, { now, onStore }: Options): void {
  if (error?.code === state.storeFailure?.error.code) return
  state.storeFailure = error && { error, since: state.storeFailure?.since ?? now() }
  onStore(state.storeFailure)
}

/**
 * Records a refused release, which stays refused. A failure that the release did not cause is reported once, and the release is tried
 * again: at the next poll if the store could not deliver it, after a pause if this machine could not take it, e.g. for lack of space.
 */
export function recordRefusal(state: LiveState, event: ReleaseEvent, { now, onEvent }: Options): void {
  const { app, version, error } = event
  const key = `${app}@${version}`
  const before = state.waits.get(key)
  const isMissing = error?.code === 'release/store-unreachable'
  if (isMissing) state.isWaiting = true
  if (error && (isMissing || isSystemError(error))) {
    const pauseMs = isMissing ? 0 : Math.min(2 * (before?.pauseMs ?? 0) || RETRY_MS, MAX_RETRY_MS)
    state.waits.set(key, { code: error.code, untilMs: now().getTime() + pauseMs, pauseMs })
    if (before?.code === error.code) return
  } else state.waits.delete(key)
  if (!isMissing) state.failures.set(app, event)
  onEvent(event)
}

const isSystemError = ({ code, cause }: AppError): boolean =>
  code === 'app/unexpected' && typeof cause === 'object' && cause !== null && 'syscall' in cause

/** Records that an earlier release cannot replace another one, unless that is no fault of its own. */
export function recordUnusable({ waits, unusable }: LiveState, app: string, version: string): void {
  const key = `${app}@${version}`
  if (!waits.has(key)) unusable.add(key)
}

/** Notes which pages a remote without a live release would show: its release describes them even if its code cannot be loaded. */
export async function noteMissing(
  state: LiveState,
  app: string,
  version: string,
  { copies, store }: Options,
): Promise<void> {
  const key = `${app}@${version}`
  if (state.described.has(key)) return
  const missing = new Map(state.current.missing)
  const wasNoted = missing.delete(app as RemoteName)
  try {
    const { manifest } = await copies.describe(app, version)
    if (manifest) missing.set(app as RemoteName, checkPages(app, manifest, store.grantsOf(app)))
    state.described.add(key)
  } catch (thrown) {
    // Its pages are not found then; the log has said why it is missing.
    if (toAppError(thrown).code !== 'release/store-unreachable') state.described.add(key)
  }
  if (wasNoted || missing.has(app as RemoteName)) state.current = withTable({ ...state.current, missing })
}
