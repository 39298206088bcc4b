import { releasePlace } from '../../shell/release-place/release-place.server.ts'
import { markUse } from '../../shell/release-place/use-marks.server.ts'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { checkTypes } from './check-types.ts'
import { passGate } from './gate.ts'
import { readDocument } from './change-document.ts'
import { buildReleases, withBuilds, type CheckBuild } from './release-apps.ts'
import { isReleased } from './pack-release.ts'
import { withRelease } from './with-release.ts'
import { describeRefusal, ReleaseRefused } from './release-refused.ts'
import type { Target } from './releases-folder.ts'

/**
 * Have a release of a remote as its sources are now: checked for types, built, and let through the gate. What is refused is not in the
 * store afterwards; one that is there already passes the gate as it is.
 * @returns its version
 * @throws Error that says which release of which remote is refused, why, where, and what to do
 */
export function buildAtGate(app: App, target: Target): Promise<string> {
  return atGate(app, target.releases, async (check, version) => {
    // Before it is looked for: what is in use is not removed meanwhile.
    await markUse(releasePlace(target.releases), { app: app.name, version })
    if (await isReleased(target, app.name, version))
      await withRelease(target, app.name, version, (folder) => check(app, folder))
    else await buildReleases([app], target, check)
  })
}

/** Try whether a remote would pass the gate of a store, or of one where nothing is live; nothing is kept. @throws as `buildAtGate` does */
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
  types.catch(() => undefined) // it is waited for below, when the build is there
  const check: CheckBuild = async (_app, folder) => {
    await types
    return passGate({ app: name, folder, releases })
  }
  try {
    await build(check, version)
    return version
  } catch (thrown) {
    if (!(thrown instanceof ReleaseRefused)) throw thrown
    const live = releases === null ? null : ((await readDocument(releases)).apps[name]?.live ?? null)
    throw new Error(describeRefusal(thrown.facts, { app: name, version, live }), { cause: thrown })
  }
}
