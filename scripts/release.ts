import { parseArgs } from 'node:util'
import { isRemoteApp, REMOTES } from './build/apps.ts'
import { buildAtGate } from './release/build-at-gate.ts'
import { goBack, goLive } from './release/go-live.ts'
import { nameCandidate } from './release/make-live.ts'
import { noteReleases } from './release/own-releases.ts'
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
  const say = (line: string): void => console.log(line)
  if (values.rollback) return goBack(values.to, app, say)
  const version = await buildAtGate(app, values.to)
  if (!values.candidate) {
    await goLive(values.to, app, version, say)
    return noteReleases(values.to, { [app]: version })
  }
  await nameCandidate(values.to, app, version)
  say(`${app} ${version} is a candidate`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
