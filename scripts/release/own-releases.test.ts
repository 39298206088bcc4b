import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aSigner } from '../../shell/releases/testing/a-release.ts'
import { readDocument } from './change-document.ts'
import { makeLive, rollBack } from './make-live.ts'
import { changedSince, noteReleases, ownReleases } from './own-releases.ts'

const app = 'mfe-search'
const signer = aSigner(generateKeyPairSync('ed25519').privateKey)
const live = async () => (await readDocument(folder)).apps
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Does what `npm start` does in a checkout whose sources have this version. */
async function start(version: string): Promise<string | undefined> {
  const file = path.join(folder, 'released.json')
  const changed = changedSince({ [app]: version }, ownReleases(folder, file), await live())
  await makeLive(folder, changed, { signer })
  noteReleases(folder, changed, file)
  return (await live())[app]?.live
}

describe('npm start', () => {
  it('leaves a rollback as it is, until the sources change', async () => {
    expect(await start('1')).toBe('1')
    expect(await start('2')).toBe('2')
    await rollBack(folder, app, { signer })
    expect(await start('2')).toBe('1')
    expect(await start('3')).toBe('3')
  })

  it('brings back what the sources were before, and a remote that no document names', async () => {
    await start('1')
    await start('2')
    expect(await start('1')).toBe('1')
    rmSync(path.join(folder, 'releases.json'))
    expect(await start('1')).toBe('1')
  })
})
