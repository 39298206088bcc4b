import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseError } from '../../shell/errors.ts'
import { aLiveRelease } from '../../shell/releases/testing/a-release.ts'
import { appVersion } from '../build/app-version.ts'
import { readApp } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'
import { makeRemoteLive } from './follow-remote.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const app = readApp(path.join(ROOT, 'mfe-search'))
let releases: string
beforeEach(async () => {
  releases = mkdtempSync(path.join(tmpdir(), 'follow-remote-'))
  await aLiveRelease(releases, { app: app.name, version: '1.0.0', key })
})
afterEach(() => rmSync(releases, { recursive: true }))

/** What is said where the build of a remote fails. */
async function saidOf(error: Error): Promise<string> {
  const said: string[] = []
  const target = { releases, keyFile: path.join(releases, 'key.pem') }
  await makeRemoteLive(
    app,
    target,
    (line) => said.push(line),
    () => Promise.reject(error),
  )
  return said.join('\n')
}

describe('a saved change that is refused', () => {
  it('is said as a release says it: which version, what stays live, why, where, and what to do', async () => {
    const details = { reason: 'it left a timer running' }
    const cause = 'Error: x\n    at load (ssr.tsx:7:3)'
    expect(await saidOf(releaseError('release/trial-failed', { details, cause }))).toBe(
      [
        `mfe-search ${appVersion(app)} is not released; 1.0.0 stays live.`,
        'Why: A release did not come through its trial: it hung, crashed or took too much. (release/trial-failed)',
        '  it left a timer running',
        'Where:',
        '  Error: x',
        '  at load (ssr.tsx:7:3)',
        'What to do: At module level a remote begins nothing and keeps nothing: move it into load, render, an effect or an epic.',
      ].join('\n'),
    )
  })

  it('is the report of the compiler where the sources do not compile', async () => {
    expect(await saidOf(new Error('ui/page.tsx\n  Unexpected token'))).toBe('ui/page.tsx\n  Unexpected token')
  })
})
