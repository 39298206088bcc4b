import path from 'node:path'
import * as v from 'valibot'
import { CanaryLimits, Percent, type Canary } from '../../shell/release-document/release-document.server.ts'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'
import { UsageError } from '../start/usage-error.ts'
import { buildAtGate } from './build-at-gate.ts'
import { readNewest } from './change-document.ts'
import { goBack, goLive, type Say } from './go-live.ts'
import { nameCandidate, refuseFrozen, schedule } from './make-live.ts'
import type { Target } from './releases-folder.ts'
import { whyUntrusted } from './refuse-untrusted.ts'
import { describeRefusal } from './release-refused.ts'
import { startCanary } from './run-canary.ts'
import { signerOf, type Signer } from './signer.ts'

/** What happens with the release of a remote; without any of these it goes live. */
export interface ReleaseOptions {
  /** Build it for staff to try; the live release stays live. */
  readonly candidate?: boolean
  /** Show it to this share of the visitors, in percent; the others see the live release. */
  readonly canary?: string | undefined
  /** When shells halt a canary: by how many percent of pages it fails more often than the live release, and at least how many failures. */
  readonly bar?: string | undefined
  readonly fewest?: string | undefined
  /** When it goes live; until then the live release stays live. */
  readonly at?: string | undefined
  /** Make the release before the live one live again. */
  readonly rollback?: boolean
  /** The reason for the history. */
  readonly why?: string | undefined
}

/** Options of which one at most says what happens; without them a release goes live. */
const MODES = ['candidate', 'canary', 'at', 'rollback'] as const

/** What happens with a release. @throws UsageError when two options say so, or one is for a canary that there is none of */
export function modeOf(options: ReleaseOptions): (typeof MODES)[number] | 'live' {
  const isGiven = (name: keyof ReleaseOptions) => options[name] !== undefined && options[name] !== false
  const [mode = 'live', other] = MODES.filter(isGiven)
  if (other) throw new UsageError(`--${mode} and --${other} cannot go together.`)
  const limit = (['bar', 'fewest'] as const).find(isGiven)
  if (limit && mode !== 'canary') throw new UsageError(`--${limit} is for a canary: give --canary, too.`)
  return mode
}

/**
 * Release a remote's current sources: build it, pass it through the release gate, and wait until every shell has taken it.
 * @throws Error that says which release is refused, why, where, and what to do, or UsageError as `modeOf` does; then nothing has changed
 */
export async function releaseRemote(
  app: App,
  target: Target,
  options: ReleaseOptions,
  say: Say,
): Promise<void> {
  const mode = modeOf(options)
  const { name } = app
  const { releases } = target
  const signer = signerFor(app, target)
  const note = { why: options.why, signer }
  const { apps, frozen, trust, sequence } = await readNewest(releases, signer)
  if (signer.isTeam && sequence === 0 && Object.keys(apps).length === 0)
    throw new Error(
      `No site runs from ${releases}: nothing has been released there. Name the release store of the site.`,
    )
  const untrusted = whyUntrusted(name, trust, signer)
  if (untrusted) {
    const versions = { app: name, version: appVersion(app), live: apps[name]?.live ?? null }
    throw new Error(describeRefusal(untrusted, versions))
  }
  if (mode === 'rollback') return goBack(releases, name, say, note)
  const canary = options.canary === undefined ? null : readCanary(options)
  const at = options.at === undefined ? null : readTime(options.at)
  refuseFrozen({ frozen }, signer)
  const version = await buildAtGate(app, target)
  if (canary) return startCanary(releases, name, { version, ...canary }, say, note)
  if (at) {
    await schedule(releases, name, { version, at }, note)
    say(`${name} ${version} goes live at ${at}; until then it is a candidate`)
    return say(
      "  the site's release agent brings it live: `npm start` runs one, or `npm run release -- agent`",
    )
  }
  if (mode === 'live') return goLive(releases, name, version, say, note)
  await nameCandidate(releases, name, version, note)
  say(`${name} ${version} is a candidate`)
}

/** @throws Error when one of the options is no valid number */
function readCanary({ canary, bar = '5', fewest = '5' }: ReleaseOptions): Omit<Canary, 'since' | 'version'> {
  const found = {
    percent: v.safeParse(Percent, Number(canary)),
    bar: v.safeParse(CanaryLimits, { rate: Number(bar) / 100, fewest: Number(fewest) }),
  }
  if (!found.percent.success) throw new Error('--canary is a share of the visitors in whole percent, 1 to 99')
  if (!found.bar.success)
    throw new Error('--bar is a share of pages in percent, up to 100, and --fewest a whole number from 1')
  return { percent: found.percent.output, bar: found.bar.output }
}

/** @throws Error when it is no time in the future */
function readTime(text: string): string {
  const time = new Date(text)
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()) || time.getTime() <= Date.now())
    throw new Error('--at is a time to come, with its zone: 2026-12-01T06:00:00Z')
  return time.toISOString()
}

/** The signer of changes in a store from the repository of an app. */
export const signerFor = ({ root }: App, { keyFile, siteKeyFile }: Target): Signer => ({
  ...signerOf(keyFile, path.join(root, '.data/release-sequences.json'), siteKeyFile),
  isTeam: root !== ROOT,
})
