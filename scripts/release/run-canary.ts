import type { Canary } from '../../shell/release-document/release-document.server.ts'
import { awaitShells, awaitReports, nameOf, runningShells } from './await-reports.ts'
import { readDocument } from './change-document.ts'
import { checkSignatures } from './check-signatures.ts'
import { goLive, refusalBy, type ChangeOptions, type Say } from './go-live.ts'
import { endCanary, nameCanary } from './make-live.ts'
import { describeRefusal } from './release-refused.ts'
import type { ShellReport } from '../../shell/reports/shell-report.server.ts'

/**
 * Show a release of the store to some of the visitors, and wait until every running shell does. When a shell refuses it, does not
 * report in time, or ends with no other in its place, the change is undone.
 * @throws Error that says which shell has refused which release, why, and what to do
 */
export async function startCanary(
  releases: string,
  app: string,
  canary: Omit<Canary, 'since'>,
  say: Say,
  { deadlineMs, ...note }: ChangeOptions,
): Promise<void> {
  await checkSignatures(releases, { [app]: canary.version }, note.signer)
  const shells = await runningShells(releases)
  const before = await nameCanary(releases, app, canary, note)
  const { version, percent, bar } = canary
  const reports = await awaitReports(releases, { app, version, as: 'canary', shells }, deadlineMs)
  const refusal = refusalBy(reports)
  if (refusal) {
    await endCanary(releases, app, { ...note, version, why: 'shells have not taken it' })
    const live = before[app]?.live ?? null
    throw new Error(describeRefusal(refusal, { app, version, live }))
  }
  say(`${app} ${version} is a canary: ${percent} % of the visitors see it`)
  say(
    `  shells halt it when more than ${bar.rate * 100} % more of its pages fail than of the live release, from ${bar.fewest} failures on`,
  )
  if (reports.taken.length === 0) say(`No shell runs from ${releases}: the first that starts will try it.`)
  for (const shell of reports.taken) say(`  taken by ${nameOf(shell)}`)
}

/**
 * Make the canary of a remote live for everybody, and wait for the shells.
 * @throws Error when there is none, when a shell has halted it, or as `goLive` does
 */
export async function promoteCanary(
  releases: string,
  app: string,
  say: Say,
  options: ChangeOptions,
): Promise<void> {
  const canary = (await readDocument(releases)).apps[app]?.canary
  if (!canary) throw new Error(`${app} has no canary`)
  const halted = (await runningShells(releases)).flatMap((shell) =>
    haltOf(shell, app, canary).map((why) => `  ${nameOf(shell)}: ${why}`),
  )
  const halt = options.signer?.isTeam ? 'npm run halt' : `npm run release -- halt ${app}`
  if (halted.length > 0)
    throw new Error(
      [
        `${app} ${canary.version} is not promoted: shells have halted it.`,
        ...halted,
        `What to do: mend it and release that, or release it anew as a canary; \`${halt}\` takes it out of the document.`,
      ].join('\n'),
    )
  await goLive(releases, app, canary.version, say, options)
}

const haltOf = ({ canaries }: ShellReport, app: string, { version, since }: Canary): readonly string[] => {
  const found = canaries?.[app]
  const isIt = found?.version === version && found.since === since && found.state === 'halted'
  return isIt ? [found.why ?? ''] : []
}

/**
 * Show the live release of a remote to all visitors again, and wait until every shell does.
 * @throws Error when there is no canary, or shells do not report in time; even then the document names no canary any more
 */
export async function haltCanary(
  releases: string,
  app: string,
  say: Say,
  { deadlineMs, ...note }: ChangeOptions,
): Promise<void> {
  const version = await endCanary(releases, app, note)
  const { taken, silent } = await awaitShells(releases, deadlineMs)
  if (silent.length > 0)
    throw new Error(
      [
        `The release document names no canary of ${app} any more, but shells have not said that they have seen it:`,
        ...silent.map((shell) => `  ${nameOf(shell)}`),
      ].join('\n'),
    )
  say(
    `${app} ${version} is halted: everybody sees ${(await readDocument(releases)).apps[app]?.live ?? 'none'}`,
  )
  for (const shell of taken) say(`  seen by ${nameOf(shell)}`)
}
