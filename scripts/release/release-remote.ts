import path from 'node:path'
import * as v from 'valibot'
import { Bar, Percent, type Canary } from '../../shell/release-document/release-document.server.ts'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { buildAtGate } from './build-at-gate.ts'
import { readNewest } from './change-document.ts'
import { goBack, goLive, type Say } from './go-live.ts'
import { nameCandidate, refuseFrozen, schedule } from './make-live.ts'
import type { Target } from './releases-folder.ts'
import { whyUntrusted } from './refuse-untrusted.ts'
import { describeRefusal } from './release-refused.ts'
import { startCanary } from './run-canary.ts'
import { signerOf, type Signer } from './signer.ts'

/** What is to become of a remote; it goes live unless either is set. */
export interface Aim {
  /** Build it for staff to try; what is live stays live. */
  readonly candidate?: boolean
  /** Show it to this share of the visitors, in percent; what is live stays live for the others. */
  readonly canary?: string | undefined
  /** When shells halt a canary: percent of its pages that fail beyond those of the live release, and how many failures at least. */
  readonly bar?: string | undefined
  readonly fewest?: string | undefined
  /** When it goes live: what is live stays live until then. */
  readonly at?: string | undefined
  /** Make the release before the live one live again. */
  readonly rollback?: boolean
  /** What the record says of it. */
  readonly why?: string | undefined
}

/**
 * Release a remote as its sources are now: build it, let it through the gate, and wait until every shell has taken it.
 * @throws Error that says which release is refused, why, where, and what to do; then nothing has changed
 */
export async function releaseRemote(app: App, target: Target, aim: Aim, say: Say): Promise<void> {
  const { name } = app
  const { releases } = target
  const signer = signerFor(app, target)
  const note = { why: aim.why, signer }
  const { apps, frozen, trust } = await readNewest(releases, signer)
  const untrusted = whyUntrusted(name, trust, signer)
  if (untrusted) {
    const versions = { app: name, version: appVersion(app), live: apps[name]?.live ?? null }
    throw new Error(describeRefusal(untrusted, versions))
  }
  if (aim.rollback) return goBack(releases, name, say, note)
  const canary = aim.canary === undefined ? null : readCanary(aim)
  const at = aim.at === undefined ? null : readTime(aim.at)
  refuseFrozen({ frozen })
  const version = await buildAtGate(app, target)
  if (canary) return startCanary(releases, name, { version, ...canary }, say, note)
  if (at) {
    await schedule(releases, name, { version, at }, note)
    say(`${name} ${version} goes live at ${at}; until then it is a candidate`)
    return say(
      "  the site's release agent brings it live: `npm start` runs one, or `npm run release -- agent`",
    )
  }
  if (!aim.candidate) return goLive(releases, name, version, say, note)
  await nameCandidate(releases, name, version, note)
  say(`${name} ${version} is a candidate`)
}

/** @throws Error when one of them is no such number */
function readCanary({ canary, bar = '5', fewest = '5' }: Aim): Omit<Canary, 'since' | 'version'> {
  const found = {
    percent: v.safeParse(Percent, Number(canary)),
    bar: v.safeParse(Bar, { rate: Number(bar) / 100, fewest: Number(fewest) }),
  }
  if (!found.percent.success) throw new Error('--canary is a share of the visitors in whole percent, 1 to 99')
  if (!found.bar.success)
    throw new Error('--bar is a share of pages in percent, up to 100, and --fewest a whole number from 1')
  return { percent: found.percent.output, bar: found.bar.output }
}

/** @throws Error when it is no time that is to come */
function readTime(text: string): string {
  const time = new Date(text)
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()) || time.getTime() <= Date.now())
    throw new Error('--at is a time to come, with its zone: 2026-12-01T06:00:00Z')
  return time.toISOString()
}

/** Who signs changes of a store that are made in the repository of an app. */
export const signerFor = ({ root }: App, { keyFile, siteKeyFile }: Target): Signer =>
  signerOf(keyFile, path.join(root, '.data/release-sequences.json'), siteKeyFile)
