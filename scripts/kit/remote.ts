#!/usr/bin/env node
import path from 'node:path'
import { readApp, type App } from '../build/apps.ts'
import { releaseRemote, signerFor } from '../release/release-remote.ts'
import { pruneAfter } from '../release/prune-releases.ts'
import type { Target } from '../release/releases-folder.ts'
import { haltCanary, promoteCanary } from '../release/run-canary.ts'
import { readPort, readUrl } from '../start/options.ts'
import { readArguments, refuseOthers, refuseWords } from '../start/read-arguments.ts'
import { runCommand } from '../start/run-command.ts'
import { fail, UsageError } from '../start/usage-error.ts'
import { createRemote } from './create-remote.ts'
import { followRemote } from './follow-remote.ts'
import { readTarget } from './read-target.ts'
import { OVERRIDE_PORT, serveOverride } from './serve-override.ts'
import { testRemote } from './test-remote.ts'

const USAGE = `Usage: tessera-remote create NAME [--in FOLDER] [--kit FOLDER]
       tessera-remote test [--to STORE]
       tessera-remote dev [--to STORE] [--key FILE] [--site-key FILE], or dev --for SITE [--port N]
       tessera-remote release|promote|halt|rollback [--to STORE] [--key FILE] [--site-key FILE] [--why TEXT]
  create      a working remote in a new folder; NAME is mfe- and lower-case letters
    --in      the folder that it is made in (default: this one)
    --kit     take the packages of the kit along from this folder of tarballs, for want of a registry that has them
  dev         make each saved change live in a site of this machine
    --for     instead: serve the browser half for a site (its address), where staff may show it to themselves
    --port    where it is served (default: 4001; 0 for any free one)
  test        the tests, then everything that a release has to pass
  release     build it, let it through the gate, and wait until every shell has taken it
    --candidate  for staff to try; what is live stays live
    --canary PERCENT  for this share of the visitors; everybody else sees what is live. Shells halt it by themselves when it
                 fails more often than that: --bar PERCENT of its pages (5), --fewest FAILURES (5)
    --at TIME  gate now, live then: 2026-12-01T06:00:00Z; the site's release agent does it
  promote     make the canary live for everybody
  halt        show nobody the canary any more
  rollback    make the release before the live one live again
    --to      the release store of the site: a folder, or s3://BUCKET/PREFIX (or TESSERA_STORE)
    --key     the key of your team, which signs, a PEM file (or TESSERA_KEY)
    --site-key  public half of the site's key, a PEM file (or TESSERA_SITE_KEY); not where --key is the site's own
    --why     what the record of the site says of it`

const say = (line: string): void => console.log(line)

const text = { type: 'string' } as const
const OPTIONS = {
  in: text,
  kit: text,
  to: text,
  key: text,
  'site-key': text,
  why: text,
  candidate: { type: 'boolean' },
  canary: text,
  at: text,
  for: text,
  port: text,
  bar: text,
  fewest: text,
} as const
const STORE = ['to', 'key', 'site-key', 'why'] as const
/** The options that each command takes. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  create: ['in', 'kit'],
  dev: ['to', 'key', 'site-key', 'for'],
  'dev --for': ['for', 'port'],
  test: ['to'],
  release: [...STORE, 'candidate', 'canary', 'bar', 'fewest', 'at'],
  promote: STORE,
  halt: STORE,
  rollback: STORE,
}

/** Serve a remote until the process ends. */
const showOn = (site: string, port: string | undefined, app: App): Promise<void> =>
  runCommand(async (onEnd) => {
    const where = { site: new URL(readUrl('for', site)).origin, port: readPort('port', port, OVERRIDE_PORT) }
    const server = await serveOverride(app, where, say)
    onEnd(server.stop)
    say(
      `${app.name} is served at ${server.origin}. To show it to yourself on the site:\n${server.link}\nCtrl-C ends it.`,
    )
  })

async function main(): Promise<void> {
  const { values, positionals } = readArguments(OPTIONS, 2, USAGE)
  const [command = '', name] = positionals
  const here = (): App => readApp(process.cwd())
  const target = (): Target => readTarget(values, process.env)
  const changeCanary = (change: typeof promoteCanary): Promise<void> => {
    const [app, store] = [here(), target()]
    return change(store.releases, app.name, say, { why: values.why, signer: signerFor(app, store) })
  }
  const commands: Readonly<Record<string, () => void | Promise<void>>> = {
    create: () =>
      createRemote({ name: name ?? '', parent: path.resolve(values.in ?? '.'), kit: values.kit }, say),
    dev: () =>
      values.for === undefined
        ? followRemote(here(), target(), say)
        : showOn(values.for, values.port, here()),
    test: () => testRemote(here(), values.to ?? process.env['TESSERA_STORE'] ?? null, say),
    async release() {
      const [app, store] = [here(), target()]
      await releaseRemote(app, store, values, say)
      if (!values.candidate && values.canary === undefined)
        await pruneAfter(store.releases, app.name, say, signerFor(app, store))
    },
    promote: () => changeCanary(promoteCanary),
    halt: () => changeCanary(haltCanary),
    rollback: () => releaseRemote(here(), target(), { rollback: true, why: values.why }, say),
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new UsageError(USAGE)
  const asked = command === 'dev' && values.for !== undefined ? 'dev --for' : command
  refuseOthers(asked, values, TAKES[asked] ?? [])
  if (command !== 'create') refuseWords(positionals.slice(1))
  await run()
}

main().catch(fail)
