import { existsSync } from 'node:fs'
import { appVersion } from './build/app-version.ts'
import { REMOTES, type AppName } from './build/apps.ts'
import { runRspack } from './build/run-rspack.ts'
import { makeLive } from './release/make-live.ts'
import { packRelease } from './release/pack-release.ts'
import { RELEASES, releaseFolder } from './release/releases-folder.ts'

/**
 * Build every app whose sources have changed since its last release, pack each build as a release, and make the
 * newest of each live. A release is named by its sources, so one that exists is never built again.
 * @throws Error with the compiler's messages, or naming the release that fails its own fixture.
 */
export async function buildStale(options: { readonly releases?: string } = {}): Promise<void> {
  const releases = options.releases ?? RELEASES
  const apps: readonly AppName[] = ['shell', ...REMOTES]
  const stale = apps.filter((app) => !existsSync(releaseFolder(releases, app, appVersion(app))))
  if (stale.length > 0) {
    console.log(`Building ${stale.join(', ')}`)
    await runRspack(stale)
    for (const app of stale) await packRelease(app, releases)
  }
  await makeLive(releases, Object.fromEntries(apps.map((app) => [app, appVersion(app)])))
}

if (import.meta.main) await buildStale()
