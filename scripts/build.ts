import { appsHere } from './build/apps.ts'
import { storeFromTerminal } from './paths/root.ts'
import { releaseApps } from './release/release-apps.ts'
import { OWN_STORE } from './release/releases-folder.ts'
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'

/** Build every app whose sources have changed since its last release, and make the newest of each live. @throws Error */
export async function buildStale(releases = OWN_STORE.releases): Promise<void> {
  await releaseApps(appsHere(), { ...OWN_STORE, releases })
}

if (import.meta.main) {
  const { values } = orExit(() => readArguments({ to: { type: 'string' } }))
  await buildStale(values.to && storeFromTerminal(values.to))
}
