import { parseArgs } from 'node:util'
import { appsHere } from './build/apps.ts'
import { releaseApps } from './release/release-apps.ts'
import { OWN_STORE } from './release/releases-folder.ts'

/** Build every app whose sources have changed since its last release, and make the newest of each live. @throws Error */
export async function buildStale(releases = OWN_STORE.releases): Promise<void> {
  await releaseApps(appsHere(), { ...OWN_STORE, releases })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: 'string', default: OWN_STORE.releases } } })
  await buildStale(values.to)
}
