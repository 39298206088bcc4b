import type { NamedApps } from '../../shell/release-document/release-document.server.ts'
import type { ShellReport } from '../../shell/reports/shell-report.server.ts'
import { awaitReports, nameOf, runningShells, type ReleaseReports } from './await-reports.ts'
import { readHistory, readNewest, type ChangeNote } from './change-document.ts'
import { checkSignatures } from './check-signatures.ts'
import { earlierOf } from './keep-earlier.ts'
import { makeLive, putBack, rollBack } from './make-live.ts'
import { describeRefusal, type RefusalFacts } from './release-refused.ts'
import { ownSigner } from './signer.ts'

/** Prints one line for the user. */
export type Say = (line: string) => void

/** How long to wait for the shells, and the record of the change. */
export interface ChangeOptions extends Omit<ChangeNote, 'action'> {
  readonly deadlineMs?: number
}

/**
 * Make a release of the store live, and wait until every running shell has taken it. When a shell refuses it, does not report in
 * time, or ends with no other in its place, the change is undone.
 * @throws Error as `checkSignatures` does, or that says which shell has refused which release, why, and what to do
 */
export async function goLive(
  releases: string,
  app: string,
  version: string,
  say: Say,
  options: ChangeOptions,
): Promise<void> {
  await checkSignatures(releases, { [app]: version }, options.signer)
  const shells = await runningShells(releases)
  const before = await makeLive(releases, { [app]: version }, { ...options, isAnew: true })
  await settle({ versions: { [app]: version }, releases, before, shells, ...options }, say)
}

/**
 * Make live again what was live at a time, or by a number of the history: of one app, or of all. Waits for the shells:
 * when they refuse the release of one app, the change is undone for all.
 * @throws Error when the history has no document of that time, or none that names the app, or as `goLive` does
 */
export async function goBackTo(
  releases: string,
  app: string | null,
  when: Date | number,
  say: Say,
  options: ChangeOptions,
): Promise<void> {
  const documents = await readHistory(releases, options.signer)
  const then = documents.find(({ sequence, changed }) =>
    typeof when === 'number' ? sequence === when : Date.parse(changed.at) <= when.getTime(),
  )
  if (!then) throw new Error('The record has no entry for that time: `npm run release -- log` prints it')
  if (app !== null && !Object.hasOwn(then.apps, app))
    throw new Error(
      `${app} was not live at number ${then.sequence}: \`npm run release -- log\` prints what was`,
    )
  const versions = Object.fromEntries(
    Object.entries(then.apps)
      .filter(([name]) => app === null || name === app)
      .map(([name, { live }]) => [name, live] as const)
      .filter(([name, live]) => documents[0]?.apps[name]?.live !== live),
  )
  const later = Object.keys(documents[0]?.apps ?? {}).filter((name) => app === null && !then.apps[name])
  if (later.length > 0) say(`Live since then, and left as it is: ${later.join(', ')}`)
  if (Object.keys(versions).length === 0) return say(`Nothing was different at number ${then.sequence}.`)
  await checkSignatures(releases, versions, options.signer)
  const note = { ...options, why: `back to number ${then.sequence}. ${options.why ?? ''}`.trim() }
  const before = await makeLive(releases, versions, { ...note, isAnew: true, isBack: true })
  await settle({ ...options, versions, releases, before }, say)
}

/**
 * Make an earlier release of an app live again, and wait for the shells.
 * @throws Error when it was not live before, or as `goLive` does
 */
export async function goBackToVersion(
  releases: string,
  app: string,
  version: string,
  say: Say,
  options: ChangeOptions = {},
): Promise<void> {
  const { apps } = await readNewest(releases, options.signer ?? ownSigner())
  if (!apps[app]?.previous.includes(version)) throw new Error(`${app} ${version} is no earlier release of it`)
  await checkSignatures(releases, { [app]: version }, options.signer)
  const before = await makeLive(releases, { [app]: version }, { ...options, isAnew: true, isBack: true })
  await settle({ versions: { [app]: version }, releases, before, ...options }, say)
}

/** Make the release before the live one live again, and wait for the shells. @throws Error when there is none, or as `goLive` does */
export async function goBack(releases: string, app: string, say: Say, options: ChangeOptions): Promise<void> {
  const entry = (await readNewest(releases, options.signer ?? ownSigner())).apps[app]
  const last = entry && earlierOf(entry)[0]
  if (last) await checkSignatures(releases, { [app]: last }, options.signer)
  const { version, before } = await rollBack(releases, app, options)
  await settle({ versions: { [app]: version }, releases, before, ...options }, say)
}

interface Named extends ChangeOptions {
  /** Versions by their apps. */
  readonly versions: Readonly<Record<string, string>>
  readonly releases: string
  /** The document's apps before the change. */
  readonly before: NamedApps
  /** The shells that ran before; left out when going back, which shells that crash do not keep from. */
  readonly shells?: readonly ShellReport[]
}

async function settle(
  { versions, releases, before, shells, deadlineMs, signer }: Named,
  say: Say,
): Promise<void> {
  const lines: string[] = []
  for (const [app, version] of Object.entries(versions)) {
    const reports = await awaitReports(releases, { app, version, as: 'live', shells }, deadlineMs)
    const { taken } = reports
    const refusal = refusalBy(reports)
    if (refusal) {
      await putBack(releases, versions, before, { signer, why: 'shells have not taken it' })
      const live = before[app]?.live ?? null
      throw new Error(describeRefusal(refusal, { app, version, live }))
    }
    lines.push(`${app} ${version} is live`)
    const { scheduled } = before[app] ?? {}
    if (scheduled && scheduled.version !== version)
      lines.push(`${app} ${scheduled.version}, scheduled for ${scheduled.at}, is scheduled no longer`)
    if (taken.length === 0) lines.push(`No shell runs from ${releases}: the first that starts will try it.`)
    lines.push(...taken.map((shell) => `  taken by ${nameOf(shell)}`))
  }
  for (const line of lines) say(line)
}

/** Why a release is taken back; null when every shell has taken it. */
export function refusalBy({ taken, refused, silent, pending, gone }: ReleaseReports): RefusalFacts | null {
  const others = [refused, silent, pending, gone].flat().length
  if (others === 0) return null
  return {
    why: `${others} of ${others + taken.length} shell processes have not taken it. The release document names again what it named before.`,
    reasons: [
      ...refused.flatMap(({ shell, reasons }) => [
        `refused by ${nameOf(shell)}:`,
        ...reasons.map((reason) => `  ${reason}`),
      ]),
      ...silent.map((shell) => `nothing said in time by ${nameOf(shell)}`),
      ...pending.map((shell) => `not waited for: ${nameOf(shell)}`),
      ...gone.map((shell) => `ended since then, with none in its place: ${nameOf(shell)}`),
      ...taken.map((shell) => `taken, and given up again, by ${nameOf(shell)}`),
    ],
    todo: 'Mend what the shells say, and release again; their logs have the stacks.',
  }
}
