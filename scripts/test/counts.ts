/** How many tests of a suite passed and failed. */
export interface Counts {
  readonly passed: number
  readonly failed: number
}

/** A suite that could not be run, or whose report cannot be read: one failure, never silently none. */
export const NOT_RUN: Counts = { passed: 0, failed: 1 }

const readNumber = (report: unknown, key: string): number => {
  const value =
    typeof report === 'object' && report !== null ? (report as Record<string, unknown>)[key] : undefined
  return typeof value === 'number' ? value : 0
}

const readList = (report: unknown, key: string): readonly unknown[] => {
  const value =
    typeof report === 'object' && report !== null ? (report as Record<string, unknown>)[key] : undefined
  return Array.isArray(value) ? value : []
}

/** Counts of jest's `--json` report. A file that could not be loaded counts as one failed test. */
export function readJestCounts(report: unknown): Counts {
  const failed = readNumber(report, 'numFailedTests') + readNumber(report, 'numRuntimeErrorTestSuites')
  return { passed: readNumber(report, 'numPassedTests'), failed }
}

/** Counts of Playwright's JSON report. A test that passed only when repeated counts as failed; so does an error outside tests. */
export function readPlaywrightCounts(report: unknown): Counts {
  const stats =
    typeof report === 'object' && report !== null ? (report as Record<string, unknown>).stats : null
  const failed =
    readNumber(stats, 'unexpected') + readNumber(stats, 'flaky') + readList(report, 'errors').length
  return { passed: readNumber(stats, 'expected'), failed }
}

/** Counts that agree with how the program ended: one that failed, or ran nothing at all, has at least one failure. */
export function agreeWithEnd(counts: Counts, hasSucceeded: boolean): Counts {
  const isPlausible = counts.failed > 0 || (hasSucceeded && counts.passed > 0)
  return isPlausible ? counts : { ...counts, failed: 1 }
}

/** The last line of `npm test`. */
export function toLastLine(all: readonly Counts[], failedSteps: number): string {
  const sum = (key: keyof Counts) => all.reduce((total, counts) => total + counts[key], 0)
  return `${sum('passed')} passed, ${sum('failed') + failedSteps} failed`
}
