import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { aPlatform, until, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { aLiveRelease } from './testing/a-release.ts'
import { pruneCopies } from './verified-copy.server.ts'

const DAY_S = 86_400
const app = 'mfe-content'
let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote({ version: '1.0.0' })] })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

/** Creates a copy that is so many days old. */
function aCopy(version: string, days: number, of = app): void {
  const folder = path.join(shell.dataDir, 'releases', of, version)
  mkdirSync(folder, { recursive: true })
  const made = Date.now() / 1_000 - days * DAY_S
  utimesSync(folder, made, made)
}
const copies = (of = app) => readdirSync(path.join(shell.dataDir, 'releases', of)).toSorted()

const prune = (isUsed: (version: string) => boolean) =>
  pruneCopies(path.join(shell.dataDir, 'releases'), app, { isUsed })

describe('copies of releases that a shell keeps', () => {
  it('are removed when they are old, and not while a process uses them', async () => {
    aCopy('0.1.0', 31)
    aCopy('0.2.0', 31)
    aCopy('0.3.0', 29)
    await prune((version) => version === '0.2.0')
    expect(copies()).toEqual(['0.2.0', '0.3.0', '1.0.0'])
    const gone = path.join(shell.dataDir, 'releases', app, '0.4.0')
    // A dangling link stands for a copy that another process removes at the same moment.
    symlinkSync('nowhere', gone)
    await prune(() => false)
    rmSync(gone)
    expect(copies()).toEqual(['0.3.0', '1.0.0'])
  })

  it('are removed when they are old and unused, as the next release of their app goes live', async () => {
    aCopy('0.1.0', 31)
    aCopy('0.2.0.a-draft-of-a-shell-that-was-killed', 31)
    aCopy('0.3.0', 29)
    aCopy('1.0.0', 400)
    aCopy('0.1.0', 400, 'mfe-search')
    await aLiveRelease(shell.releasesFolder, { ...aContentRemote({ version: '2.0.0' }), key: shell.key })
    await shell.releases.refresh()
    await until(() => copies().length < 4)
    expect(copies()).toEqual(['0.3.0', '1.0.0', '2.0.0'])
    expect(copies('mfe-search')).toEqual(['0.1.0'])
    expect((await shell.get('/news')).statusCode).toBe(200)
  })
})
