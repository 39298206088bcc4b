import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import {
  agreeWithEnd,
  NOT_RUN,
  readJestCounts,
  readMutantCounts,
  readPlaywrightCounts,
  type Counts,
} from './counts.ts'
import { announce } from './run-static-checks.ts'
import { runStep } from './run-step.ts'

const SUITE_TIMEOUT_MS = 30 * 60_000
const BUILD_TIMEOUT_MS = 15 * 60_000
/** A sample of mutants begins nothing further after this, and is over a few seconds later. */
const SAMPLE_SECONDS = 60
const SAMPLE_TIMEOUT_MS = 5 * 60_000

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch {
    return null // The program has died before it could write one: agreeWithEnd counts that.
  }
}

/**
 * Run jest. `reports` is a folder for its report, and for data that its suites share. One worker more than there are processors, since
 * suites wait for deadlines and processes much of their time (decision 0097).
 */
export async function runJest(reports: string): Promise<Counts> {
  announce('jest')
  const report = path.join(reports, 'jest.json')
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const options = ['--ci', '--json', `--outputFile=${report}`, `--maxWorkers=${availableParallelism() + 1}`]
  const end = await runStep({
    program: process.execPath,
    args: [...flags, 'node_modules/jest/bin/jest.js', ...options],
    env: { ...process.env, TESSERA_TEST_DATA: reports },
    timeoutMs: SUITE_TIMEOUT_MS,
  })
  return agreeWithEnd(readJestCounts(readReport(report)), end.code === 0)
}

/** Look whether every mutant can be tried, and try a sample of them; what that says is printed in one piece. */
export async function runMutants(reports: string): Promise<Counts> {
  const report = path.join(reports, 'mutants.json')
  const limits = ['--sample=40', '--quick', `--seconds=${SAMPLE_SECONDS}`, '--jobs=1']
  const end = await runStep({
    program: process.execPath,
    args: ['scripts/mutants.ts', ...limits, `--report=${report}`],
    timeoutMs: SAMPLE_TIMEOUT_MS,
    isBesideOthers: true,
    cleansUp: true,
  })
  announce('mutants')
  process.stdout.write(end.output)
  return agreeWithEnd(readMutantCounts(readReport(report)), end.code === 0)
}

/** Build what is stale. True when that worked. */
export async function runBuild(): Promise<boolean> {
  announce('build')
  const end = await runStep({
    program: process.execPath,
    args: ['scripts/build.ts'],
    timeoutMs: BUILD_TIMEOUT_MS,
  })
  return end.code === 0
}

/** Run the journeys against a built site, in the given browser. */
export async function runJourneys(
  reports: string,
  browser: string | null,
  isBuilt: boolean,
): Promise<Counts> {
  announce('journeys')
  if (browser === null || !isBuilt) {
    process.stdout.write(
      `The journeys were not run: there is no ${browser === null ? 'Chromium' : 'built site'}.\n`,
    )
    return NOT_RUN
  }
  const report = path.join(reports, 'playwright.json')
  const end = await runStep({
    program: process.execPath,
    args: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config=e2e/playwright.config.ts',
      '--reporter=list,json',
    ],
    env: { ...process.env, CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    timeoutMs: SUITE_TIMEOUT_MS,
  })
  return agreeWithEnd(readPlaywrightCounts(readReport(report)), end.code === 0)
}
