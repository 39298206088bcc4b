/** `npm run keys`: which keys besides the site's may release which remote, and what that remote may claim. */
import { existsSync } from 'node:fs'
import * as v from 'valibot'
import { MAX_NAME, RemoteName, type Grants } from '../shell/release-document/trust.server.ts'
import { routeProblems } from '../shell/releases/check-candidate.server.ts'
import { readPublicKey } from '../shell/releases/verified-copy.server.ts'
import { fromTerminal, storeFromTerminal } from './paths/root.ts'
import { awaitReports, nameOf } from './release/await-reports.ts'
import { readNewest } from './release/change-document.ts'
import { addKey, grant, readTeamKey, revokeKey, ungrant } from './release/change-trust.ts'
import { describeTrust, findKey } from './release/describe-trust.ts'
import { GRANT_OPTIONS, toGranted } from './release/grant-options.ts'
import { RELEASES } from './release/releases-folder.ts'
import { ownSigner } from './release/signer.ts'
import { readArguments, refuseOthers, refuseWords } from './start/read-arguments.ts'
import { fail, UsageError } from './start/usage-error.ts'

const USAGE = `Usage: npm run keys -- COMMAND
  list                               the keys of each remote, what it may claim, and what is revoked
  add REMOTE --key FILE              trust a public key (PEM, or its text) with a remote, beside those that it has
  revoke KEY --why TEXT [--keep]     trust it no longer: what it alone has signed is not taken from now on.
                                     A live release gives way to an earlier one; with --keep the site signs it too
  grant|ungrant REMOTE [--route PATTERN] [--type ID] [--slot ID] [--state KEY] [--view NAME] [--embed NAME]
                                     what the remote may claim; each may be given several times
KEY is what \`list\` prints. To change a key: add the new one, release with it, revoke the old one with --keep.
Everywhere:
  --why TEXT   what the record says of it
  --to FOLDER  the release store (default: releases/)`

const many = { type: 'string', multiple: true } as const
const OPTIONS = {
  key: { type: 'string' },
  keep: { type: 'boolean' },
  route: many,
  type: many,
  slot: many,
  state: many,
  view: many,
  embed: many,
  why: { type: 'string' },
  to: { type: 'string' },
} as const
type Option = keyof typeof OPTIONS
const CLAIMS = Object.values(GRANT_OPTIONS)

const say = (line: string): void => console.log(line)
const read = () => readArguments(OPTIONS, 2, USAGE)
type Values = ReturnType<typeof read>['values'] & { readonly to: string }

/** @throws UsageError when no claim is named */
function grantsOf(values: Values): Partial<Grants> {
  const named = Object.entries(GRANT_OPTIONS).flatMap(([kind, option]) => {
    const names = values[option]
    return names ? [[kind, toGranted(kind as keyof Grants, names)] as const] : []
  })
  if (named.length === 0)
    throw new UsageError(`Which claims? ${CLAIMS.map((name) => `--${name}`).join(', ')}.`)
  return Object.fromEntries(named)
}

/** @throws UsageError that names the option of a claim that nobody can make: it is empty, longer than documents take, or no route */
function refuseUnclaimable(values: Values): void {
  for (const option of CLAIMS)
    for (const name of values[option] ?? []) {
      if (name.trim() === '') throw new UsageError(`--${option} is empty.`)
      if (name.length > MAX_NAME)
        throw new UsageError(`--${option} has ${name.length} characters; ${MAX_NAME} are the most.`)
    }
  for (const path of values.route ?? []) {
    if (!path.startsWith('/')) throw new UsageError(`--route must begin with /, not "${path}".`)
    // What the gate says is to be granted names no parameters: "/places/:".
    const named = path.replaceAll(/:(?=\/|$)/g, (_, at: number) => `:p${at}`)
    const [problem] = routeProblems({ path: named, view: '', hydrate: 'load' })
    if (problem !== undefined) throw new UsageError(`--route: ${problem}, so no remote can claim it.`)
  }
}

const trustOf = async (releases: string) => (await readNewest(releases, ownSigner())).trust

/** One command. */
interface Command {
  /** The options that it takes besides `to`. */
  readonly takes: readonly Option[]
  /** What the word behind it names. */
  readonly names: 'remote' | 'key' | null
  run(values: Values, what: string): Promise<void>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    takes: [],
    names: null,
    async run({ to }) {
      for (const line of describeTrust(await trustOf(to))) say(line)
    },
  },
  add: {
    takes: ['key', 'why'],
    names: 'remote',
    async run({ to, key, why }, app) {
      if (!key) throw new UsageError('add needs --key FILE.')
      const file = fromTerminal(key)
      await addKey(to, app, existsSync(file) ? readTeamKey(readPublicKey(file)) : findKey(key), { why })
      for (const line of describeTrust(await trustOf(to), app)) say(line)
    },
  },
  revoke: {
    takes: ['why', 'keep'],
    names: 'key',
    async run({ to, why, keep }, key) {
      if (!why?.trim()) throw new UsageError('revoke needs --why TEXT.')
      const revoked = await revokeKey(to, findKey(key, await trustOf(to)), { why, keep })
      for (const { app, live, isBack } of revoked) {
        say(isBack ? `${app} is back to ${live}` : `${app} ${live} stays live`)
        const { taken, refused, silent } = await awaitReports(to, { app, version: live, as: 'live' })
        for (const shell of taken) say(`  taken by ${nameOf(shell)}`)
        const others = [...refused.map(({ shell }) => shell), ...silent]
        if (others.length > 0) throw new Error(`not taken by ${others.map(nameOf).join(', ')}`)
      }
    },
  },
  grant: {
    takes: [...CLAIMS, 'why'],
    names: 'remote',
    async run(values, app) {
      refuseUnclaimable(values)
      await grant(values.to, app, grantsOf(values), values)
      for (const line of describeTrust(await trustOf(values.to), app)) say(line)
    },
  },
  ungrant: {
    takes: [...CLAIMS, 'why'],
    names: 'remote',
    async run(values, app) {
      await ungrant(values.to, app, grantsOf(values), values)
      for (const line of describeTrust(await trustOf(values.to), app)) say(line)
    },
  },
}

async function main(): Promise<void> {
  const { values, positionals } = read()
  const [name = '', what = ''] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new UsageError(USAGE)
  refuseOthers(name, values, [...command.takes, 'to'])
  if (command.names === null) refuseWords(positionals.slice(1))
  else if (what === '') throw new UsageError(`${name} needs the name of a ${command.names}.`)
  else if (command.names === 'remote' && !v.is(RemoteName, what))
    throw new UsageError(`"${what}" is no name of a remote: mfe- and lower-case letters.`)
  await command.run({ ...values, to: storeFromTerminal(values.to ?? RELEASES) }, what)
}

main().catch(fail)
