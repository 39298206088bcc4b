/** `npm run mutants`: changes the code in small ways, on copies, and makes sure that a test notices each. */
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { checkMutants, fixPaths, type Stale, type Trial } from './mutants/check-mutants.ts'
import { conformanceRows } from './mutants/conformance-page.ts'
import { copyCheckout } from './mutants/copy-checkout.ts'
import { readTables } from './mutants/read-table.ts'
import { endRuns, runSuite } from './mutants/run-suite.ts'
import { takeSample } from './mutants/take-sample.ts'
import { groupsOf, tryMutants, type Outcome } from './mutants/try-mutants.ts'
import { ROOT } from './paths/root.ts'

const USAGE = `npm run mutants -- [options]
  --only PATTERN   only mutants whose row, file, test file, text or place fits (a regular expression)
  --sample N       about N of them, by chance; --seed S gives the same ones again
  --seconds N      begin no further test file after this time
  --jobs N         so many at the same time (all cores without it)
  --check          only look whether every mutant can be tried
  --fix-paths      write into the tables where the texts of moved files stand now
`
const TABLES = path.join(import.meta.dirname, 'mutants/table')

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    seconds: { type: 'string' },
    jobs: { type: 'string' },
    check: { type: 'boolean' },
    'fix-paths': { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const textOf = ({ row, file, suite, from, place }: Trial): string =>
  [row, file, suite, from, place].join('\n')
const short = (text: string): string => JSON.stringify(text).slice(1, -1).slice(0, 60)
const nameOf = ({ row, file, from, to }: Trial): string => `${row} ${file}: ${short(from)} → ${short(to)}`

function sayStale({ mutant, problem, foundIn }: Stale): void {
  const where = foundIn.length > 0 ? `; it stands in ${foundIn.slice(0, 5).join(', ')}` : ''
  say(`stale      ${mutant.place} ${mutant.row}: ${problem}${where}`)
}

function sayOutcome({ trial, verdict, failed, ms }: Outcome): void {
  say(`${verdict.padEnd(10)} ${nameOf(trial)} (${(ms / 1_000).toFixed(1)} s)`)
  if (verdict === 'elsewhere' || verdict === 'red')
    for (const title of failed.slice(0, 5)) say(`           fails: ${title}`)
  if (verdict !== 'caught') say(`           ${trial.place}, tried with ${trial.suite}`)
}

async function tryAll(trials: readonly Trial[], jobs: number, seconds: number): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const copies = Array.from({ length: Math.min(jobs, groupsOf(trials).length) }, () => copyCheckout(ROOT))
  const remove = () => {
    endRuns()
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
    process.on(signal, () => {
      remove()
      process.exit(130)
    })
  await tryMutants(trials, {
    copies,
    run: runSuite,
    until: performance.now() + seconds * 1_000,
    onOutcome: (outcome) => {
      outcomes.push(outcome)
      sayOutcome(outcome)
    },
  }).finally(remove)
  return outcomes
}

async function main(): Promise<number> {
  const all = readTables(TABLES)
  const { trials, stale } = checkMutants(all, conformanceRows(), ROOT)
  stale.forEach(sayStale)
  if (values['fix-paths']) for (const move of fixPaths({ stale }, all, TABLES)) say(`moved      ${move}`)
  const pattern = new RegExp(values.only ?? '')
  const wanted = trials.filter((trial) => pattern.test(textOf(trial)))
  const seed = values.seed ?? String(Date.now() % 100_000)
  const chosen = values.sample === undefined ? wanted : takeSample(wanted, Number(values.sample), seed)
  if (values.sample !== undefined) say(`${chosen.length} of ${wanted.length} mutants, --seed ${seed}`)
  const jobs = Number(values.jobs ?? availableParallelism())
  const outcomes = values.check ? [] : await tryAll(chosen, jobs, Number(values.seconds ?? Infinity))
  const count = (verdict: Outcome['verdict']) => outcomes.filter((one) => one.verdict === verdict).length
  const [caught, survived] = [count('caught'), count('survived')]
  const others = outcomes.length - caught - survived
  say(`${caught} caught, ${survived} survived, ${others} not tried as they should be, ${stale.length} stale`)
  return survived + others + stale.length === 0 ? 0 : 1
}

if (values.help) say(USAGE)
else process.exitCode = await main()
