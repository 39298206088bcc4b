import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Manifest } from '@tessera/shared/contract'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { markUse } from '../../shell/release-storage/use-marks.server.ts'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'
import { runRspack } from '../build/run-rspack.ts'
import { checkBuiltStyles } from './check-built-styles.ts'
import { readDocument } from './change-document.ts'
import { makeLive } from './make-live.ts'
import { changedSince, noteReleases, ownReleases } from './own-releases.ts'
import { isReleased, packBuild } from './pack-release.ts'
import type { Target } from './releases-folder.ts'
import { tryBuild } from './try-build.ts'

/** Refuses a build that must not be released; gives its manifest otherwise. `built` has `web` and `node`. */
export type CheckBuild = (app: App, built: string) => Promise<Manifest>

/** The check of every build: its styles affect its own markup only, and a shell can load and render it. */
const checkBuild: CheckBuild = async (app, built) => {
  checkBuiltStyles(app.name, path.join(built, 'web'))
  return (await tryBuild({ app: app.name, folder: built })).manifest
}

/**
 * Make apps live whose sources have changed since this checkout released them last: build those without a release, pack each build, and
 * name the versions in the release document. The version follows from the sources, so an existing release is never built again.
 * @throws Error with the compiler's messages, of a release that fails its trial, or when sources were saved meanwhile
 */
export async function releaseApps(apps: readonly App[], target: Target): Promise<void> {
  const { releases } = target
  const versions: Readonly<Record<string, string>> = Object.fromEntries(await buildReleases(apps, target))
  const { apps: live, frozen } = await readDocument(releases)
  const changed = changedSince(versions, ownReleases(releases), live)
  if (frozen && Object.keys(changed).length > 0)
    return console.log(`Not released: ${Object.keys(changed).join(', ')}. Releases are frozen: ${frozen.why}`)
  await makeLive(releases, changed)
  noteReleases(releases, changed)
}

/** Build and pack apps that have no release yet, without making them live. @returns the versions; @throws as `releaseApps` does */
export async function buildReleases(
  apps: readonly App[],
  target: Target,
  check: CheckBuild = checkBuild,
): Promise<ReadonlyMap<string, string>> {
  const versions = versionsOf(apps)
  const stale = new Map<App, string>()
  for (const [app, version] of versions) {
    // Marked before it is read, so that it is not removed in between.
    await markUse(releaseStorage(target.releases), { app: app.name, version })
    if (!(await isReleased(target, app.name, version))) stale.set(app, version)
  }
  if (stale.size > 0) await buildAndPack(stale, target, check)
  return new Map([...versions].map(([{ name }, version]) => [name, version]))
}

async function buildAndPack(
  versions: ReadonlyMap<App, string>,
  target: Target,
  check: CheckBuild,
): Promise<void> {
  await withBuilds([...versions.keys()], async (folderOf) => {
    // The version has to match the sources, so none may have been saved during the build.
    const now = versionsOf([...versions.keys()])
    const changed = [...versions]
      .filter(([app, version]) => now.get(app) !== version)
      .map(([{ name }]) => name)
    if (changed.length > 0) throw new Error(`${changed.join(', ')} changed while it was built; build again`)
    for (const [app, version] of versions) {
      const built = folderOf(app)
      const manifest = app.name === 'shell' ? null : await check(app, built)
      await packBuild({ app, version, built, manifest }, target)
    }
  })
}

/** Build apps into folders that exist until `use` has ended. @throws Error with the compiler's messages */
export async function withBuilds(
  apps: readonly App[],
  use: (folderOf: (app: App) => string) => Promise<void>,
): Promise<void> {
  console.log(`Building ${apps.map(({ name }) => name).join(', ')}`)
  const output = mkdtempSync(path.join(distOf(apps), 'build-'))
  try {
    await runRspack(apps, output)
    await use(({ name }) => path.join(output, name))
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

/** A new folder for builds before they are packed, so that two builds never mix. */
function distOf([first]: readonly App[]): string {
  const folder = path.join(first?.root ?? ROOT, 'dist')
  mkdirSync(folder, { recursive: true })
  return folder
}

const versionsOf = (apps: readonly App[]): ReadonlyMap<App, string> =>
  new Map(apps.map((app) => [app, appVersion(app)]))
