import type { Scheduled } from '../../shell/release-document/release-document.server.ts'
import { DocumentMoved, readNewest } from './change-document.ts'
import { goLive, type Patience, type Say } from './go-live.ts'
import { refuseFrozen, unschedule } from './make-live.ts'
import { pruneAfter } from './prune-releases.ts'
import { RELEASE_KEY } from './releases-folder.ts'
import { ownSigner, type Signer } from './signer.ts'
import { withRelease } from './with-release.ts'

/** A release that nobody could bring live for so long after its time does not go live any more: by then nobody expects it. */
export const GRACE_MS = 15 * 60_000

/** A release for a time, and the app that it is of. */
export interface Planned extends Scheduled {
  readonly app: string
}

/** What is scheduled in a store, the next first. */
export async function scheduledIn(
  releases: string,
  signer: Signer = ownSigner(),
): Promise<readonly Planned[]> {
  const { apps } = await readNewest(releases, signer)
  return Object.entries(apps)
    .flatMap(([app, { scheduled }]) => (scheduled ? [{ ...scheduled, app }] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

interface DueOptions extends Omit<Patience, 'signer' | 'why' | 'basis'> {
  readonly signer: Signer
  readonly now: number
  /** What the record says that it was changed from. */
  readonly from: string
}

/**
 * Bring live what is due: it passes the gate again, beside what is live by now, and waits for the shells. What is refused, comes too late
 * or meets a freeze is scheduled no longer, and the record says why.
 */
export async function releaseDue(
  releases: string,
  { signer, now, from, ...patience }: DueOptions,
  say: Say,
): Promise<void> {
  for (const planned of await scheduledIn(releases, signer)) {
    if (Date.parse(planned.at) > now) return
    const { app, version, by, why } = planned
    const note = { ...patience, signer: { ...signer, by, from }, why }
    const { frozen, sequence, apps } = await readNewest(releases, signer)
    if (apps[app]?.scheduled?.since !== planned.since) continue
    try {
      if (now > Date.parse(planned.at) + GRACE_MS)
        throw new Error(`nobody was there to release it within ${GRACE_MS / 60_000} minutes of its time`)
      refuseFrozen({ frozen })
      const { passGate } = await import('./gate.ts')
      await withRelease({ releases, keyFile: RELEASE_KEY }, app, version, (folder) =>
        passGate({ app, folder, releases }),
      )
      // What has been changed meanwhile may be what the gate has not seen.
      await goLive(releases, app, version, say, { ...note, basis: sequence })
      await pruneAfter(releases, app, say, signer)
    } catch (error) {
      if (error instanceof DocumentMoved) continue // looked at again
      await drop(releases, planned, note, describe(error), say)
    }
  }
}

async function drop(
  releases: string,
  { app, version }: Planned,
  note: Patience,
  reason: string,
  say: Say,
): Promise<void> {
  const action = `${app} ${version} not released at its time`
  say(`${action}: ${reason}`)
  // Another agent may have said so.
  await unschedule(releases, app, { ...note, version, action, why: reason }).catch(() => undefined)
}

const describe = (error: unknown): string => {
  const { message, facts } = error as Error & { readonly facts?: { readonly reasons: readonly string[] } }
  return [message, ...(facts?.reasons ?? [])].join('\n')
}
