#!/usr/bin/env node
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readApp, type App } from '../build/apps.ts'
import { releaseRemote, signerFor } from '../release/release-remote.ts'
import { pruneAfter } from '../release/prune-releases.ts'
import type { Target } from '../release/releases-folder.ts'
import { haltCanary, promoteCanary } from '../release/run-canary.ts'
import { createRemote } from './create-remote.ts'
import { followRemote } from './follow-remote.ts'
import { readTarget } from './read-target.ts'
import { serveOverride } from './serve-override.ts'
import { testRemote } from './test-remote.ts'

const USAGE = `Usage: tessera-remote create NAME [--in FOLDER] [--kit FOLDER]
       tessera-remote dev|test|release|promote|halt|rollback [--to STORE] [--key FILE] [--site-key FILE] [--why TEXT]
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

/** Serve a remote until the process ends. */
async function showOn(site: string, port: string, app: App): Promise<void> {
  if (!URL.canParse(site))
    throw new Error(`${site} is no address of a site, e.g. https://staging.example.org.`)
  if (!/^\d{1,5}$/.test(port)) throw new Error(`${port} is no port.`)
  const server = await serveOverride(app, { site: new URL(site).origin, port: Number(port) }, say)
  const end = () => void server.stop().finally(() => process.exit())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  say(
    `${app.name} is served at ${server.origin}. To show it to yourself on the site:\n${server.link}\nCtrl-C ends it.`,
  )
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      in: { type: 'string', default: '.' },
      kit: { type: 'string' },
      to: { type: 'string' },
      key: { type: 'string' },
      'site-key': { type: 'string' },
      why: { type: 'string' },
      candidate: { type: 'boolean', default: false },
      canary: { type: 'string' },
      at: { type: 'string' },
      for: { type: 'string' },
      port: { type: 'string', default: '4001' },
      bar: { type: 'string' },
      fewest: { type: 'string' },
    },
  })
  const [command = '', name, ...rest] = positionals
  if (rest.length > 0 || (name !== undefined && command !== 'create')) throw new Error(USAGE)
  const here = (): App => readApp(process.cwd())
  const target = (): Target => readTarget(values, process.env)
  const changeCanary = (change: typeof promoteCanary): Promise<void> => {
    const [app, store] = [here(), target()]
    return change(store.releases, app.name, say, { why: values.why, signer: signerFor(app, store) })
  }
  const commands: Readonly<Record<string, () => void | Promise<void>>> = {
    create: () => createRemote({ name: name ?? '', parent: path.resolve(values.in), kit: values.kit }, say),
    dev: () => (values.for ? showOn(values.for, values.port, here()) : followRemote(here(), target(), say)),
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
  if (!run) throw new Error(USAGE)
  await run()
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
