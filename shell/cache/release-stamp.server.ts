import { createHash } from 'node:crypto'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { RoutingTable } from '../domain/content-mapping.ts'

/** Says by which releases an answer was made: the same text as long as all of them are live. */
export type ReleaseStamp = (snapshot: ReleaseSnapshot, apps: readonly string[]) => string

/**
 * Stamps of answers: the versions of the apps that took part, and of the routes of all of them, since a new route may take
 * a path that was another's.
 */
export function createReleaseStamp(): ReleaseStamp {
  const routes = new WeakMap<RoutingTable, string>()
  const made = new WeakMap<ReleaseSnapshot, WeakMap<readonly string[], string>>()
  const make = (snapshot: ReleaseSnapshot, apps: readonly string[]): string => {
    const known = routes.get(snapshot.table) ?? routesOf(snapshot)
    routes.set(snapshot.table, known)
    return `${apps.map((app) => `${app}@${versionOf(snapshot, app)}`).join(' ')} ${known}`
  }
  return (snapshot, apps) => {
    // Asked for with every page that is kept: by the very lists, which its pages keep.
    const stamps = made.get(snapshot) ?? new WeakMap<readonly string[], string>()
    made.set(snapshot, stamps)
    const stamp = stamps.get(apps) ?? make(snapshot, apps)
    stamps.set(apps, stamp)
    return stamp
  }
}

const versionOf = ({ shell, remotes }: ReleaseSnapshot, app: string): string =>
  (app === 'shell' ? shell : [...remotes.values()].find(({ release }) => release.app === app))?.release
    .version ?? 'none'

/** What the manifests say about which path shows what; other parts of them concern their own pages only. */
const routesOf = ({ remotes }: ReleaseSnapshot): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        [...remotes.values()].map(({ remote: { manifest } }) => [
          manifest.name,
          manifest.staticRoutes,
          manifest.contentTypes,
          manifest.frameSlots,
        ]),
      ),
    )
    .digest('base64url')
