import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '@tessera/shared/contract'
import { appVersion } from '../build/app-version.ts'
import type { AppName } from '../build/apps.ts'
import { runRspack } from '../build/run-rspack.ts'
import { checkBuiltStyles } from './check-built-styles.ts'
import { readDocument } from './change-document.ts'
import { makeLive } from './make-live.ts'
import { changedSince, noteReleases, ownReleases } from './own-releases.ts'
import { packBuild } from './pack-release.ts'
import { releaseFolder } from './releases-folder.ts'
import { tryBuild } from './try-build.ts'

/** Refuses a build that must not be released; its manifest otherwise. `built` has `web` and `node`. */
export type CheckBuild = (app: AppName, built: string) => Promise<Manifest>

/** What a build must come through in any case: its styles are its own, and a shell can load and render it. */
const checkBuild: CheckBuild = (app, built) => {
  checkBuiltStyles(app, path.join(built, 'web'))
  return tryBuild({ app, folder: built })
}

/** Where builds are made before they are packed; each in a folder of its own, so that two never mix. */
const DIST = path.resolve(import.meta.dirname, '../../dist')

/**
 * Bring apps live whose sources have changed since this checkout released them last: build those that have no release yet, pack each build, and name the versions in
 * the release document. A release is named by its sources, so one that exists is never built again.
 * @throws Error with the compiler's messages, of a release that fails its trial, or when sources were saved meanwhile
 */
export async function releaseApps(apps: readonly AppName[], releases: string): Promise<void> {
  const versions: Readonly<Record<string, string>> = Object.fromEntries(await buildReleases(apps, releases))
  const { apps: live, frozen } = await readDocument(releases)
  const changed = changedSince(versions, ownReleases(releases), live)
  if (frozen && Object.keys(changed).length > 0)
    return console.log(`Not released: ${Object.keys(changed).join(', ')}. Releases are frozen: ${frozen.why}`)
  await makeLive(releases, changed)
  noteReleases(releases, changed)
}

/** Build and pack what has no release yet, without making it live. @returns the versions; @throws as `releaseApps` does */
export async function buildReleases(
  apps: readonly AppName[],
  releases: string,
  check: CheckBuild = checkBuild,
): Promise<ReadonlyMap<AppName, string>> {
  const versions = versionsOf(apps)
  const stale = new Map(
    [...versions].filter(([app, version]) => !existsSync(releaseFolder(releases, app, version))),
  )
  if (stale.size > 0) await buildAndPack(stale, releases, check)
  return versions
}

async function buildAndPack(
  versions: ReadonlyMap<AppName, string>,
  releases: string,
  check: CheckBuild,
): Promise<void> {
  console.log(`Building ${[...versions.keys()].join(', ')}`)
  mkdirSync(DIST, { recursive: true })
  const output = mkdtempSync(path.join(DIST, 'build-'))
  try {
    await runRspack([...versions.keys()], output)
    // A version is a promise about sources; one that was saved during the build would make it a lie.
    const now = versionsOf([...versions.keys()])
    const changed = [...versions].filter(([app, version]) => now.get(app) !== version).map(([app]) => app)
    if (changed.length > 0) throw new Error(`${changed.join(', ')} changed while it was built; build again`)
    for (const [app, version] of versions) {
      const built = path.join(output, app)
      const manifest = app === 'shell' ? null : await check(app, built)
      packBuild({ app, version, built, manifest }, releases)
    }
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

const versionsOf = (apps: readonly AppName[]): ReadonlyMap<AppName, string> =>
  new Map(apps.map((app) => [app, appVersion(app)]))
