import { AppError } from '@tessera/shared/contract'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { markUse, type NamedRelease } from '../../shell/release-storage/use-marks.server.ts'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { checkTypes } from './check-types.ts'
import { passGate, refusalOf } from './gate.ts'
import { readDocument } from './change-document.ts'
import { buildReleases, withBuilds, type CheckBuild } from './release-apps.ts'
import { isReleased } from './pack-release.ts'
import { withRelease } from './with-release.ts'
import { describeRefusal, ReleaseRefused } from './release-refused.ts'
import type { Target } from './releases-folder.ts'

/**
 * Make a release of a remote's current sources: check the types, build it, and pass it through the release gate. A refused release is
 * not stored; one that is in the store already goes through the gate unchanged.
 * @returns its version
 * @throws Error that says which release of which remote is refused, why, where, and what to do
 */
export function buildAtGate(app: App, target: Target): Promise<string> {
  return atGate(app, target.releases, async (check, version) => {
    // Marked before it is read, so that it is not removed in between.
    await markUse(releaseStorage(target.releases), { app: app.name, version })
    if (await isReleased(target, app.name, version))
      await withRelease(target, app.name, version, (folder) => check(app, folder))
    else await buildReleases([app], target, check)
  })
}

/** Check whether a remote would pass the gate of a store or, with null, of an empty one; stores nothing. @throws as `buildAtGate` does */
export function tryAtGate(app: App, releases: string | null): Promise<string> {
  return atGate(app, releases, (check) =>
    withBuilds([app], async (folderOf) => void (await check(app, folderOf(app)))),
  )
}

async function atGate(
  app: App,
  releases: string | null,
  build: (check: CheckBuild, version: string) => Promise<void>,
): Promise<string> {
  const { name } = app
  const version = appVersion(app)
  const types = checkTypes(app)
  types.catch(() => undefined) // awaited below, after the build
  const check: CheckBuild = async (_app, folder) => {
    await types
    return passGate({ app: name, folder, releases })
  }
  try {
    await build(check, version)
    return version
  } catch (thrown) {
    throw await toRefusal(thrown, { app: name, version }, releases)
  }
}

/** An error of a build that is refused with what a terminal prints of it: reason, place, and what stays live; another error as it is. */
export async function toRefusal(
  thrown: unknown,
  { app, version }: NamedRelease,
  releases: string | null,
): Promise<unknown> {
  if (!(thrown instanceof ReleaseRefused || thrown instanceof AppError)) return thrown
  const live = releases === null ? null : ((await readDocument(releases)).apps[app]?.live ?? null)
  return new Error(describeRefusal(refusalOf(thrown).facts, { app, version, live }), { cause: thrown })
}
