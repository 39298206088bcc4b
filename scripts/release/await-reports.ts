import { setTimeout as sleep } from 'node:timers/promises'
import { digestOf, DOCUMENT_FILE } from '../../shell/release-document/release-document.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { readReports, type ShellReport } from '../../shell/reports/shell-report.server.ts'
import { readDocument } from './change-document.ts'

/** How long a busy shell may take to try a release, in milliseconds; without a report by then it has not taken it. */
const DEADLINE_MS = 60_000
const POLL_MS = 100

/** The reports of the running shells on a release. */
export interface ReleaseReports {
  readonly taken: readonly ShellReport[]
  /** With their reasons. */
  readonly refused: readonly { readonly shell: ShellReport; readonly reasons: readonly string[] }[]
  /** Shells without a report in time. */
  readonly silent: readonly ShellReport[]
  /** Shells that were not waited for, since another one has refused it. */
  readonly pending: readonly ShellReport[]
  /** Shells that ran before and have ended since, with no other in their place. */
  readonly gone: readonly ShellReport[]
}

/** The version that every shell should run, for all visitors or as a canary. */
export interface ReportTarget {
  readonly app: string
  readonly version: string
  readonly as: 'live' | 'canary'
  /** The shells that ran before it was named: each of them, or another in its place, has to go on running. */
  readonly shells?: readonly ShellReport[]
}

/** The shells that run now. */
export const runningShells = (releases: string): Promise<readonly ShellReport[]> =>
  readReports(releaseStorage(releases))

/** Wait until every shell process has tried what the document names; gives how many have, and those without a report in time. */
export async function awaitShells(
  releases: string,
  deadlineMs = DEADLINE_MS,
): Promise<Pick<ReleaseReports, 'taken' | 'silent'>> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const { tried: taken, silent } = await readTried(releases)
    if (silent.length === 0 || performance.now() > end) return { taken, silent }
    await sleep(POLL_MS)
  }
}

async function readTried(releases: string) {
  const storage = releaseStorage(releases)
  const document = await storage.read(DOCUMENT_FILE)
  const digest = document && digestOf(document)
  const shells = await readReports(storage)
  const tried = shells.filter(({ document }) => document === digest)
  return { shells, tried, silent: shells.filter((shell) => !tried.includes(shell)) }
}

/** The name of a shell process in messages. */
export const nameOf = ({ host, pid, url }: ShellReport): string => `${url} (process ${pid} on ${host})`

/**
 * Wait until every shell process of a release store has tried what its document names, and give the report of each on one
 * version. Ends early when one has refused it. Without shells there are no reports.
 * @throws Error when the document names another version of the app meanwhile
 */
export async function awaitReports(
  releases: string,
  target: ReportTarget,
  deadlineMs = DEADLINE_MS,
): Promise<ReleaseReports> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const { silent, ...reports } = await readReleaseReports(releases, target)
    const isLate = performance.now() > end
    if (reports.refused.length > 0 && !isLate) return { ...reports, silent: [], pending: silent }
    // A shell that has ended is waited for as well: its supervisor may start another one.
    if (isLate || silent.length + reports.gone.length === 0) return { ...reports, silent, pending: [] }
    await sleep(POLL_MS)
  }
}

async function readReleaseReports(
  releases: string,
  { app, version, as, shells: before = [] }: ReportTarget,
): Promise<Omit<ReleaseReports, 'pending'>> {
  const entry = (await readDocument(releases)).apps[app]
  const named = as === 'live' ? entry?.live : entry?.canary?.version
  if (named !== version)
    throw new Error(`${app} ${version} has been replaced meanwhile by ${named ?? 'none'}`)
  const { shells, tried, silent } = await readTried(releases)
  const runs = ({ apps, canaries }: ShellReport): boolean =>
    as === 'live'
      ? apps[app]?.live === version
      : canaries?.[app]?.version === version && canaries[app].state === 'running'
  return {
    taken: tried.filter(runs),
    refused: tried
      .filter((shell) => !runs(shell))
      .map((shell) => ({
        shell,
        reasons: as === 'live' ? describeOne(shell.apps[app], version) : describeCanary(shell, app),
      })),
    silent,
    gone: without(before, shells).slice(without(shells, before).length),
  }
}

const without = (some: readonly ShellReport[], others: readonly ShellReport[]): readonly ShellReport[] =>
  some.filter(({ host, pid }) => !others.some((other) => other.host === host && other.pid === pid))

function describeCanary({ canaries }: ShellReport, app: string): readonly string[] {
  if (!canaries) return ['it is of a version that knows no canaries']
  const { state = 'refused', why = null } = canaries[app] ?? {}
  return [state, ...(why === null ? [] : [why])]
}

function describeOne(found: ShellReport['apps'][string] | undefined, version: string): readonly string[] {
  const { live = null, refused = null } = found ?? {}
  const runs = live === null ? 'it runs no release of it' : `it runs ${live}`
  if (refused?.version !== version) return [runs]
  return [`${refused.message} (${refused.code})`, ...refused.reasons, runs]
}
