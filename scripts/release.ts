import { appVersion } from './build/app-version.ts'
import { remotesHere, type App } from './build/apps.ts'
import { fromTerminal, storeFromTerminal } from './paths/root.ts'
import { createAgent } from './release/agent.ts'
import { carryOut } from './release/carry-out.ts'
import { readHistory } from './release/change-document.ts'
import { describeHistory } from './release/describe-history.ts'
import { goBackTo } from './release/go-live.ts'
import { KEEP_DAYS, pruneAfter, pruneReleases } from './release/prune-releases.ts'
import { unschedule } from './release/make-live.ts'
import { noteReleases } from './release/own-releases.ts'
import { scheduledIn } from './release/release-due.ts'
import { modeOf, releaseRemote } from './release/release-remote.ts'
import { ensureSecret, REQUEST_KEY } from './release/request-key.ts'
import { haltCanary, promoteCanary } from './release/run-canary.ts'
import { OWN_STORE, RELEASES } from './release/releases-folder.ts'
import { readArguments, refuseOthers, refuseWords } from './start/read-arguments.ts'
import { fail, UsageError } from './start/usage-error.ts'

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
  --why TEXT   what the record says of it (not with log, schedule, agent and prune, which change no document)
  --to STORE   the release store: a folder (default: releases/), or s3://BUCKET/PREFIX with AWS_REGION, AWS_ACCESS_KEY_ID,
               AWS_SECRET_ACCESS_KEY and, where it is not with AWS, AWS_ENDPOINT_URL_S3 in the environment`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  candidate: flag,
  canary: text,
  bar: text,
  fewest: text,
  rollback: flag,
  remote: text,
  at: text,
  'keep-days': text,
  'dry-run': flag,
  'request-key': text,
  why: text,
  to: text,
} as const

const say = (line: string): void => console.log(line)
const read = () => readArguments(OPTIONS, 2, USAGE)
type Values = ReturnType<typeof read>['values'] & { readonly to: string }

interface Command {
  /** Options that it takes beside --to. */
  readonly takes: readonly (keyof typeof OPTIONS)[]
  /** Whether a remote is named behind it. */
  readonly remote: 'never' | 'maybe' | 'always'
  /** `remote` is empty where none is named. */
  readonly run: (values: Values, remote: string) => Promise<void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  log: {
    takes: ['remote'],
    remote: 'never',
    async run({ to, remote }) {
      const lines = describeHistory(await readHistory(to), remote ?? null)
      if (remote !== undefined && lines.length === 0)
        throw new UsageError(`The record has no change of ${remote}.`)
      for (const line of lines) say(line)
    },
  },
  rollback: {
    takes: ['at', 'why'],
    remote: 'maybe',
    async run({ to, at, why }, remote) {
      if (at === undefined) throw new UsageError('rollback needs --at TIME or --at NUMBER.')
      await goBackTo(to, remote || null, momentOf(at), say, { why })
    },
  },
  promote: {
    takes: ['why'],
    remote: 'always',
    async run({ to, why }, remote) {
      await promoteCanary(to, remote, say, { why })
      await pruneAfter(to, remote, say)
    },
  },
  halt: {
    takes: ['why'],
    remote: 'always',
    run: ({ to, why }, remote) => haltCanary(to, remote, say, { why }),
  },
  schedule: {
    takes: [],
    remote: 'never',
    async run({ to }) {
      for (const { app, version, at, by, why } of await scheduledIn(to))
        say(`${at}  ${app} ${version}  (${by})${why === '' ? '' : `  ${why}`}`)
    },
  },
  unschedule: {
    takes: ['why'],
    remote: 'always',
    async run({ to, why }, remote) {
      await unschedule(to, remote, { why })
      say(`${remote} is scheduled no longer`)
    },
  },
  agent: {
    takes: ['request-key'],
    remote: 'never',
    run({ to, 'request-key': keyFile }) {
      const end = new AbortController()
      for (const event of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(event, () => end.abort())
      const requestKey = ensureSecret(keyFile === undefined ? REQUEST_KEY : fromTerminal(keyFile))
      return createAgent({ releases: to, requestKey, say }).run(end.signal)
    },
  },
  freeze: {
    takes: ['why'],
    remote: 'never',
    async run({ to, why }) {
      if (!why?.trim()) throw new UsageError('freeze needs --why TEXT.')
      await carryOut(to, { action: { do: 'freeze' }, why }, say, { now: Date.now() })
    },
  },
  unfreeze: {
    takes: ['why'],
    remote: 'never',
    run: ({ to, why = '' }) => carryOut(to, { action: { do: 'unfreeze' }, why }, say, { now: Date.now() }),
  },
  prune: {
    takes: ['keep-days', 'dry-run'],
    remote: 'never',
    run: ({ to, 'keep-days': days, 'dry-run': isDryRun }) =>
      pruneReleases(to, say, { isDryRun, keepDays: days === undefined ? undefined : Number(days) }),
  },
}

/** A number of the history, or a time. @throws Error when it is neither */
function momentOf(text: string): Date | number {
  if (/^\d+$/.test(text)) return Number(text)
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new Error(`${text} is neither a time nor a number of the record`)
  return time
}

/** The command that releases a remote. */
const release = (app: App): Command => ({
  takes: ['candidate', 'canary', 'bar', 'fewest', 'at', 'rollback', 'why'],
  remote: 'never',
  async run(values) {
    const mode = modeOf(values)
    await releaseRemote(app, { ...OWN_STORE, releases: values.to }, values, say)
    if (mode !== 'candidate' && mode !== 'rollback') noteReleases(values.to, { [app.name]: appVersion(app) })
    if (mode === 'live') await pruneAfter(values.to, app.name, say)
  },
})

function findCommand(name: string): Command {
  const app = REMOTES.find((remote) => remote.name === name)
  const command = app ? release(app) : Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(USAGE)
  return command
}

async function main(): Promise<void> {
  const { values, positionals } = read()
  const [name = '', remote = ''] = positionals
  const command = findCommand(name)
  refuseOthers(name, values, [...command.takes, 'to'])
  if (command.remote === 'never') refuseWords(positionals.slice(1))
  if (command.remote === 'always' && remote === '')
    throw new UsageError(`${name} needs the name of a remote.`)
  await command.run({ ...values, to: storeFromTerminal(values.to ?? RELEASES) }, remote)
}

main().catch(fail)
