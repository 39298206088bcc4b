/** `npm test`: every check and every test; the last line has the numbers of passed and failed ones. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readArguments } from './start/read-arguments.ts'
import { orExit } from './start/usage-error.ts'
import { isCi, summarise } from './test/counts.ts'
import { ensurePrograms, findBrowser } from './test/ensure-programs.ts'
import { announce, runStaticChecks } from './test/run-static-checks.ts'
import { endSteps } from './test/run-step.ts'
import { runBuild, runJest, runJourneys, runMutants } from './test/suites.ts'

orExit(() => readArguments({}))
const reports = mkdtempSync(path.join(tmpdir(), 'tessera-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.on(signal, () => {
    endSteps()
    process.exit(130)
  })
}

announce('programs')
await ensurePrograms()
const browser = findBrowser()
// First, because suites that start the site would build it otherwise.
const isBuilt = await runBuild()
/** The static checks, then a sample of mutants: in parallel with jest, which does not use all cores all the time. */
async function runChecks() {
  const found = await runStaticChecks(1)
  return { found, mutants: await runMutants(reports) }
}
const [unit, { found, mutants }] = await Promise.all([runJest(reports), runChecks()])
const journeys = await runJourneys(reports, browser, isBuilt)
const failed = [...(browser === null ? ['browser'] : []), ...(isBuilt ? [] : ['build']), ...found]

const inCi = isCi(process.env)
const skipped = [...unit.skipped, ...journeys.skipped]
if (skipped.length > 0) {
  announce(inCi ? 'skipped, which is a failure in continuous integration' : 'skipped')
  process.stdout.write(`${skipped.join('\n')}\n`)
}
process.stdout.write(failed.length === 0 ? '\n' : `\nFailed checks: ${failed.join(', ')}\n`)
const { line, isGood } = summarise([unit, mutants, journeys], { failedSteps: failed.length, inCi })
process.stdout.write(`${line}\n`, () => process.exit(isGood ? 0 : 1))
