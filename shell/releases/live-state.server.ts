import { isDeepStrictEqual } from 'node:util'
import type { AppError, Manifest, RemoteName } from '@tessera/shared/contract'
import type { GuardedRemote } from '../guard/guard-remote.server.ts'
import { releaseError } from '../errors.ts'
import type { FederationHost } from './federation-host.server.ts'
import type { Followed, ReleaseStore } from './release-store.server.ts'
import type { Quarantine, Quarantines } from './strikes.server.ts'
import { claimsOf, findCollisions } from './check-candidate.server.ts'
import { describeUngranted, findUngranted } from '../release-document/trust.server.ts'
import { routingTable, type RoutingTable } from './routing-table.ts'
import type { VerifiedCopies, VerifiedRelease } from './verified-copy.server.ts'

/** One app as it serves now. `remote` is null for the shell's own browser files. */
export interface LiveRelease extends VerifiedRelease {
  readonly remote: GuardedRemote | null
  readonly liveSince: string
  /** Versions in quarantine, in whose place this one is live. */
  readonly quarantined?: readonly string[]
}

/** What a request sees, from its first step to its last: never changed, only replaced. */
export interface ReleaseSnapshot {
  readonly shell: LiveRelease
  readonly remotes: ReadonlyMap<RemoteName, LiveRelease & { readonly remote: GuardedRemote }>
  /** What the manifests of these remotes say together. */
  readonly table: RoutingTable
  /** Set while other visitors see another release of some remote. */
  readonly shares?: Shares
}

/** Which of the releases that visitors share between them a request sees. */
export interface Shares {
  /** Names it: no other answers are the same. */
  readonly set: string
  /** The version in here of each remote that has two. */
  readonly versions: Readonly<Record<string, string>>
  /** What caches in front have to know to tell visitors apart. */
  readonly header: string
}

export const manifestsOf = ({ remotes }: Pick<ReleaseSnapshot, 'remotes'>): readonly Manifest[] =>
  [...remotes.values()].map(({ remote }) => remote.manifest)

/**
 * Prove that a release claims nothing beyond what its remote is granted, nothing that belongs to another live one, and has what others
 * place of it.
 * @throws AppError release/not-granted, release/collision
 */
export function checkBeside(live: LiveRelease, current: ReleaseSnapshot, store: ReleaseStore): void {
  const { app } = live.release
  const own = claiming(live)
  if (!own) return
  const problems = describeUngranted(findUngranted(claimsOf(own), store.grantsOf(app)))
  if (problems.length > 0) throw releaseError('release/not-granted', { details: { app, problems } })
  const others = [...current.remotes.values()].flatMap((other) => claiming(other) ?? [])
  const collisions = findCollisions(own, others)
  if (collisions.length > 0) throw releaseError('release/collision', { details: { app, collisions } })
}

const claiming = ({ release, remote }: LiveRelease) =>
  remote && { ...remote.manifest, embeds: embedsOf(Object.keys(release.files)) }

/** Names of the scripts for pages of other sites among the files of a release. */
export const embedsOf = (files: readonly string[]): readonly string[] =>
  files.flatMap((file) => /^web\/embed\/([a-z]+)\.js$/.exec(file)?.[1] ?? [])

/** Which version of each app is live. */
export const versionsOf = ({ shell, remotes }: ReleaseSnapshot): Readonly<Record<string, string>> =>
  Object.fromEntries([shell, ...remotes.values()].map(({ release }) => [release.app, release.version]))

export const liveRelease = ({ shell, remotes }: ReleaseSnapshot, app: string): LiveRelease | undefined =>
  app === 'shell' ? shell : remotes.get(app as RemoteName)

/** The same with a release in the place of its app's own. */
export function withRelease(snapshot: ReleaseSnapshot, app: string, live: LiveRelease): ReleaseSnapshot {
  if (!live.remote) return { ...snapshot, shell: live }
  const { remote } = live
  const remotes = new Map(snapshot.remotes).set(app as RemoteName, { ...live, remote })
  const next = { ...snapshot, remotes }
  return { ...next, table: routingTable(manifestsOf(next)) }
}

/** What happened to a candidate, for the log and for the version page. */
export interface ReleaseEvent {
  readonly app: string
  readonly version: string
  readonly outcome: 'live' | 'refused'
  readonly error?: AppError
}

/** What live releases are made from. */
export interface Options {
  readonly store: ReleaseStore
  readonly copies: VerifiedCopies
  readonly host: FederationHost
  /** Tries a candidate in a thread of its own; rejects with an AppError release/… */
  readonly tryCandidate: (candidate: { readonly app: string; readonly folder: string }) => Promise<void>
  readonly onEvent: (event: ReleaseEvent) => void
  /** Told when the release document cannot be followed, once for as long as it is for the same reason, and null when it can again. */
  readonly onStore: (failure: StoreFailure | null) => void
  readonly now: () => Date
  /** Quarantined releases; none unless given. */
  readonly quarantines?: Quarantines
  /** What was live when this shell last served; unless given it starts from the release document alone. */
  readonly accepted?: {
    readonly read: () => Promise<Accepted>
    readonly write: (accepted: Accepted) => Promise<void>
  }
}

/** The release document cannot be read, or is none to be followed: what is live stays so. */
export interface StoreFailure {
  readonly error: AppError
  readonly since: Date
}

/** What a shell served last: versions by app, and the document that named them. */
export interface Accepted extends Followed {
  readonly apps: Readonly<Record<string, string>>
}

/** Of a shell that has never served. */
export const NOTHING_ACCEPTED: Accepted = { apps: {}, sequence: 0, digest: null }

/** What the release document says of each app. */
type Document = Awaited<ReturnType<ReleaseStore['readDocument']>>
export type Named = Document['apps']

/** What the release document says of each app at a start, or what was live where it cannot be read. @throws AppError release/… of a shell that has never served */
export async function namedAtStart({ store }: Options, accepted: Accepted): Promise<Named> {
  try {
    return (await store.readDocument(accepted)).apps
  } catch (error) {
    if (!accepted.apps['shell']) throw error
    return Object.fromEntries(
      Object.entries(accepted.apps).map(([app, live]) => [app, { live, previous: [], candidates: [] }]),
    )
  }
}

/** The one that was named first comes first: of two that collide where neither is live yet, it is the incumbent. */
export const byAge = ([, one]: [string, Named[string]], [, other]: [string, Named[string]]): number =>
  (one.releasedAt ?? '').localeCompare(other.releasedAt ?? '')

/** What is live and what was tried; replaced step by step as releases come. */
export interface LiveState {
  named: Named
  /** No document that is older is followed. */
  followed: Followed
  tried: string | null
  /** The store did not give a release at this look: it is tried again at the next one, and said once. */
  isWaiting: boolean
  readonly waitsFor: Map<string, string>
  storeFailure: StoreFailure | null
  current: ReleaseSnapshot
  readonly failures: Map<string, ReleaseEvent>
  /** Earlier releases that could not stand in for one in quarantine. */
  readonly unfit: Set<string>
  readonly listeners: ((app: string) => void)[]
}

/** Say of the live release of an app in whose place it is live. */
export function standIn(state: LiveState, app: string, quarantined: readonly string[]): void {
  const live = liveRelease(state.current, app)
  if (!live || quarantined.includes(live.release.version) || `${live.quarantined}` === `${quarantined}`)
    return
  state.current = withRelease(state.current, app, { ...live, quarantined })
}

export const isInQuarantine = (event: ReleaseEvent | undefined): boolean =>
  event?.error?.code === 'release/quarantined'

export function noteQuarantine(
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

/** Follow a document. Where it names other keys or grants, what was refused is tried again. */
export function follow(state: LiveState, { apps, sequence, digest, trust }: Document): void {
  if (!isDeepStrictEqual(trust, state.followed.trust)) {
    state.failures.clear()
    state.unfit.clear()
  }
  state.named = apps
  state.followed = { sequence, digest, trust }
  state.isWaiting = false
}

/** Note what became of a look at the store. */
export function noteStore(state: LiveState, error: AppError | null, { now, onStore }: Options): void {
  if (error?.code === state.storeFailure?.error.code) return
  state.storeFailure = error && { error, since: state.storeFailure?.since ?? now() }
  onStore(state.storeFailure)
}

/** Note that a release was refused. One that the store did not give is tried again, and said once; one that is wrong stays wrong. */
export function noteRefusal(state: LiveState, event: ReleaseEvent, { onEvent }: Options): void {
  const { app, version, error } = event
  if (error?.code === 'release/store-unreachable') {
    state.isWaiting = true
    if (state.waitsFor.get(app) === version) return
    state.waitsFor.set(app, version)
  } else {
    state.waitsFor.delete(app)
    state.failures.set(app, event)
  }
  onEvent(event)
}

/** Note that an earlier release cannot stand in for another one; one that the store did not give may yet. */
export function noteUnfit({ waitsFor, unfit }: LiveState, app: string, version: string): void {
  if (waitsFor.get(app) !== version) unfit.add(`${app}@${version}`)
}
