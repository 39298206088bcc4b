import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseError } from '../../shell/errors.ts'
import { aLiveRelease } from '../../shell/releases/testing/a-release.ts'
import { appVersion } from '../build/app-version.ts'
import { readApp, type App } from '../build/apps.ts'
import { ROOT } from '../paths/root.ts'
import type { buildReleases } from '../release/release-apps.ts'
import { followRemote, makeRemoteLive, reportTypeErrors } from './follow-remote.ts'

const { privateKey: key } = generateKeyPairSync('ed25519')
const app = readApp(path.join(ROOT, 'mfe-search'))
let releases: string
beforeEach(async () => {
  releases = mkdtempSync(path.join(tmpdir(), 'follow-remote-'))
  await aLiveRelease(releases, { app: app.name, version: '1.0.0', key })
})
afterEach(() => rmSync(releases, { recursive: true }))

/** What is said of the sources of a remote that are built so. */
async function saidOf(build: typeof buildReleases, remote: App = app): Promise<string> {
  const said: string[] = []
  const keyFile = path.join(releases, 'key.pem')
  writeFileSync(keyFile, key.export({ type: 'pkcs8', format: 'pem' }))
  const say = (line: string) => said.push(line)
  if (await makeRemoteLive(remote, { releases, keyFile }, say, build))
    await reportTypeErrors(remote, appVersion(remote), say)
  return said.join('\n')
}

const failing = (error: Error) => () => Promise.reject(error)

describe('a saved change that is refused', () => {
  it('is said as a release says it: which version, what stays live, why, where, and what to do', async () => {
    const details = { reason: 'it left a timer running' }
    const cause = 'Error: x\n    at load (ssr.tsx:7:3)'
    expect(await saidOf(failing(releaseError('release/trial-failed', { details, cause })))).toBe(
      [
        `mfe-search ${appVersion(app)} is not released; 1.0.0 stays live.`,
        'Why: A release failed its trial: it hung, crashed or used too much. (release/trial-failed)',
        '  it left a timer running',
        'Where:',
        '  Error: x',
        '  at load (ssr.tsx:7:3)',
        'What to do: At module level a remote begins nothing and keeps nothing: move it into load, render, an effect or an epic.',
      ].join('\n'),
    )
  })

  it('is the report of the compiler where the sources do not compile', async () => {
    expect(await saidOf(failing(new Error('ui/page.tsx\n  Unexpected token')))).toBe(
      'ui/page.tsx\n  Unexpected token',
    )
  })

  it.each([
    ['is built again, once, where the store could not say what is live', '{"apps":{}}', / is not released; /],
    ['is said then, where the store still cannot say it', '{', /releases\.json is not a release document/],
  ])('%s', async (_title, later, said) => {
    let builds = 0
    const build = async () => {
      writeFileSync(path.join(releases, 'releases.json'), ++builds === 1 ? '{' : later)
      throw releaseError('release/trial-failed')
    }
    const end = (line: string) => {
      throw new Error(line)
    }
    await expect(followRemote(app, { releases, keyFile: '' }, end, build)).rejects.toThrow(said)
    expect(builds).toBe(2)
  })
})

describe('a saved change with a type error', () => {
  it('goes live, and the report of the compiler is said', async () => {
    const folder = path.join(releases, 'sources')
    mkdirSync(folder)
    writeFileSync(path.join(folder, 'page.mts'), "export const page: number = 'one'\n")
    writeFileSync(path.join(folder, 'package.json'), '{"version":"1.0.0"}')
    const project = { extends: path.join(ROOT, 'tsconfig.json') }
    writeFileSync(path.join(releases, 'tsconfig.json'), JSON.stringify(project))
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(releases, 'node_modules'))
    const built = () => Promise.resolve(new Map([[app.name, '1.0.0']]))
    const remote = { name: app.name, folder, root: releases }
    const said = await saidOf(built, remote)
    expect(said).toContain('mfe-search 1.0.0 is live')
    expect(said).toContain(
      "mfe-search would not be released with these type errors:\n  sources/page.mts(1,14): error TS2322: Type 'string'",
    )
    const later: string[] = []
    await reportTypeErrors(remote, 'a version before', (line) => later.push(line))
    expect(later).toEqual([])
  })
})
