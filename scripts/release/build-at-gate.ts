import { existsSync } from 'node:fs'
import { appVersion } from '../build/app-version.ts'
import type { RemoteApp } from '../build/apps.ts'
import { checkTypes } from './check-types.ts'
import { passGate } from './gate.ts'
import { readDocument } from './change-document.ts'
import { buildReleases } from './release-apps.ts'
import { describeRefusal, ReleaseRefused } from './release-refused.ts'
import { releaseFolder } from './releases-folder.ts'

/**
 * Have a release of a remote as its sources are now: checked for types, built, and let through the gate. What is refused is not in the
 * store afterwards; one that is there already passes the gate as it is.
 * @returns its version
 * @throws Error that says which release of which remote is refused, why, where, and what to do
 */
export async function buildAtGate(app: RemoteApp, releases: string): Promise<string> {
  const version = appVersion(app)
  const types = checkTypes(app)
  types.catch(() => undefined) // it is waited for below, when the build is there
  const check = async (_app: string, folder: string) => {
    await types
    return passGate({ app, folder, releases })
  }
  try {
    const folder = releaseFolder(releases, app, version)
    if (existsSync(folder)) await check(app, folder)
    else await buildReleases([app], releases, check)
    return version
  } catch (thrown) {
    if (!(thrown instanceof ReleaseRefused)) throw thrown
    const live = (await readDocument(releases)).apps[app]?.live ?? null
    throw new Error(describeRefusal(thrown.facts, { app, version, live }), { cause: thrown })
  }
}
