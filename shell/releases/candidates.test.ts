import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeLive, nameCandidate } from '../../scripts/release/make-live.ts'
import { createFederationHost } from './federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseSnapshot } from './live-releases.server.ts'
import { createReleaseStore } from './release-store.server.ts'
import { aLiveRelease, aRelease, aSigner, type ReleaseOptions } from './testing/a-release.ts'
import { tryCandidate } from './try-candidate.server.ts'
import { createVerifiedCopies } from './verified-copy.server.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const signer = aSigner(key)
let folder: string
let releases: string
let trials: string[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'candidates-'))
  releases = path.join(folder, 'store')
  trials = []
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(): Promise<LiveReleases> {
  const store = createReleaseStore(releases, publicKey)
  return createLiveReleases({
    store,
    copies: createVerifiedCopies(path.join(folder, 'copies'), store),
    host: createFederationHost(),
    tryCandidate: async (candidate) => {
      trials.push(path.basename(candidate.folder))
      await tryCandidate(candidate, 30_000)
    },
    now: () => new Date(0),
    onEvent: () => undefined,
    onStore: () => undefined,
  })
}

async function aCandidate(version: string, options: Partial<ReleaseOptions> = {}): Promise<void> {
  aRelease(releases, { version, key, ...options })
  await nameCandidate(releases, 'mfe-content', version, { signer })
}

const markup = (snapshot: ReleaseSnapshot) => snapshot.remotes.get('mfe-content')?.remote.render({} as never)

describe('candidates that staff may try', () => {
  it('shows a candidate to those who try it and the live release to everybody else', async () => {
    await aCandidate('2.0.0')
    const live = await start()
    expect(live.candidates('mfe-content')).toEqual(['2.0.0'])
    expect(live.isKnown('mfe-content', '2.0.0')).toBe(true)
    expect(markup(await live.withCandidate('mfe-content', '2.0.0'))).toBe('<p>version 2.0.0</p>')
    expect(markup(live.snapshot())).toBe('<p>version 1.0.0</p>')
  })

  it('loads and tries a candidate once, however many pages it makes', async () => {
    await aCandidate('2.0.0')
    const live = await start()
    const pages = await Promise.all([1, 2, 3].map(() => live.withCandidate('mfe-content', '2.0.0')))
    expect(trials).toEqual(['1.0.0', '2.0.0'])
    expect(new Set(pages).size).toBe(1)
  })

  it('leaves a live release that comes later as it is', async () => {
    await aCandidate('2.0.0')
    const live = await start()
    await live.withCandidate('mfe-content', '2.0.0')
    await aLiveRelease(releases, { version: '1.1.0', key })
    await live.refresh()
    expect(markup(live.snapshot())).toBe('<p>version 1.1.0</p>')
    expect(markup(await live.withCandidate('mfe-content', '2.0.0'))).toBe('<p>version 2.0.0</p>')
  })

  it('refuses a candidate that fails its trial, and the site goes on', async () => {
    await aCandidate('2.0.0', { render: 'throw new Error("broken")' })
    const live = await start()
    await expect(live.withCandidate('mfe-content', '2.0.0')).rejects.toMatchObject({
      code: 'release/fixture-failed',
    })
    expect(markup(live.snapshot())).toBe('<p>version 1.0.0</p>')
  })

  it('loads nothing that the release document does not name', async () => {
    aRelease(releases, { version: '2.0.0', key })
    const live = await start()
    for (const version of ['2.0.0', '1.0.0', '../1.0.0'])
      await expect(live.withCandidate('mfe-content', version)).rejects.toMatchObject({
        code: 'release/not-a-candidate',
      })
    for (const app of ['mfe-other', 'constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      await expect(live.withCandidate(app, '2.0.0')).rejects.toMatchObject({
        code: 'release/not-a-candidate',
      })
      expect(live.candidates(app)).toEqual([])
      expect(live.isKnown(app, '2.0.0')).toBe(false)
    }
    expect(trials).toEqual(['1.0.0'])
  })

  it('is no candidate any more once it is live', async () => {
    await aCandidate('2.0.0')
    await makeLive(releases, { 'mfe-content': '2.0.0' }, { signer })
    expect((await start()).candidates('mfe-content')).toEqual([])
    await expect(nameCandidate(releases, 'mfe-content', '2.0.0', { signer })).rejects.toThrow('live already')
    await expect(nameCandidate(releases, 'mfe-search', '1.0.0', { signer })).rejects.toThrow(
      'no live release',
    )
  })
})
