import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { remotesHere } from '../build/apps.ts'
import { modeOf, releaseRemote, type ReleaseOptions } from './release-remote.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'release-remote-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('what happens with a release', () => {
  it.each<[ReleaseOptions, string]>([
    [{ why: 'it is ready' }, 'live'],
    [{ candidate: true, rollback: false }, 'candidate'],
    [{ canary: '10', bar: '3', fewest: '9' }, 'canary'],
    [{ at: '2026-12-01T06:00:00Z' }, 'at'],
    [{ rollback: true }, 'rollback'],
  ])('with %j is: %s', (options, mode) => {
    expect(modeOf(options)).toBe(mode)
  })

  it.each<[ReleaseOptions, string]>([
    [{ candidate: true, canary: '10' }, '--candidate and --canary cannot go together.'],
    [{ canary: '', at: '2026-12-01T06:00:00Z' }, '--canary and --at cannot go together.'],
    [{ at: '2026-12-01T06:00:00Z', rollback: true }, '--at and --rollback cannot go together.'],
    [{ bar: '3' }, '--bar is for a canary: give --canary, too.'],
    [{ candidate: true, fewest: '9' }, '--fewest is for a canary: give --canary, too.'],
  ])('is refused with %j, by a site and by a team alike, before anything is built', async (options, line) => {
    const target = { releases: path.join(folder, 'store'), keyFile: path.join(folder, 'key.pem') }
    await expect(releaseRemote(remotesHere()[0]!, target, options, () => undefined)).rejects.toThrow(line)
    expect(existsSync(target.keyFile)).toBe(false)
  })
})

describe('a team whose folder is not the release store of a site', () => {
  it('is told so before anything is built, whatever key it has, and nothing is made there', async () => {
    const keyFile = path.join(folder, 'team.pem')
    writeFileSync(keyFile, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const releases = mkdtempSync(path.join(folder, 'not-a-store-'))
    const app = { ...remotesHere()[0]!, root: folder }
    const refusal = expect.stringContaining(`No site runs from ${releases}: nothing has been released there.`)
    for (const options of [{}, { rollback: true }])
      await expect(releaseRemote(app, { releases, keyFile }, options, () => undefined)).rejects.toThrow(
        expect.objectContaining({ message: refusal }),
      )
    expect(readdirSync(releases)).toEqual([])
  })
})
