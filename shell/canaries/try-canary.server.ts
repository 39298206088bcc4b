import { toAppError, type AppError } from '@tessera/shared/contract'
import type { Canary } from '../release-document/release-document.server.ts'
import { releaseError } from '../errors.ts'
import { findCollisions } from '../releases/check-candidate.server.ts'
import type { LiveReleases, ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { claimingOf, liveRelease, type LiveRelease } from '../releases/live-state.server.ts'
import type { RunningCanary } from './release-sets.server.ts'

/** A change of a canary's state, for the log. */
export interface CanaryEvent extends Pick<Canary, 'version' | 'percent'> {
  readonly app: string
  readonly what: 'running' | 'halted' | 'halt-not-stored' | 'refused' | 'ended'
  readonly why?: string
  readonly error?: AppError
}

export type NamedCanary = Canary & { readonly app: string }

/** A canary that the release document names; `release` is null if it was refused. */
export interface Followed extends NamedCanary {
  readonly release: RunningCanary['release'] | null
  readonly error: AppError | null
  /** When it was named; a time in the future counts as the time when this process first followed it: clocks of machines differ. */
  readonly namedAt: number
}

interface TryParts {
  readonly releases: Pick<LiveReleases, 'snapshot' | 'withCandidate'>
  readonly onEvent: (event: CanaryEvent) => void
}

/** Loads a canary with the checks for going live. Null when the store did not answer. */
export async function tryCanary(
  canary: NamedCanary,
  followed: readonly Followed[],
  { releases, onEvent }: TryParts,
): Promise<Followed | null> {
  const { app, version, percent, since } = canary
  const namedAt = Math.min(Date.parse(since), Date.now())
  try {
    const release = liveRelease(await releases.withCandidate(app, version), app)
    if (!release || !hasRemote(release)) return null
    checkCollisions(release, releases.snapshot(), followed)
    onEvent({ app, version, percent, what: 'running' })
    return { ...canary, release, error: null, namedAt }
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.code === 'release/store-unreachable') return null
    onEvent({ app, version, percent, what: 'refused', error })
    return { ...canary, release: null, error, namedAt }
  }
}

const hasRemote = (release: LiveRelease): release is RunningCanary['release'] => release.remote !== null

/** Checks a canary against all others and the live releases, since some visitors see all canaries. @throws AppError release/collision */
export function checkCollisions(
  canary: RunningCanary['release'],
  base: ReleaseSnapshot,
  others: readonly Followed[],
): void {
  const { release } = canary
  const canaries = others.flatMap(({ app, release: one }) => (one && app !== release.app ? [one] : []))
  const replaced = canaries.map((one) => one.release.app)
  const live = [...base.remotes.values()].filter((one) => !replaced.includes(one.release.app))
  const collisions = findCollisions(claimingOf(canary), [...live, ...canaries].map(claimingOf))
  if (collisions.length > 0)
    throw releaseError('release/collision', { details: { app: release.app, collisions } })
}
