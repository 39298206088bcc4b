/** `npm run mutants`: changes the code in small ways, on copies, and checks that a test fails for each change. */
import { rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { checkMutants, fixPaths, type Stale, type Trial } from './mutants/check-mutants.ts'
import { coverRows, readExceptions, type Covered } from './mutants/cover-rows.ts'
import { conformanceRows } from './mutants/conformance-page.ts'
import { copyCheckout } from './mutants/copy-checkout.ts'
import { readTables } from './mutants/read-table.ts'
import { endRuns, runSuite } from './mutants/run-suite.ts'
import { takeSample } from './mutants/take-sample.ts'
import { countOutcomes, groupsOf, tryMutants, type Outcome } from './mutants/try-mutants.ts'
import { fromTerminal, ROOT } from './paths/root.ts'
import { readArguments } from './start/read-arguments.ts'
import { orExit, UsageError } from './start/usage-error.ts'

/** Time limit of a test file in the sample of `npm test`, in milliseconds. */
const QUICK_MS = 10_000
const USAGE = `Usage: npm run mutants -- [options]
  --only PATTERN   only mutants whose row, file, test file, text or place fits (a regular expression)
  --sample N       about N of them, by chance; --seed S gives the same ones again
  --seconds N      begin nothing further after this time
  --quick          leave out test files that take longer than ${QUICK_MS / 1_000} s as they are
  --jobs N         so many at the same time (all cores without it)
  --check          only look whether every mutant can be tried
  --fix-paths      write into the tables where the texts of moved files stand now, and try nothing
  --report FILE    write the counts there, as JSON`
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const
const TABLES = path.join(import.meta.dirname, 'mutants/table')

const { values } = orExit(() =>
  readArguments(
    {
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string' },
      jobs: { type: 'string' },
      quick: { type: 'boolean' },
      check: { type: 'boolean' },
      report: { type: 'string' },
      'fix-paths': { type: 'boolean' },
    },
    0,
    USAGE,
  ),
)

const { pattern, sample, seconds, jobs } = orExit(() => ({
  pattern: new RegExp(values.only ?? ''),
  sample: readNumber('sample'),
  seconds: readNumber('seconds') ?? Infinity,
  jobs: readNumber('jobs') ?? availableParallelism(),
}))

/** @throws UsageError when it is none above 0 */
function readNumber(name: 'sample' | 'seconds' | 'jobs'): number | undefined {
  const text = values[name]
  if (text === undefined) return undefined
  if (Number(text) > 0) return Number(text)
  throw new UsageError(`--${name} must be a number above 0, not "${text}".`)
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const textOf = ({ row, file, suite, from, position }: Trial): string =>
  [row, file, suite, from, position].join('\n')
const short = (text: string): string => JSON.stringify(text).slice(1, -1).slice(0, 60)
const nameOf = ({ row, file, from, to }: Trial): string => `${row} ${file}: ${short(from)} → ${short(to)}`

function sayStale({ mutant, problem, foundIn }: Stale): void {
  const where = foundIn.length > 0 ? `; it stands in ${foundIn.slice(0, 5).join(', ')}` : ''
  say(`stale      ${mutant.position} ${mutant.row}: ${problem}${where}`)
}

function sayOutcome({ trial, verdict, failed, ms }: Outcome): void {
  say(`${verdict.padEnd(10)} ${nameOf(trial)} (${(ms / 1_000).toFixed(1)} s)`)
  if (verdict === 'elsewhere' || verdict === 'red')
    for (const title of failed.slice(0, 5)) say(`           fails: ${title}`)
  if (verdict !== 'caught')
    say(`           tried with ${trial.suite}; again: npm run mutants -- --only '${trial.position}$'`)
}

async function tryAll(trials: readonly Trial[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const copies = Array.from({ length: Math.min(jobs, groupsOf(trials).length) }, () => copyCheckout(ROOT))
  const remove = () => {
    endRuns()
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  }
  const leave = () => {
    remove()
    process.exit(130)
  }
  for (const signal of SIGNALS) process.on(signal, leave)
  await tryMutants(trials, {
    copies,
    run: runSuite,
    until: performance.now() + seconds * 1_000,
    quickMs: values.quick ? QUICK_MS : null,
    onOutcome: (outcome) => {
      outcomes.push(outcome)
      sayOutcome(outcome)
    },
    onSlow: (suite) => say(`slow       ${suite}: its mutants are left out of a quick sample`),
  }).finally(() => {
    remove()
    // A listener for `disconnect` keeps the IPC channel referenced, and with it this process alive.
    for (const signal of SIGNALS) process.off(signal, leave)
  })
  return outcomes
}

/** The mutants that the options select. */
function choose(trials: readonly Trial[]): readonly Trial[] {
  const wanted = trials.filter((trial) => pattern.test(textOf(trial)))
  if (sample === undefined) return wanted
  // The seed is the date, so that a repeated run on the same day repeats its findings.
  const seed = values.seed ?? new Date().toISOString().slice(0, 10)
  const chosen = takeSample(wanted, sample, seed)
  say(`${chosen.length} of ${wanted.length} mutants, --sample ${sample} --seed ${seed}`)
  return chosen
}

/** Report which rows have mutants; gives the number of rows without a mutant and without a valid reason, plus invalid reasons. */
function sayCovered(covered: Covered): number {
  for (const { id, statement } of covered.without) say(`uncovered  ${id} has no mutant: ${statement}`)
  for (const problem of covered.problems) say(`stale      ${problem}`)
  say(
    `${covered.rows} rows are built, in whole or in part: ${covered.withMutant} have a mutant, ` +
      `${covered.excepted} none for a reason, ${covered.without.length} none`,
  )
  return covered.without.length + covered.problems.length
}

async function main(): Promise<number> {
  const rows = conformanceRows()
  let all = readTables(TABLES)
  let { trials, stale } = checkMutants(all, rows, ROOT)
  if (values['fix-paths']) {
    for (const move of fixPaths({ stale }, all, TABLES)) say(`moved      ${move}`)
    all = readTables(TABLES)
    ;({ trials, stale } = checkMutants(all, rows, ROOT))
  }
  stale.forEach(sayStale)
  const uncovered = sayCovered(coverRows(rows, all, readExceptions(TABLES)))
  const isChecking = values.check || values['fix-paths']
  const chosen = isChecking ? [] : choose(trials)
  const outcomes = isChecking ? [] : await tryAll(chosen)
  const counts = countOutcomes(outcomes, stale.length + uncovered)
  say(
    `${counts.caught} caught, ${counts.survived} survived, ${counts.others} not tried as they should be, ` +
      `${counts.stale} stale or uncovered, ${chosen.length - outcomes.length} left out because of --seconds or --quick`,
  )
  if (values.report !== undefined) writeFileSync(fromTerminal(values.report), JSON.stringify(counts))
  return counts.survived + counts.others + counts.stale === 0 ? 0 : 1
}

process.exitCode = await main()
