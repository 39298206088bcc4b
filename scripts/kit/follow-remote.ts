import { setTimeout as sleep } from 'node:timers/promises'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { goLive, type Say } from '../release/go-live.ts'
import { buildReleases } from '../release/release-apps.ts'
import { signerFor } from '../release/release-remote.ts'
import type { Target } from '../release/releases-folder.ts'

/** How often the sources are looked at: what tells of changes loses files that an editor has put others in the place of. */
const LOOK_MS = 250

/**
 * Make a remote live in a store as its sources are, and again after each change, until the process ends. What does not build, or is refused,
 * is said; then what was live stays live.
 */
export async function followRemote(app: App, target: Target, say: Say): Promise<void> {
  for (let last = ''; ; await sleep(LOOK_MS)) {
    const version = appVersion(app)
    if (version !== last) await bringLive(app, target, say)
    last = version
  }
}

async function bringLive(app: App, target: Target, say: Say): Promise<void> {
  try {
    const versions = await buildReleases([app], target)
    await goLive(target.releases, app.name, versions.get(app.name) ?? '', say, {
      signer: signerFor(app, target),
      why: 'development',
    })
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
  }
}
