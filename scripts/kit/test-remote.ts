import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { storageName } from '../../shell/release-storage/release-storage.server.ts'
import type { App } from '../build/apps.ts'
import { tryAtGate } from '../release/build-at-gate.ts'
import type { Say } from '../release/go-live.ts'

const JEST = fileURLToPath(new URL('../bin/jest.js', import.meta.resolve('jest')))
const CONFIG = path.join(import.meta.dirname, 'jest.config.mjs')

/**
 * Run the tests of a remote, then check whether it would pass the release gate of a store or, with null, of an empty store.
 * @throws Error when a test fails, or as the gate does
 */
export async function testRemote(app: App, releases: string | null, say: Say): Promise<void> {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const tests = spawn(process.execPath, [...flags, JEST, '--config', CONFIG, '--passWithNoTests'], {
    cwd: app.folder,
    stdio: 'inherit',
  })
  const [code] = (await once(tests, 'exit')) as [number | null]
  if (code !== 0) throw new Error('A test has failed.')
  await tryAtGate(app, releases === null ? null : storageName(releases))
  say(
    `${app.name} would pass the gate${releases === null ? '; without --to, nobody knows beside which other remotes' : ''}`,
  )
}
