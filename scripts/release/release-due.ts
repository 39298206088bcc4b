import type { Scheduled } from '../../shell/release-document/release-document.server.ts'
import { StaleDocumentError, readNewest } from './change-document.ts'
import { goLive, type ChangeOptions, type Say } from './go-live.ts'
import { refuseFrozen, unschedule } from './make-live.ts'
import { pruneAfter } from './prune-releases.ts'
import { RELEASE_KEY } from './releases-folder.ts'
import { ownSigner, type Signer } from './signer.ts'
import { withRelease } from './with-release.ts'

/** A scheduled release that could not go live within this time after its hour is cancelled: then nobody expects it any more. */
export const GRACE_MS = 15 * 60_000

/** A scheduled release with its app. */
export interface Planned extends Scheduled {
  readonly app: string
}

/** The scheduled releases of a store, the next first. */
export async function scheduledIn(
  releases: string,
  signer: Signer = ownSigner(),
): Promise<readonly Planned[]> {
  const { apps } = await readNewest(releases, signer)
  return Object.entries(apps)
    .flatMap(([app, { scheduled }]) => (scheduled ? [{ ...scheduled, app }] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

interface DueOptions extends Omit<ChangeOptions, 'signer' | 'why' | 'basis'> {
  readonly signer: Signer
  readonly now: number
  /** The source of the change in the history. */
  readonly from: string
}

/**
 * Make due releases live: each passes the gate again, against the remotes that are live now, and waits for the shells. A release that is
 * refused, too late or stopped by a freeze is cancelled, and the history says why.
 */
export async function releaseDue(
  releases: string,
  { signer, now, from, ...options }: DueOptions,
  say: Say,
): Promise<void> {
  for (const planned of await scheduledIn(releases, signer)) {
    if (Date.parse(planned.at) > now) return
    const { app, version, by, why } = planned
    const note = { ...options, signer: { ...signer, by, from }, why }
    const { frozen, sequence, apps } = await readNewest(releases, signer)
    if (apps[app]?.scheduled?.since !== planned.since) continue
    try {
      if (now > Date.parse(planned.at) + GRACE_MS)
        throw new Error(
          `no release agent was running to release it within ${GRACE_MS / 60_000} minutes of its time`,
        )
      refuseFrozen({ frozen })
      const { passGate } = await import('./gate.ts')
      await withRelease({ releases, keyFile: RELEASE_KEY }, app, version, (folder) =>
        passGate({ app, folder, releases }),
      )
      // `basis`: after another change the result of the gate may not be valid.
      await goLive(releases, app, version, say, { ...note, basis: sequence })
      await pruneAfter(releases, app, say, signer)
    } catch (error) {
      if (error instanceof StaleDocumentError) continue // the next round tries again
      await drop(releases, planned, note, describe(error), say)
    }
  }
}

async function drop(
  releases: string,
  { app, version }: Planned,
  note: ChangeOptions,
  reason: string,
  say: Say,
): Promise<void> {
  const action = `${app} ${version} not released at its time`
  say(`${action}: ${reason}`)
  // Another agent may have cancelled it already.
  await unschedule(releases, app, { ...note, version, action, why: reason }).catch(() => undefined)
}

const describe = (error: unknown): string => {
  const { message, facts } = error as Error & { readonly facts?: { readonly reasons: readonly string[] } }
  return [message, ...(facts?.reasons ?? [])].join('\n')
}
