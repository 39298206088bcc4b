import type { KeyObject } from 'node:crypto'
import path from 'node:path'
import type { CanaryReports } from '../../../shell/canaries/canary-report.server.ts'
import { createCanaries, type Canaries } from '../../../shell/canaries/canaries.server.ts'
import { createHalts } from '../../../shell/canaries/halts.server.ts'
import { createFederationHost } from '../../../shell/releases/federation-host.server.ts'
import { createLiveReleases } from '../../../shell/releases/live-releases.server.ts'
import { createReleaseStore, pollReleases } from '../../../shell/releases/release-store.server.ts'
import { tryCandidate } from '../../../shell/releases/try-candidate.server.ts'
import { createVerifiedCopies } from '../../../shell/releases/verified-copy.server.ts'
import type { ReleaseStorage } from '../../../shell/release-storage/storage.server.ts'
import { releaseStorage } from '../../../shell/release-storage/release-storage.server.ts'
import { startReports } from '../../../shell/reports/shell-report.server.ts'

const POLL_MS = 20
const TRIAL_MS = 30_000

interface Options {
  /** Reads the reports of the other shells. */
  readonly others?: () => Promise<readonly CanaryReports[]>
  /** The name in its reports; by default one per process. */
  readonly name?: string
  /** Whether it tries each release in a thread first, as the shell of a site does; trials have suites of their own. */
  readonly hasTrials?: boolean
}

/** The part of a shell process that handles releases: it polls them, and writes its reports into the store. It has no pages. */
export async function aReportingShell(
  releases: string | ReleaseStorage,
  publicKey: KeyObject,
  folder: string,
  { others = () => Promise.resolve([]), name = 'here', hasTrials = false }: Options = {},
): Promise<{ readonly canaries: Canaries; readonly stop: () => Promise<void> }> {
  const storage = typeof releases === 'string' ? releaseStorage(releases) : releases
  const store = createReleaseStore(storage, publicKey)
  const live = await createLiveReleases({
    store,
    copies: createVerifiedCopies(folder, store),
    host: createFederationHost(),
    tryCandidate: async (candidate) => {
      if (hasTrials) await tryCandidate(candidate, TRIAL_MS)
    },
    now: () => new Date(0),
    onEvent: () => undefined,
    onStore: () => undefined,
  })
  const canaries = createCanaries({
    releases: live,
    isSecure: true,
    halts: createHalts(path.join(folder, 'halted')),
    others,
    quarantineOf: () => Promise.resolve(null),
    onEvent: () => undefined,
    onChange: () => undefined,
  })
  await canaries.refresh()
  const stopPolling = pollReleases(canaries, POLL_MS)
  const reporting = { releases: live, canaries, url: 'https://site.example' }
  const stopReports = await startReports(storage, reporting, {
    name,
    everyMs: POLL_MS,
    onError(error) {
      throw error
    },
  })
  return {
    canaries,
    async stop() {
      stopPolling()
      await stopReports()
    },
  }
}
