import { REMOTES } from './build/apps.ts'
import { releaseApps } from './release/release-apps.ts'
import { RELEASES } from './release/releases-folder.ts'

/** Build every app whose sources have changed since its last release, and make the newest of each live. @throws Error */
export async function buildStale(releases: string = RELEASES): Promise<void> {
  await releaseApps(['shell', ...REMOTES], releases)
}

if (import.meta.main) await buildStale()
