import { parseArgs } from 'node:util'
import { appVersion } from './build/app-version.ts'
import { remotesHere } from './build/apps.ts'
import { createAgent } from './release/agent.ts'
import { readHistory } from './release/change-document.ts'
import { describeHistory } from './release/describe-history.ts'
import { goBackTo } from './release/go-live.ts'
import { KEEP_DAYS, pruneAfter, pruneReleases } from './release/prune-releases.ts'
import { freeze, unfreeze, unschedule } from './release/make-live.ts'
import { noteReleases } from './release/own-releases.ts'
import { scheduledIn } from './release/release-due.ts'
import { releaseRemote } from './release/release-remote.ts'
import { ensureSecret, REQUEST_KEY } from './release/request-key.ts'
import { haltCanary, promoteCanary } from './release/run-canary.ts'
import { OWN_STORE, RELEASES } from './release/releases-folder.ts'

const REMOTES = remotesHere()
const USAGE = `Usage: npm run release -- REMOTE [--candidate | --canary PERCENT | --at TIME | --rollback]
       npm run release -- COMMAND
  REMOTE       one of ${REMOTES.map(({ name }) => name).join(', ')}: build it and make it live
  --candidate  build it for staff to try on the version page; what is live stays live
  --canary PERCENT  build it, and show it to this share of the visitors; everybody else sees what is live.
               Shells halt it by themselves when it fails more often than that: --bar PERCENT of its pages (5), --fewest FAILURES (5)
  --at TIME    build it, and make it live then: 2026-12-01T06:00:00Z
  --rollback   make the release before the live one live again
Commands:
  log [--remote REMOTE]                 who has changed what, when, from where and why
  rollback [REMOTE] --at TIME|NUMBER    make live what was live then, of one remote or of the whole site
  promote REMOTE                        make its canary live for everybody
  halt REMOTE                           show nobody its canary any more
  schedule                              what goes live when
  unschedule REMOTE                     let its release not go live at its time
  agent [--request-key FILE]            carry out, until it is ended, what is scheduled and what staff ask for on the version page
  freeze --why TEXT, unfreeze           release nothing new meanwhile; going back is possible
  prune [--keep-days N] [--dry-run]     remove releases that are older (${KEEP_DAYS} days) and that no document, no shell and no page of the
                                        last 7 days names; of a remote this is done after each of its releases too
Everywhere:
  --why TEXT   what the record says of it
  --to STORE   the release store: a folder (default: releases/), or s3://BUCKET/PREFIX with AWS_REGION, AWS_ACCESS_KEY_ID,
               AWS_SECRET_ACCESS_KEY and, where it is not with AWS, AWS_ENDPOINT_URL_S3 in the environment`

const OPTIONS = {
  candidate: { type: 'boolean', default: false },
  canary: { type: 'string' },
  bar: { type: 'string' },
  fewest: { type: 'string' },
  rollback: { type: 'boolean', default: false },
  remote: { type: 'string' },
  at: { type: 'string' },
  'keep-days': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'request-key': { type: 'string', default: REQUEST_KEY },
  why: { type: 'string' },
  to: { type: 'string', default: RELEASES },
} as const

const say = (line: string): void => console.log(line)
const read = () => parseArgs({ allowPositionals: true, options: OPTIONS })
type Values = ReturnType<typeof read>['values']

/** The commands by name; `remote` is the remote that they are for. */
const COMMANDS: Readonly<Record<string, (values: Values, remote: string | undefined) => Promise<void>>> = {
  async log({ to, remote }) {
    for (const line of describeHistory(await readHistory(to), remote ?? null)) say(line)
  },
  rollback: ({ to, at, why }, remote) =>
    at === undefined
      ? Promise.reject(new Error(USAGE))
      : goBackTo(to, remote ?? null, momentOf(at), say, { why }),
  async promote({ to, why }, remote) {
    if (remote === undefined) throw new Error(USAGE)
    await promoteCanary(to, remote, say, { why })
    await pruneAfter(to, remote, say)
  },
  halt: ({ to, why }, remote) =>
    remote === undefined ? Promise.reject(new Error(USAGE)) : haltCanary(to, remote, say, { why }),
  async schedule({ to }) {
    for (const { app, version, at, by, why } of await scheduledIn(to))
      say(`${at}  ${app} ${version}  (${by})${why === '' ? '' : `  ${why}`}`)
  },
  unschedule: ({ to, why }, remote) =>
    remote === undefined ? Promise.reject(new Error(USAGE)) : unschedule(to, remote, { why }),
  agent({ to, 'request-key': keyFile }) {
    const end = new AbortController()
    for (const event of ['SIGTERM', 'SIGINT']) process.once(event, () => end.abort())
    return createAgent({ releases: to, requestKey: ensureSecret(keyFile), say }).run(end.signal)
  },
  freeze: ({ to, why }) => (why ? freeze(to, { why }) : Promise.reject(new Error(USAGE))),
  unfreeze: ({ to, why }) => unfreeze(to, { why }),
  prune: ({ to, 'keep-days': days, 'dry-run': isDryRun }) =>
    pruneReleases(to, say, { isDryRun, keepDays: days === undefined ? undefined : Number(days) }),
}

/** A number of the history, or a time. @throws Error when it is neither */
function momentOf(text: string): Date | number {
  if (/^\d+$/.test(text)) return Number(text)
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new Error(`${text} is neither a time nor a number of the record`)
  return time
}

/** How many of the exclusive options are given; without them a release goes live. */
const countModes = ({ candidate, rollback, canary, at }: Values): number =>
  [candidate, rollback, canary !== undefined, at !== undefined].filter(Boolean).length

async function main(): Promise<void> {
  const { values, positionals } = read()
  const [first = '', second, ...rest] = positionals
  const command = COMMANDS[first]
  if (command) return command(values, second)
  const app = REMOTES.find(({ name }) => name === first)
  if (!app || second || rest.length > 0 || countModes(values) > 1) throw new Error(USAGE)
  await releaseRemote(app, { ...OWN_STORE, releases: values.to }, values, say)
  if (!values.candidate && !values.rollback) noteReleases(values.to, { [app.name]: appVersion(app) })
  if (countModes(values) === 0) await pruneAfter(values.to, app.name, say)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
