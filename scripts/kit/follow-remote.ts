import { setTimeout as sleep } from 'node:timers/promises'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { goLive, type Say } from '../release/go-live.ts'
import { toRefusal } from '../release/build-at-gate.ts'
import { checkTypes } from '../release/check-types.ts'
import { refusalOf } from '../release/gate.ts'
import { buildReleases } from '../release/release-apps.ts'
import { signerFor } from '../release/release-remote.ts'
import type { Target } from '../release/releases-folder.ts'
import { toMessage } from '../start/usage-error.ts'

/** How often the sources are checked: file watchers lose files that an editor replaces instead of writing. */
const POLL_MS = 250

/**
 * Make a remote live in a store, and again after each change of its sources, until the process ends. A build that fails or is refused
 * is reported; the live release then stays live. Type errors are reported of what is live, because a browser can show it all the same.
 */
export async function followRemote(
  app: App,
  target: Target,
  say: Say,
  build: typeof buildReleases = buildReleases,
): Promise<void> {
  let checked = Promise.resolve()
  let last = ''
  let failed = ''
  let unreadable = 0
  for (; ; await sleep(POLL_MS)) {
    let version: string
    try {
      version = appVersion(app)
      unreadable = 0
    } catch (error) {
      // At first a file may only be about to be replaced; a package.json with the marks of a merge stays so for longer.
      if (++unreadable === 2) say(`The sources of ${app.name} cannot be read: ${toMessage(error)}`)
      continue
    }
    if (version === last) continue
    last = version
    const isLive = await makeRemoteLive(app, target, say, build).catch((error: unknown) => {
      // Not refused: a file of the store or of the sources could not be read, perhaps only at that moment.
      if (failed === version) say(toMessage(error))
      else [failed, last] = [version, '']
      return false
    })
    // The next change does not wait for the check of types.
    if (isLive)
      checked = checked
        .then(() => reportTypeErrors(app, version, say))
        .catch((error: unknown) => say(`The types of ${app.name} were not checked: ${toMessage(error)}`))
  }
}

/** Make the current sources of a remote live; whether they are. What refuses them is said as a release says it. */
export async function makeRemoteLive(
  app: App,
  target: Target,
  say: Say,
  build: typeof buildReleases = buildReleases,
): Promise<boolean> {
  const { name } = app
  try {
    const versions = await build([app], target)
    await goLive(target.releases, name, versions.get(name) ?? '', say, {
      signer: signerFor(app, target),
      why: 'development',
    })
  } catch (error) {
    say(toMessage(await toRefusal(error, { app: name, version: appVersion(app) }, target.releases)))
    return false
  }
  return true
}

/** Check the types of a remote, unless its sources have changed since this version. */
export async function reportTypeErrors(app: App, version: string, say: Say): Promise<void> {
  if (appVersion(app) !== version) return
  await checkTypes(app).catch((error: unknown) => {
    const { reasons } = refusalOf(error).facts
    say([`${app.name} would not be released with these type errors:`, ...reasons].join('\n  '))
  })
}
