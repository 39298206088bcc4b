import { awaitVerdicts, nameOf, type Verdicts } from './await-verdicts.ts'
import { makeLive, putBack, readDocument, rollBack } from './make-live.ts'
import { describeRefusal, type RefusalFacts } from './release-refused.ts'

/** Says one line to whoever releases. */
export type Say = (line: string) => void

/** How long shells may take to say something. */
interface Patience {
  readonly deadlineMs?: number
}

/**
 * Make a release of the store live, and wait until every running shell has taken it. One that a shell refuses, or says nothing of in
 * time, is taken back.
 * @throws Error that says which shell has refused which release, why, and what to do
 */
export async function goLive(
  releases: string,
  app: string,
  version: string,
  say: Say,
  patience: Patience = {},
): Promise<void> {
  const before = await makeLive(releases, { [app]: version }, { isAnew: true })
  await settle({ app, version, releases, before, ...patience }, say)
}

/** Make the release before the live one live again, and wait for the shells. @throws Error when there is none, or as `goLive` does */
export async function goBack(
  releases: string,
  app: string,
  say: Say,
  patience: Patience = {},
): Promise<void> {
  const before = readDocument(releases).apps
  const version = await rollBack(releases, app)
  await settle({ app, version, releases, before, ...patience }, say)
}

interface Named extends Patience {
  readonly app: string
  readonly version: string
  readonly releases: string
  /** What the document said before. */
  readonly before: Parameters<typeof putBack>[3]
}

async function settle({ app, version, releases, before, deadlineMs }: Named, say: Say): Promise<void> {
  const verdicts = await awaitVerdicts(releases, app, version, deadlineMs)
  const { taken, refused, silent } = verdicts
  if (refused.length > 0 || silent.length > 0) {
    await putBack(releases, app, version, before)
    const live = before[app]?.live ?? null
    throw new Error(describeRefusal(refusalBy(verdicts), { app, version, live }))
  }
  say(`${app} ${version} is live`)
  if (taken.length === 0) say(`No shell runs from ${releases}: the first that starts will try it.`)
  for (const shell of taken) say(`  taken by ${nameOf(shell)}`)
}

function refusalBy({ taken, refused, silent }: Verdicts): RefusalFacts {
  const others = refused.length + silent.length
  return {
    why: `${others} of ${others + taken.length} shell processes have not taken it. The release document is as it was before.`,
    reasons: [
      ...refused.flatMap(({ shell, reasons }) => [
        `refused by ${nameOf(shell)}:`,
        ...reasons.map((reason) => `  ${reason}`),
      ]),
      ...silent.map((shell) => `nothing said in time by ${nameOf(shell)}`),
      ...taken.map((shell) => `taken, and given up again, by ${nameOf(shell)}`),
    ],
    todo: 'Mend what the shells say, and release again; their logs have the stacks.',
  }
}
