import path from 'node:path'
import { appVersion } from '../build/app-version.ts'
import type { App } from '../build/apps.ts'
import { buildAtGate } from './build-at-gate.ts'
import { readNewest } from './change-document.ts'
import { goBack, goLive, type Say } from './go-live.ts'
import { nameCandidate, refuseFrozen } from './make-live.ts'
import type { Target } from './releases-folder.ts'
import { whyUntrusted } from './refuse-untrusted.ts'
import { describeRefusal } from './release-refused.ts'
import { signerOf, type Signer } from './signer.ts'

/** What is to become of a remote; it goes live unless either is set. */
export interface Aim {
  /** Build it for staff to try; what is live stays live. */
  readonly candidate?: boolean
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
  refuseFrozen({ frozen })
  const version = await buildAtGate(app, target)
  if (!aim.candidate) return goLive(releases, name, version, say, note)
  await nameCandidate(releases, name, version, note)
  say(`${name} ${version} is a candidate`)
}

/** Who signs changes of a store that are made in the repository of an app. */
export const signerFor = ({ root }: App, { keyFile, siteKeyFile }: Target): Signer =>
  signerOf(keyFile, path.join(root, '.data/release-sequences.json'), siteKeyFile)
