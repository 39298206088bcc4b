import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Trial } from './check-mutants.ts'
import { fitsTitle, titlePattern } from './conformance-page.ts'
import type { SuiteEnd, SuiteRun } from './run-suite.ts'

/**
 * The result of a mutant. `caught`: a test of its row fails. `survived`: no test fails. `elsewhere`: only tests fail that its row
 * does not name. `broken`: with the change no test could be run. `red`: the test file fails without the change.
 */
export type Verdict = 'caught' | 'survived' | 'elsewhere' | 'broken' | 'red'

/** A mutant that was tried. */
export interface Outcome {
  readonly trial: Trial
  readonly verdict: Verdict
  /** Titles of the tests that failed. */
  readonly failed: readonly string[]
  readonly ms: number
}

/** Where and how mutants are tried. */
export interface Trying {
  /** Copies of the checkout, one for each that is tried at the same time. */
  readonly copies: readonly string[]
  readonly run: (run: SuiteRun) => Promise<SuiteEnd>
  /** When to start no further one, on the clock of `performance.now()`. At least one is tried. */
  readonly until: number
  /** A test file that takes longer than this without a change is skipped with its mutants; null for no limit. */
  readonly quickMs: number | null
  readonly onOutcome: (outcome: Outcome) => void
  readonly onSlow: (suite: string) => void
}

/** Time limit of a run without a change, in milliseconds. */
const FIRST_TIMEOUT_MS = 240_000
/** How much longer a run with a change may take before it counts as hung, in milliseconds. */
const SLACK_MS = 45_000

/**
 * Try mutants, grouped by test file: it runs once without a change, then once with each change. A mutant that survives is tried again
 * at once with its row's next test file, whatever the time.
 */
export async function tryMutants(trials: readonly Trial[], trying: Trying): Promise<void> {
  const groups = groupsOf(trials)
  let tried = 0
  const isOver = () => tried > 0 && performance.now() > trying.until
  const onOutcome = (outcome: Outcome) => {
    tried += 1
    trying.onOutcome(outcome)
  }
  const work = async (copy: string) => {
    for (let group = groups.shift(); group !== undefined && !isOver(); group = groups.shift())
      await tryGroup(group, copy, { ...trying, onOutcome, isOver })
  }
  await Promise.all(trying.copies.map(work))
}

/** Mutants by test file, in the order of each file's first mutant. */
export function groupsOf(trials: readonly Trial[]): Trial[][] {
  const groups = new Map<string, Trial[]>()
  for (const trial of trials) groups.set(trial.suite, [...(groups.get(trial.suite) ?? []), trial])
  return [...groups.values()]
}

interface TryingGroup extends Trying {
  readonly isOver: () => boolean
}

async function tryGroup(group: readonly Trial[], copy: string, trying: TryingGroup): Promise<void> {
  const { quickMs, onOutcome } = trying
  const suite = group[0]?.suite ?? ''
  const { asItIs, only } = await runAsItIs(group, copy, trying)
  if (quickMs !== null && asItIs.kind === 'hung') return trying.onSlow(suite)
  for (const trial of group) {
    if (trying.isOver()) return
    if (asItIs.kind === 'passed') {
      const { ms, ...end } = await withChange(trial, copy, () =>
        trying.run({ copy, suite, only, timeoutMs: asItIs.ms + SLACK_MS }),
      )
      const verdict = verdictOf(end, trial)
      const [next, ...others] = trial.others
      if (verdict === 'survived' && next)
        await tryGroup([{ ...trial, ...next, others }], copy, { ...trying, isOver: () => false })
      else onOutcome({ trial, verdict, failed: end.failed, ms })
    } else onOutcome({ trial, verdict: 'red', failed: asItIs.failed, ms: asItIs.ms })
  }
}

/** Run the tests of the group's rows without a change; the whole file when these depend on other tests. */
async function runAsItIs(
  group: readonly Trial[],
  copy: string,
  { run, quickMs }: Trying,
): Promise<{ readonly asItIs: SuiteEnd; readonly only: string | undefined }> {
  const suite = group[0]?.suite ?? ''
  const only = `(${[...new Set(group.flatMap(({ titles }) => titles))].map(titlePattern).join('|')})$`
  const timeoutMs = quickMs ?? FIRST_TIMEOUT_MS
  const asItIs = await run({ copy, suite, only, timeoutMs })
  if (asItIs.kind === 'passed' || asItIs.kind === 'hung') return { asItIs, only }
  return { asItIs: await run({ copy, suite, timeoutMs }), only: undefined }
}

/** How many mutants had which result. `others`: neither caught nor survived. */
export interface MutantCounts {
  readonly caught: number
  readonly survived: number
  readonly others: number
  readonly stale: number
}

/** Count the results of mutants, with those that could not be tried. */
export function countOutcomes(outcomes: readonly Pick<Outcome, 'verdict'>[], stale: number): MutantCounts {
  const count = (verdict: Verdict) => outcomes.filter((one) => one.verdict === verdict).length
  const [caught, survived] = [count('caught'), count('survived')]
  return { caught, survived, others: outcomes.length - caught - survived, stale }
}

async function withChange<T>(trial: Trial, copy: string, work: () => Promise<T>): Promise<T> {
  const file = path.join(copy, trial.file)
  const source = readFileSync(file, 'utf8')
  // A function, because `replace` gives `$&` in a text a special meaning.
  writeFileSync(
    file,
    source.replace(trial.from, () => trial.to),
  )
  try {
    return await work()
  } finally {
    writeFileSync(file, source)
  }
}

/** A change that makes its tests hang counts as caught: a run of all tests would fail with them. */
function verdictOf({ kind, failed }: Pick<SuiteEnd, 'kind' | 'failed'>, { titles }: Trial): Verdict {
  if (kind === 'passed') return 'survived'
  if (kind === 'hung') return 'caught'
  if (kind === 'broken') return 'broken'
  return failed.some((own) => titles.some((title) => fitsTitle(own, title))) ? 'caught' : 'elsewhere'
}
