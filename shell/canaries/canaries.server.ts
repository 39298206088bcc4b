import { isDeepStrictEqual } from 'node:util'
import { toAppError } from '@tessera/shared/contract'
import type { LiveReleases, ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { liveRelease } from '../releases/live-state.server.ts'
import type { Quarantine } from '../releases/strikes.server.ts'
import { reportOf, type CanaryReports } from './canary-report.server.ts'
import { createCounts, reasonToHalt, sumOf, type ReleaseCounts } from './counts.server.ts'
import { isOf, type Halt, type Halts } from './halts.server.ts'
import { releasesBy, type RunningCanary } from './release-sets.server.ts'
import {
  checkCollisions,
  tryCanary,
  type CanaryEvent,
  type Followed,
  type NamedCanary,
} from './try-canary.server.ts'

/** Manages canaries: releases that only some visitors see. */
export interface Canaries {
  /** Follows the release document: live releases first, then canaries. Never rejects. */
  refresh(): Promise<void>
  isRunning(): boolean
  /** The releases that visitors of a bucket see; without canaries the live ones. */
  seenBy(bucket: number): ReleaseSnapshot
  /** Counts a page that was made with these apps. */
  served(releases: ReleaseSnapshot, apps: readonly string[]): void
  /** Counts a failure of a remote's slot. */
  failed(releases: ReleaseSnapshot, app: string, where: 'server' | 'browser'): void
  /** The counts of this process, for the other shells and for `/health/versions`. */
  report(): CanaryReports
  /** Digest of the last release document whose live releases and canaries have been tried; null before the first. */
  tried(): string | null
}

export interface CanaryOptions {
  /** Whether the site is on https. */
  readonly isSecure: boolean
  readonly releases: Pick<LiveReleases, 'refresh' | 'snapshot' | 'named' | 'tried' | 'withCandidate'>
  readonly halts: Halts
  /** Reads the reports of the other shell processes. */
  readonly others: () => Promise<readonly CanaryReports[]>
  readonly quarantineOf: (app: string, version: string) => Promise<Quarantine | null>
  readonly onEvent: (event: CanaryEvent) => void
  /** Called when the releases that visitors see have changed: pages in caches in front are then outdated. */
  readonly onChange: () => void
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number
}

interface State {
  followed: readonly Followed[]
  halts: readonly Halt[]
  /** Halts of this shell that could not be stored yet. */
  unstored: readonly Halt[]
  running: readonly RunningCanary[]
  /** The live releases that the canaries were last checked against. */
  base: ReleaseSnapshot
  tried: string | null
  readonly counts: ReleaseCounts
}

/** The canaries of a shell process. A canary that fails more often than its limits allow is halted, for all shells. */
export function createCanaries(options: CanaryOptions): Canaries {
  const { releases, now = () => performance.now() } = options
  const state: State = {
    followed: [],
    halts: [],
    unstored: [],
    running: [],
    base: releases.snapshot(),
    tried: null,
    counts: createCounts(now),
  }
  const seenBy = releasesBy(() => releases.snapshot(), options.isSecure)
  const count = ({ shares }: ReleaseSnapshot, app: string, what: 'pages' | 'server' | 'browser'): void => {
    const version = shares?.versions[app]
    if (version !== undefined) state.counts.add(`${app}@${version}`, what)
  }
  let refreshing: Promise<void> | null = null
  return {
    refresh: () => (refreshing ??= followDocument(state, options).finally(() => (refreshing = null))),
    isRunning: () => state.running.length > 0,
    seenBy: (bucket) => seenBy(bucket, state.running),
    served: (seen, apps) => apps.forEach((app) => count(seen, app, 'pages')),
    failed: (seen, app, where) => count(seen, app, where),
    report: () => reportsOf(state, options),
    tried: () => state.tried,
  }
}

async function followDocument(state: State, options: CanaryOptions): Promise<void> {
  const { releases } = options
  await releases.refresh()
  await storeAgain(state, options)
  const digest = releases.tried()
  const named = Object.entries(releases.named()).flatMap(([app, { canary }]) =>
    canary && app !== 'shell' ? [{ app, ...canary }] : [],
  )
  if (named.length > 0 || state.followed.length > 0) {
    const isWaiting = await follow(state, named, options)
    // Before the return: a canary that the store cannot deliver must not protect another one that fails.
    await haltFailing(state, options)
    if (isWaiting) return
  }
  state.tried = digest
}

/** Tries new canaries and drops those that have ended. True if the store could not deliver a release: the next poll tries again. */
async function follow(state: State, named: readonly NamedCanary[], options: CanaryOptions): Promise<boolean> {
  const { onEvent } = options
  const isSame = (one: NamedCanary, other: NamedCanary): boolean =>
    one.app === other.app && one.since === other.since && one.version === other.version
  const gone = state.followed.filter((one) => !named.some((other) => isSame(one, other)))
  state.followed = state.followed.filter((one) => !gone.includes(one))
  for (const { app, version, percent } of gone) {
    state.counts.forget(app)
    onEvent({ app, version, percent, what: 'ended' })
  }
  const halts = await options.halts.read()
  state.halts = [...state.halts, ...halts.filter((one) => !state.halts.some((other) => isOf(one, other)))]
  let isWaiting = false
  for (const canary of named.filter((one) => !state.followed.some((other) => isSame(one, other)))) {
    const followed = await tryCanary(canary, state.followed, options)
    if (followed) state.followed = [...state.followed, followed]
    else isWaiting = true
  }
  refuseCollisions(state, options)
  updateRunning(state, options)
  return isWaiting
}

/** Refuses canaries that collide with releases that have gone live since. */
function refuseCollisions(state: State, { releases, onEvent }: CanaryOptions): void {
  const base = releases.snapshot()
  if (base === state.base) return
  state.base = base
  state.followed = state.followed.map((one) => {
    if (!one.release) return one
    try {
      checkCollisions(one.release, base, state.followed)
      return one
    } catch (thrown) {
      const { app, version, percent } = one
      const error = toAppError(thrown)
      onEvent({ app, version, percent, what: 'refused', error })
      return { ...one, release: null, error }
    }
  })
}

/** Updates the running canaries: those that are followed and not halted. */
function updateRunning(state: State, { onChange }: CanaryOptions): void {
  const running = state.followed.flatMap(({ release, ...one }) =>
    release && !state.halts.some((halt) => isOf(halt, one)) ? [{ ...one, release }] : [],
  )
  if (isDeepStrictEqual(namesOf(running), namesOf(state.running))) return
  state.running = running
  onChange()
}

const namesOf = (running: readonly RunningCanary[]) =>
  running.map(({ app, version, percent, release: { folder } }) => [app, version, percent, folder])

/** Halts canaries that fail too often, are in quarantine, or were halted by another shell. */
async function haltFailing(state: State, options: CanaryOptions): Promise<void> {
  if (state.running.length === 0) return
  const others = await options.others()
  const own = reportsOf(state, options)
  for (const { app } of state.running) {
    const canary = state.followed.find((one) => one.app === app)
    const mine = own[app]
    if (!canary || !mine) continue
    const same = others.flatMap((reports) => {
      const one = reports[app]
      return one && isOf({ app, ...one }, canary) ? [one] : []
    })
    const halted = same.find((one) => one.state === 'halted')
    const quarantine = await options.quarantineOf(app, canary.version)
    const why =
      (halted && (halted.why ?? 'another shell has halted it')) ??
      (quarantine && quarantine.since >= canary.namedAt
        ? `it is in quarantine: ${quarantine.reason}`
        : reasonToHalt(
            sumOf([mine, ...same].map((one) => one.canary)),
            sumOf([mine, ...same].map((one) => one.live)),
            canary.bar,
          ))
    if (why !== null) await halt(state, canary, why, options)
  }
}

async function halt(state: State, canary: Followed, why: string, options: CanaryOptions): Promise<void> {
  if (state.halts.some((one) => isOf(one, canary))) return
  const { app, version, percent, since } = canary
  const halted = { app, version, since, at: new Date().toISOString(), why }
  state.halts = [halted, ...state.halts]
  updateRunning(state, options)
  options.onEvent({ app, version, percent, what: 'halted', why })
  try {
    await options.halts.add(halted)
  } catch (thrown) {
    state.unstored = [...state.unstored, halted]
    options.onEvent({ app, version, percent, what: 'halt-not-stored', error: toAppError(thrown) })
  }
}

/** Stores the halts that could not be stored before, e.g. because the disk was full. */
async function storeAgain(state: State, { halts }: CanaryOptions): Promise<void> {
  for (const halt of state.unstored)
    try {
      await halts.add(halt)
      state.unstored = state.unstored.filter((one) => one !== halt)
    } catch {
      // Reported when the canary was halted. Until it is stored, a restart of this shell shows the canary again.
    }
}

const reportsOf = ({ followed, halts, counts }: State, { releases }: CanaryOptions): CanaryReports =>
  Object.fromEntries(
    followed.map((canary) => {
      const { app, version, release, error } = canary
      const live = liveRelease(releases.snapshot(), app)?.release.version ?? 'none'
      const report = reportOf(canary, {
        isLoaded: release !== null,
        error,
        halted: halts.find((halt) => isOf(halt, canary)),
        counted: { canary: counts.of(`${app}@${version}`), live: counts.of(`${app}@${live}`) },
      })
      return [app, report]
    }),
  )
