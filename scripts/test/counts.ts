import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** How many tests of a suite passed and failed, and the names of those that were skipped. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  /** `file › name of the test`. */
  readonly skipped: readonly string[]
}

/** A suite that could not be run, or whose report cannot be read: one failure, never silently none. */
export const NOT_RUN: Counts = { passed: 0, failed: 1, skipped: [] }

const readKey = (report: unknown, key: string): unknown =>
  typeof report === 'object' && report !== null ? (report as Record<string, unknown>)[key] : undefined

const readNumber = (report: unknown, key: string): number => {
  const value = readKey(report, key)
  return typeof value === 'number' ? value : 0
}

const readText = (report: unknown, key: string): string => {
  const value = readKey(report, key)
  return typeof value === 'string' ? value : ''
}

const readList = (report: unknown, key: string): readonly unknown[] => {
  const value = readKey(report, key)
  return Array.isArray(value) ? value : []
}

/** Counts of jest's `--json` report. A file that could not be loaded counts as one failed test; what was never run is skipped. */
export function readJestCounts(report: unknown): Counts {
  const failed = readNumber(report, 'numFailedTests') + readNumber(report, 'numRuntimeErrorTestSuites')
  const skipped = readList(report, 'testResults').flatMap((suite) => {
    const file = path.relative(ROOT, readText(suite, 'name'))
    return readList(suite, 'assertionResults')
      .filter((test) => !['passed', 'failed'].includes(readText(test, 'status')))
      .map((test) => `${file} › ${readText(test, 'fullName')}`)
  })
  return { passed: readNumber(report, 'numPassedTests'), failed, skipped }
}

/** Counts of Playwright's JSON report. A test that passed only when repeated counts as failed; so does an error outside tests. */
export function readPlaywrightCounts(report: unknown): Counts {
  const stats = readKey(report, 'stats')
  const failed =
    readNumber(stats, 'unexpected') + readNumber(stats, 'flaky') + readList(report, 'errors').length
  const skipped = readList(report, 'suites').flatMap((suite) => readSkippedJourneys(suite))
  return { passed: readNumber(stats, 'expected'), failed, skipped }
}

/** Names of the journeys of a group that were skipped, those of the groups within it included. */
function readSkippedJourneys(suite: unknown): readonly string[] {
  const own = readList(suite, 'specs')
    .filter((spec) => readList(spec, 'tests').some((test) => readText(test, 'status') === 'skipped'))
    .map((spec) => `${readText(spec, 'file')} › ${readText(spec, 'title')}`)
  return [...own, ...readList(suite, 'suites').flatMap((inner) => readSkippedJourneys(inner))]
}

/**
 * Counts of the report of `npm run mutants`: each mutant that was caught has passed. One that survived, that could not be
 * tried, or that is stale has failed.
 */
export function readMutantCounts(report: unknown): Counts {
  const failures = ['survived', 'others', 'stale'].map((key) => readNumber(report, key))
  return {
    passed: readNumber(report, 'caught'),
    failed: failures.reduce((total, count) => total + count, 0),
    skipped: [],
  }
}

/** Counts that agree with how the program ended: one that failed, or ran nothing at all, has at least one failure. */
export function agreeWithEnd(counts: Counts, hasSucceeded: boolean): Counts {
  const isPlausible = counts.failed > 0 || (hasSucceeded && counts.passed > 0)
  return isPlausible ? counts : { ...counts, failed: 1 }
}

/** Whether this is a run of continuous integration, where nothing may be skipped. */
export const isCi = ({ CI = '' }: NodeJS.ProcessEnv): boolean => !['', '0', 'false'].includes(CI)

/** The last line of `npm test`, and what it says. */
export interface Summary {
  readonly line: string
  readonly isGood: boolean
}

/** Sum up. A skipped test is a failure in continuous integration; elsewhere it is counted apart. */
export function summarise(
  all: readonly Counts[],
  { failedSteps, inCi }: { readonly failedSteps: number; readonly inCi: boolean },
): Summary {
  const passed = all.reduce((total, counts) => total + counts.passed, 0)
  const skipped = all.reduce((total, counts) => total + counts.skipped.length, 0)
  const failed = all.reduce((total, counts) => total + counts.failed, failedSteps) + (inCi ? skipped : 0)
  const apart = inCi || skipped === 0 ? '' : `, ${skipped} skipped`
  return { line: `${passed} passed, ${failed} failed${apart}`, isGood: failed === 0 }
}
