import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import {
  agreeWithEnd,
  isCi,
  NOT_RUN,
  readJestCounts,
  readMutantCounts,
  readPlaywrightCounts,
  summarise,
} from './counts.ts'

const elsewhere = { failedSteps: 0, inCi: false }
const inCi = { failedSteps: 0, inCi: true }

describe('the last line of npm test', () => {
  it('adds up both suites and the checks that failed', () => {
    const jest = readJestCounts({ numPassedTests: 40, numFailedTests: 1, numRuntimeErrorTestSuites: 0 })
    const playwright = readPlaywrightCounts({ stats: { expected: 12, unexpected: 2, flaky: 0 }, errors: [] })
    expect(summarise([jest, playwright], { ...inCi, failedSteps: 3 })).toEqual({
      line: '52 passed, 6 failed',
      isGood: false,
    })
  })

  it('counts a test file that cannot be loaded', () => {
    expect(
      readJestCounts({ numPassedTests: 2, numFailedTests: 0, numRuntimeErrorTestSuites: 1 }).failed,
    ).toBe(1)
  })

  it('counts a journey that passed only when repeated, and an error outside journeys', () => {
    expect(readPlaywrightCounts({ stats: { expected: 1, flaky: 1 }, errors: [{}] }).failed).toBe(2)
  })

  it('counts each mutant that was caught as passed, and as failed each that was not, or could not be tried', () => {
    expect(readMutantCounts({ caught: 9, survived: 1, others: 2, stale: 4 })).toEqual({
      passed: 9,
      failed: 7,
      skipped: [],
    })
    expect(agreeWithEnd(readMutantCounts(null), false).failed).toBe(1)
  })

  it('counts a suite that could not be run', () => {
    expect(summarise([NOT_RUN], elsewhere).line).toBe('0 passed, 1 failed')
  })

  it.each([
    ['ended badly though no test failed', { passed: 3, failed: 0, skipped: [] }, false],
    ['ran no test', { passed: 0, failed: 0, skipped: [] }, true],
  ])('counts a suite that %s', (_what, counts, hasSucceeded) => {
    expect(agreeWithEnd(counts, hasSucceeded).failed).toBe(1)
  })

  it('leaves the counts of a good run alone', () => {
    const counts = { passed: 3, failed: 0, skipped: [] }
    expect(agreeWithEnd(counts, true)).toEqual(counts)
  })
})

describe('tests that were skipped', () => {
  const jest = {
    numPassedTests: 1,
    testResults: [
      {
        name: path.join(ROOT, 'shell/cache/varnish.test.ts'),
        assertionResults: [
          { fullName: 'Varnish keeps public pages', status: 'pending' },
          { fullName: 'Varnish drops them', status: 'todo' },
          { fullName: 'a page is a page', status: 'passed' },
        ],
      },
    ],
  }
  const spec = (title: string, status: string) => ({ title, file: 'forms.e2e.ts', tests: [{ status }] })
  const playwright = {
    stats: { expected: 1, skipped: 2 },
    suites: [
      {
        specs: [spec('sends', 'skipped'), spec('shows', 'expected')],
        suites: [{ specs: [spec('keeps', 'skipped')] }],
      },
    ],
  }

  it('are named', () => {
    expect(readJestCounts(jest).skipped).toEqual([
      'shell/cache/varnish.test.ts › Varnish keeps public pages',
      'shell/cache/varnish.test.ts › Varnish drops them',
    ])
    expect(readPlaywrightCounts(playwright).skipped).toEqual(['forms.e2e.ts › sends', 'forms.e2e.ts › keeps'])
  })

  it('are counted apart where somebody works', () => {
    const counts = [readJestCounts(jest), readPlaywrightCounts(playwright)]
    expect(summarise(counts, elsewhere)).toEqual({ line: '2 passed, 0 failed, 4 skipped', isGood: true })
  })

  it('are failures in continuous integration', () => {
    const counts = [readJestCounts(jest), readPlaywrightCounts(playwright)]
    expect(summarise(counts, inCi)).toEqual({ line: '2 passed, 4 failed', isGood: false })
  })

  it.each([
    [{}, false],
    [{ CI: '' }, false],
    [{ CI: 'false' }, false],
    [{ CI: 'true' }, true],
    [{ CI: '1' }, true],
  ])('knows continuous integration by its variable: %j', (env, expected) => {
    expect(isCi(env)).toBe(expected)
  })
})
