import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { RELEASE_POLL_MS } from '../shell/releases/release-store.server.ts'
import { isRemoteApp, REMOTES } from './build/apps.ts'
import { nameCandidate, rollBack } from './release/make-live.ts'
import { buildReleases, releaseApps } from './release/release-apps.ts'
import { RELEASES } from './release/releases-folder.ts'

const USAGE = `Usage: npm run release -- REMOTE [--candidate | --rollback] [--to FOLDER]
  REMOTE      one of ${REMOTES.join(', ')}
  --candidate build it for staff to try on the version page; what is live stays live
  --rollback  make the release before the live one live again
  --to        the release store (default: releases/)`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      candidate: { type: 'boolean', default: false },
      rollback: { type: 'boolean', default: false },
      to: { type: 'string', default: RELEASES },
    },
  })
  const [app, ...rest] = positionals
  if (!app || rest.length > 0 || !isRemoteApp(app) || (values.candidate && values.rollback))
    throw new Error(USAGE)
  if (values.rollback) {
    console.log(`${app} ${await rollBack(values.to, app)} is live again`)
  } else if (values.candidate) {
    const version = (await buildReleases([app], values.to)).get(app) ?? ''
    await nameCandidate(values.to, app, version)
    console.log(`${app} ${version} is a candidate`)
  } else {
    const version = (await releaseApps([app], values.to, { isAnew: true })).get(app) ?? ''
    console.log(`${app} ${version} is live`)
  }
  // Running shells look at the document this often; after two looks they have tried the release.
  await sleep(2 * RELEASE_POLL_MS)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
