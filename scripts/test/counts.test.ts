import { agreeWithEnd, NOT_RUN, readJestCounts, readPlaywrightCounts, toLastLine } from './counts.ts'

describe('the last line of npm test', () => {
  it('adds up both suites and the checks that failed', () => {
    const jest = readJestCounts({ numPassedTests: 40, numFailedTests: 1, numRuntimeErrorTestSuites: 0 })
    const playwright = readPlaywrightCounts({ stats: { expected: 12, unexpected: 2, flaky: 0 }, errors: [] })
    expect(toLastLine([jest, playwright], 3)).toBe('52 passed, 6 failed')
  })

  it('counts a test file that cannot be loaded', () => {
    expect(
      readJestCounts({ numPassedTests: 2, numFailedTests: 0, numRuntimeErrorTestSuites: 1 }).failed,
    ).toBe(1)
  })

  it('counts a journey that passed only when repeated, and an error outside journeys', () => {
    expect(readPlaywrightCounts({ stats: { expected: 1, flaky: 1 }, errors: [{}] }).failed).toBe(2)
  })

  it('counts a suite that could not be run', () => {
    expect(toLastLine([NOT_RUN], 0)).toBe('0 passed, 1 failed')
  })

  it.each([
    ['ended badly though no test failed', { passed: 3, failed: 0 }, false],
    ['ran no test', { passed: 0, failed: 0 }, true],
  ])('counts a suite that %s', (_what, counts, hasSucceeded) => {
    expect(agreeWithEnd(counts, hasSucceeded).failed).toBe(1)
  })

  it('leaves the counts of a good run alone', () => {
    expect(agreeWithEnd({ passed: 3, failed: 0 }, true)).toEqual({ passed: 3, failed: 0 })
  })
})
