import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The result of a test file in a copy of the checkout. */
export interface SuiteEnd {
  /** `broken`: no test could be run; `hung`: it was killed after its time limit. */
  readonly kind: 'passed' | 'failed' | 'broken' | 'hung'
  /** Titles of the tests that failed, without their groups. */
  readonly failed: readonly string[]
  readonly ms: number
}

/** What to run, where, and the time limit. */
export interface SuiteRun {
  readonly copy: string
  readonly suite: string
  readonly timeoutMs: number
  /** Only the tests whose titles match this regular expression; by default all. */
  readonly only?: string | undefined
}

const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']

const running = new Set<ChildProcess>()

/** End every run, for the signal handlers of a command. */
export function endRuns(): void {
  for (const child of running) endGroup(child)
}

/** Each run has a process group of its own, so that processes of its tests are killed with it. */
function endGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** Run one test file of a copy with jest. */
export async function runSuite({ copy, suite, timeoutMs, only }: SuiteRun): Promise<SuiteEnd> {
  const report = path.join(copy, '.mutant-report.json')
  rmSync(report, { force: true })
  const began = performance.now()
  const code = await runJest(copy, timeoutMs, [
    ...['--ci', '--runInBand', '--json', `--outputFile=${report}`],
    // jest's caches are keyed by path, so those of a copy are removed with it.
    `--cacheDirectory=${path.join(copy, '.jest-cache')}`,
    ...(only === undefined ? [] : [`--testNamePattern=${only}`]),
    ...['--runTestsByPath', suite],
  ])
  const ms = Math.round(performance.now() - began)
  if (code === 'hung') return { kind: 'hung', failed: [], ms }
  return { ...readReport(report, code), ms }
}

function runJest(copy: string, timeoutMs: number, args: readonly string[]): Promise<number | 'hung'> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...FLAGS, 'node_modules/jest/bin/jest.js', ...args], {
      cwd: copy,
      env: { ...process.env, NODE_ENV: 'test', INIT_CWD: copy },
      stdio: 'ignore',
      detached: true,
    })
    running.add(child)
    const timer = setTimeout(() => end('hung'), timeoutMs)
    const end = (code: number | 'hung') => {
      clearTimeout(timer)
      running.delete(child)
      endGroup(child)
      resolve(code)
    }
    child.on('error', () => end(1))
    child.on('exit', (code) => end(code ?? 1))
  })
}

interface Report {
  readonly numRuntimeErrorTestSuites: number
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

function readReport(file: string, code: number): Omit<SuiteEnd, 'ms'> {
  let report: Report
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { kind: 'broken', failed: [] } // jest died before it could write a report
  }
  const failed = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ title }) => title)
  if (failed.length > 0) return { kind: 'failed', failed }
  const isWhole = code === 0 && report.numRuntimeErrorTestSuites === 0 && report.numPassedTests > 0
  return { kind: isWhole ? 'passed' : 'broken', failed }
}
