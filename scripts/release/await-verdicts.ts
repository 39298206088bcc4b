import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { digestOf, DOCUMENT_FILE } from '../../shell/release-document/release-document.server.ts'
import { readReports, REPORTS_FOLDER, type ShellReport } from '../../shell/verdicts/shell-report.server.ts'
import { readDocument } from './change-document.ts'

/** Trying a release takes a busy shell a while; one that has said nothing after this time has not taken it. */
const DEADLINE_MS = 60_000
const LOOK_MS = 100

/** What the running shells say of a release. */
export interface Verdicts {
  readonly taken: readonly ShellReport[]
  /** With what they say of it. */
  readonly refused: readonly { readonly shell: ShellReport; readonly reasons: readonly string[] }[]
  /** They have said nothing in time. */
  readonly silent: readonly ShellReport[]
}

/** A shell process for a terminal. */
export const nameOf = ({ host, pid, url }: ShellReport): string => `${url} (process ${pid} on ${host})`

/**
 * Wait until every shell process that runs from a release store has tried what its document names, and say what each has made of one
 * version. Ends early when one has refused it. No shells, no verdicts.
 * @throws Error when the document comes to name another version of the app meanwhile
 */
export async function awaitVerdicts(
  releases: string,
  app: string,
  version: string,
  deadlineMs = DEADLINE_MS,
): Promise<Verdicts> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const verdicts = await readVerdicts(releases, app, version)
    const isOver = verdicts.silent.length === 0 || verdicts.refused.length > 0
    if (isOver || performance.now() > end) return verdicts
    await sleep(LOOK_MS)
  }
}

async function readVerdicts(releases: string, app: string, version: string): Promise<Verdicts> {
  const live = (await readDocument(releases)).apps[app]?.live
  if (live !== version) throw new Error(`${app} ${version} has been replaced meanwhile by ${live ?? 'none'}`)
  const digest = digestOf(readFileSync(path.join(releases, DOCUMENT_FILE)))
  const shells = await readReports(path.join(releases, REPORTS_FOLDER))
  const tried = shells.filter(({ document }) => document === digest)
  const runs = ({ apps }: ShellReport): boolean => apps[app]?.live === version
  return {
    taken: tried.filter(runs),
    refused: tried
      .filter((shell) => !runs(shell))
      .map((shell) => ({ shell, reasons: describeOne(shell.apps[app], version) })),
    silent: shells.filter((shell) => !tried.includes(shell)),
  }
}

function describeOne(found: ShellReport['apps'][string] | undefined, version: string): readonly string[] {
  const { live = null, refused = null } = found ?? {}
  const runs = live === null ? 'it runs no release of it' : `it runs ${live}`
  if (refused?.version !== version) return [runs]
  return [`${refused.message} (${refused.code})`, ...refused.reasons, runs]
}
