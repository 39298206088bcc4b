import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { aSigner } from '../../shell/releases/testing/a-release.ts'
import { makeLive, rollBack } from './make-live.ts'

const signer = aSigner(generateKeyPairSync('ed25519').privateKey)
let releases: string
beforeEach(() => {
  releases = mkdtempSync(path.join(tmpdir(), 'releases-'))
})
afterEach(() => rmSync(releases, { recursive: true, force: true }))

const document = () =>
  JSON.parse(readFileSync(path.join(releases, 'releases.json'), 'utf8')) as {
    apps: Record<string, { live: string; previous: string[]; candidates: string[]; left?: string[] }>
  }

describe('the release document (design 6)', () => {
  it('keeps what was live before, newest first, and no version twice', async () => {
    for (const version of ['1', '2', '3', '2'])
      await makeLive(releases, { 'mfe-content': version }, { signer })
    expect(document().apps['mfe-content']).toEqual({
      live: '2',
      previous: ['3', '1'],
      candidates: [],
      releasedAt: expect.any(String),
      until: { 1: expect.any(String), 3: expect.any(String) },
    })
  })

  it('goes back in one step, and says when there is nothing to go back to', async () => {
    await makeLive(releases, { 'mfe-content': '1' }, { signer })
    await makeLive(releases, { 'mfe-content': '2' }, { signer })
    expect((await rollBack(releases, 'mfe-content', { signer })).version).toBe('1')
    expect(document().apps['mfe-content']?.live).toBe('1')
    await expect(rollBack(releases, 'mfe-search', { signer })).rejects.toThrow('no earlier release')
  })

  it('goes back further at each rollback, never to what somebody went back from', async () => {
    const app = 'mfe-content'
    const isLive = (version: string, how = {}) => makeLive(releases, { [app]: version }, { signer, ...how })
    const goBack = async () => (await rollBack(releases, app, { signer })).version
    for (const version of ['1', '2', '3']) await isLive(version)
    expect([await goBack(), await goBack()]).toEqual(['2', '1'])
    await expect(goBack()).rejects.toThrow('mfe-content has no earlier release to go back to')
    expect(document().apps[app]).toMatchObject({ live: '1', previous: ['3', '2'], left: ['3', '2'] })
    await isLive('4')
    expect(await goBack()).toBe('1')
    await isLive('2', { isBack: true })
    await isLive('5')
    expect([await goBack(), await goBack()]).toEqual(['2', '1'])
    await isLive('6')
    await isLive('7')
    await isLive('1', { isBack: true })
    await expect(goBack()).rejects.toThrow('no earlier release')
  })

  it('loses none of many releases that are made side by side', async () => {
    const apps = ['mfe-content', 'mfe-search', 'mfe-account', 'mfe-forms', 'mfe-devinfo']
    await Promise.all(
      apps.flatMap((app) => ['1', '2'].map((version) => makeLive(releases, { [app]: version }, { signer }))),
    )
    expect(Object.keys(document().apps).toSorted()).toEqual(apps.toSorted())
    for (const app of apps) expect(document().apps[app]?.previous).toHaveLength(1)
  })
})
