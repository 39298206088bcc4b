import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { liveRelease, withRelease } from '../releases/live-state.server.ts'
import { canaryHeader } from './bucket.server.ts'
import type { Canary } from '../release-document/release-document.server.ts'

/** A canary that some visitors see. */
export interface RunningCanary extends Pick<Canary, 'version' | 'percent'> {
  readonly app: string
  readonly release: Remote
}
type Remote = ReleaseSnapshot['remotes'] extends ReadonlyMap<unknown, infer R> ? R : never

/**
 * The releases that visitors of a bucket see: each canary whose share includes the bucket, else the live releases. Snapshots are cached
 * for all visitors with the same releases, until something changes.
 */
export function releasesBy(
  live: () => ReleaseSnapshot,
  isSecure: boolean,
): (bucket: number, running: readonly RunningCanary[]) => ReleaseSnapshot {
  let made = {
    base: null as ReleaseSnapshot | null,
    running: [] as readonly RunningCanary[],
    sets: new Map<string, ReleaseSnapshot>(),
  }
  return (bucket, running) => {
    const base = live()
    if (running.length === 0) return base
    if (made.base !== base || made.running !== running) made = { base, running, sets: new Map() }
    const seen = running.filter(({ percent }) => bucket < percent)
    const key = seen.map(({ app }) => app).join()
    const known = made.sets.get(key) ?? compose(base, seen, running, isSecure)
    made.sets.set(key, known)
    return known
  }
}

function compose(
  base: ReleaseSnapshot,
  seen: readonly RunningCanary[],
  running: readonly RunningCanary[],
  isSecure: boolean,
): ReleaseSnapshot {
  const releases = seen.reduce((before, { app, release }) => withRelease(before, app, release), base)
  const below = Math.max(...running.map(({ percent }) => percent))
  const versions = Object.fromEntries(
    running.map(({ app }) => [app, liveRelease(releases, app)?.release.version ?? 'none']),
  )
  const names = Object.entries(versions).map(([app, version]) => `${app}@${version}`)
  return {
    ...releases,
    shares: { set: `${below}:${names.join()}`, versions, header: canaryHeader(below, isSecure) },
  }
}
