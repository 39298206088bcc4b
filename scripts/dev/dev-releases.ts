import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { createFederationHost } from '../../shell/releases/federation-host.server.ts'
import type { App } from '../build/apps.ts'
import { makeLive } from '../release/make-live.ts'
import { packBuild, releasedFiles } from '../release/pack-release.ts'
import { RELEASE_KEY } from '../release/releases-folder.ts'

/** How many releases of an app are kept: the shell may still be copying an older one. */
const KEPT = 3

/** Turns builds on disk into dev releases, which the shell makes live like any others. */
export interface DevReleases {
  /** Release every app whose server output has changed. Runs one at a time. Never rejects. */
  readonly update: (apps: readonly App[]) => Promise<void>
}

interface Places {
  readonly builds: string
  readonly releases: string
  /** Folder of the shell's own copies. */
  readonly copies: string
  /** Called for an app that was released, before the release is named live. */
  readonly onRelease: (app: string) => void
  /** Called for an app that could not be released, with the error. */
  readonly onFailure: (app: string, thrown: unknown) => void
}

export function createDevReleases({ builds, releases, copies, onRelease, onFailure }: Places): DevReleases {
  const host = createFederationHost()
  const known = new Map<string, string>()

  const release = async (app: App): Promise<string | null> => {
    const built = path.join(builds, app.name)
    const version = `dev-${hashOf(built)}`
    if (known.get(app.name) === version) return null
    const manifest = app.name === 'shell' ? null : (await host.load(app.name, built)).manifest
    await packBuild({ app, version, built, manifest }, { releases, keyFile: RELEASE_KEY })
    known.set(app.name, version)
    onRelease(app.name)
    return version
  }
  const update = async (apps: readonly App[]): Promise<void> => {
    const live: Record<string, string> = {}
    for (const app of apps) {
      try {
        const version = await release(app)
        if (version !== null) live[app.name] = version
      } catch (thrown) {
        onFailure(app.name, thrown)
      }
    }
    if (Object.keys(live).length === 0) return
    try {
      await makeLive(releases, live)
    } catch (thrown) {
      // A full disk, for example. The next compilation tries these releases again.
      for (const app of Object.keys(live)) {
        known.delete(app)
        onFailure(app, thrown)
      }
      return
    }
    for (const app of Object.keys(live))
      for (const folder of [releases, copies]) forgetOld(path.join(folder, app))
  }

  let last = Promise.resolve()
  return { update: (apps) => (last = last.then(() => update(apps))) }
}

/** A hash of everything in a release: the same output is the same release. */
function hashOf(built: string): string {
  const hash = createHash('sha256')
  for (const file of releasedFiles(built)) hash.update(file).update(readFileSync(path.join(built, file)))
  return hash.digest('hex').slice(0, 10)
}

function forgetOld(folder: string): void {
  if (!existsSync(folder)) return // the shell has not copied any yet
  // The shell removes its copies by itself, too: one may be gone meanwhile.
  const made = (name: string): number =>
    statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  try {
    const releases = readdirSync(folder).filter((name) => /^dev-[0-9a-f]+$/.test(name))
    const newestFirst = releases.toSorted((a, b) => made(b) - made(a))
    for (const old of newestFirst.slice(KEPT))
      rmSync(path.join(folder, old), { recursive: true, force: true })
  } catch {
    // The new releases are live all the same; the next ones try again.
  }
}
