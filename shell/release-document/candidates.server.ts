import { LRUCache } from 'lru-cache'

/** Greatest number of loaded candidates: each keeps the code of one remote in memory. */
const MAX_LOADED = 8

interface Sources<Release extends object, Snapshot extends object> {
  /** Load a release as if it were to go live. Rejects with an AppError release/… */
  readonly load: (app: string, version: string) => Promise<Release>
  readonly live: () => Snapshot
  readonly replace: (snapshot: Snapshot, app: string, release: Release) => Snapshot
}

/**
 * The live releases in which one candidate replaces the release of its app, for users who try it. A candidate must pass all checks
 * for going live, once; after a failure the next request tries it again.
 * @throws AppError release/…
 */
export function createCandidates<Release extends object, Snapshot extends object>({
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
