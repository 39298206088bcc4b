import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from './environment.ts'

/** The release agent of a store, as an operator starts it. */
export interface TestAgent {
  /** Run another command on the same store; gives its output. */
  readonly release: (...args: readonly string[]) => string
  readonly stop: () => Promise<void>
}

/** Start `npm run release -- agent` for a store, with the request key of its shells. */
export function startAgent(releases: string, requestKey: string): TestAgent {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-agent-'))
  const keyFile = path.join(folder, 'requests.key')
  writeFileSync(keyFile, requestKey)
  const commandOf = (...args: readonly string[]) => [
    path.join(ROOT, 'scripts/release.ts'),
    ...args,
    '--to',
    releases,
  ]
  const child = spawn(process.execPath, commandOf('agent', '--request-key', keyFile), {
    cwd: ROOT,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  return {
    release: (...args) =>
      spawnSync(process.execPath, commandOf(...args), { cwd: ROOT, encoding: 'utf8' }).stdout,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
