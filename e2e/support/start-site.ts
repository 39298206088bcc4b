import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './environment.ts'

/** A running site for tests. */
export interface TestSite {
  readonly url: string
  readonly platformUrl: string
  /** Everything that its processes have printed. */
  readonly readLog: () => string
  readonly stop: () => Promise<void>
}

/** Long, because it builds everything, on two slow cores too. */
const START_TIMEOUT_MS = 300_000

/**
 * Start the site as `npm start` does, on free ports and with a data folder of its own, and wait until it answers.
 * @param options further options of `npm start`, e.g. `['--seed', file]`.
 * @param root the checkout to run it from: by default this one.
 * @throws Error with the site's output, when it does not start.
 */
export async function startSite(options: readonly string[] = [], root: string = ROOT): Promise<TestSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-site-'))
  const logFile = path.join(folder, 'site.log')
  const log = openSync(logFile, 'a')
  const args = ['--port', '0', '--platform-port', '0', '--data', path.join(folder, 'data'), ...options]
  const child = fork(path.join(root, 'scripts/start.ts'), args, {
    cwd: root,
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: [],
  })
  closeSync(log)
  const readLog = () => readFileSync(logFile, 'utf8')
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return { ...(await waitUntilReady(child)), readLog, stop }
  } catch (error) {
    const printed = readLog()
    await stop()
    throw new Error(`The site did not start: ${String(error)}\n${printed}`, { cause: error })
  }
}

function waitUntilReady(
  child: ChildProcess,
): Promise<{ readonly url: string; readonly platformUrl: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('it was not ready in time')), START_TIMEOUT_MS)
    child.once('message', (message) => {
      clearTimeout(timer)
      resolve(message as { url: string; platformUrl: string })
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`exit code ${code}`))
    })
  })
}
