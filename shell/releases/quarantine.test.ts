import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeLive, rollBack } from '../../scripts/release/make-live.ts'
import { createMemoryStore, type SharedStore } from '../store/shared-store.server.ts'
import { createFederationHost } from './federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from './live-releases.server.ts'
import { createReleaseStore } from './release-store.server.ts'
import { createQuarantines, recordStrike } from './strikes.server.ts'
import { aLiveRelease, aSigner } from './testing/a-release.ts'
import { createVerifiedCopies } from './verified-copy.server.ts'

const APP = 'mfe-content'
const keys = generateKeyPairSync('ed25519')
const key = keys.privateKey
const signer = aSigner(key)
let folder: string
let releases: string
let store: SharedStore
let events: ReleaseEvent[]
let isStoreAway: boolean

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quarantine-'))
  releases = path.join(folder, 'store')
  store = createMemoryStore()
  events = []
  isStoreAway = false
  await aLiveRelease(releases, { app: 'shell', key })
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await aLiveRelease(releases, { version, key })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(shared: Pick<SharedStore, 'get'> = store): Promise<LiveReleases> {
  const releaseStore = createReleaseStore(releases, keys.publicKey)
  return createLiveReleases({
    store: releaseStore,
    copies: createVerifiedCopies(path.join(folder, 'copies'), releaseStore),
    host: createFederationHost(),
    tryCandidate: async ({ folder: of }) => {
      if (of.endsWith('1.1.0-unfit')) throw new Error('unfit')
    },
    quarantines: createQuarantines(shared),
    now: () => new Date(),
    onEvent: (event) => events.push(event),
    onStore: (failure) => {
      if (failure && !isStoreAway) throw failure.error
    },
  })
}

const versionOf = (live: LiveReleases) => live.snapshot().remotes.get(APP)?.release.version
async function strikeTwice(version: string, phase = 'render'): Promise<void> {
  const strike = { app: APP, version, phase, reason: 'it did not end' }
  // If the release was named in the same millisecond, that would lift the quarantine.
  await new Promise((resolve) => setTimeout(resolve, 2))
  await recordStrike(store, strike)
  await recordStrike(store, strike)
}

describe('a release in quarantine', () => {
  it('is replaced by the one before in every process, which is logged once', async () => {
    const [one, other] = [await start(), await start()]
    await strikeTwice('1.2.0')
    for (const live of [one, other]) {
      await live.refresh()
      await live.refresh()
      expect(versionOf(live)).toBe('1.1.0')
      expect(live.failures().get(APP)?.error?.toJSON().code).toBe('release/quarantined')
      expect(live.failures().get(APP)).toMatchObject({
        version: '1.2.0',
        error: { details: { phase: 'render', reason: 'it did not end', live: '1.1.0' } },
      })
    }
    const told = events.filter(({ error }) => error?.code === 'release/quarantined')
    expect(told.map(({ version, outcome }) => [version, outcome])).toEqual([
      ['1.2.0', 'refused'],
      ['1.2.0', 'refused'],
    ])
  })

  it('is named by its replacement, and so is that one once it fails too', async () => {
    const live = await start()
    const quarantined = () => live.snapshot().remotes.get(APP)?.quarantined
    expect(quarantined()).toBeUndefined()
    await strikeTwice('1.2.0')
    await live.refresh()
    expect(quarantined()).toEqual(['1.2.0'])
    await strikeTwice('1.1.0')
    await live.refresh()
    expect(quarantined()).toEqual(['1.2.0', '1.1.0'])
  })

  it('is not live in a process that starts later, which goes back further when the replacement fails too', async () => {
    await strikeTwice('1.2.0')
    const live = await start()
    expect(versionOf(live)).toBe('1.1.0')
    await strikeTwice('1.1.0')
    await live.refresh()
    expect(versionOf(live)).toBe('1.0.0')
  })

  it('stays live when there is no other, and goes live in a process that has none', async () => {
    for (const version of ['1.2.0', '1.1.0', '1.0.0']) await strikeTwice(version)
    const live = await start()
    expect(versionOf(live)).toBe('1.2.0')
    await live.refresh()
    expect(versionOf(live)).toBe('1.2.0')
    expect(live.failures().get(APP)?.error?.code).toBe('release/quarantined')
  })

  it('goes live nowhere when loading it has ended processes, even when there is no other', async () => {
    for (const version of ['1.1.0', '1.0.0']) await strikeTwice(version)
    const running = await start()
    await strikeTwice('1.2.0', 'import')
    await running.refresh()
    expect(versionOf(running)).toBe('1.2.0')
    const starting = await start()
    expect(starting.missing()).toEqual([APP])
  })

  it('is not replaced by an earlier release that fails its trial, which is tried once', async () => {
    await aLiveRelease(releases, { version: '1.1.0-unfit', key })
    await aLiveRelease(releases, { version: '1.3.0', key })
    await strikeTwice('1.3.0')
    const live = await start()
    await live.refresh()
    expect(versionOf(live)).toBe('1.2.0')
    expect(events.filter(({ version }) => version === '1.1.0-unfit')).toHaveLength(1)
  })

  it('is live again when it is released anew, and gives way to another version that is released', async () => {
    const live = await start()
    await strikeTwice('1.2.0')
    await live.refresh()
    await makeLive(releases, { [APP]: '1.2.0' }, { signer })
    await live.refresh()
    expect(versionOf(live)).toBe('1.1.0')
    await new Promise((resolve) => setTimeout(resolve, 2))
    await makeLive(releases, { [APP]: '1.2.0' }, { signer, isAnew: true })
    await live.refresh()
    expect(versionOf(live)).toBe('1.2.0')
    expect([...live.failures()]).toEqual([])
    await strikeTwice('1.2.0')
    await aLiveRelease(releases, { version: '1.3.0', key })
    await live.refresh()
    expect(versionOf(live)).toBe('1.3.0')
  })

  it('can be rolled back: then the document names what is live', async () => {
    const live = await start()
    await strikeTwice('1.2.0')
    await live.refresh()
    expect(await rollBack(releases, APP, { signer })).toMatchObject({ version: '1.1.0' })
    await live.refresh()
    expect(versionOf(live)).toBe('1.1.0')
    expect([...live.failures()]).toEqual([])
  })

  it('stays in quarantine while the shared store forgets', async () => {
    let isAway = false
    const live = await start({ get: async (name) => (isAway ? null : store.get(name)) })
    await strikeTwice('1.2.0')
    await live.refresh()
    isAway = true
    await live.refresh()
    expect(versionOf(live)).toBe('1.1.0')
  })

  it('is replaced while the release store is away by what this shell has served, otherwise once the store is back', async () => {
    const away = `${releases}.away`
    const leave = () => renameSync(releases, away)
    const comeBack = () => renameSync(away, releases)
    isStoreAway = true
    const live = await start()
    await strikeTwice('1.2.0')
    leave()
    await live.refresh()
    expect(versionOf(live)).toBe('1.2.0')
    comeBack()
    await live.refresh()
    expect(versionOf(live)).toBe('1.1.0')

    await aLiveRelease(releases, { version: '1.3.0', key })
    await live.refresh()
    expect(versionOf(live)).toBe('1.3.0')
    await strikeTwice('1.3.0')
    await strikeTwice('1.2.0')
    leave()
    await live.refresh()
    expect(versionOf(live)).toBe('1.1.0')
    comeBack()
  })

  it('is not lifted by a release document whose clock is ahead', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    const quarantines = createQuarantines(store, () => 5_000)
    const named = { live: '1.2.0', previous: ['1.1.0'], releasedAt: ahead }
    await quarantines.find(APP, named)
    await recordStrike(store, { app: APP, version: '1.2.0', phase: 'load', reason: 'x' })
    await recordStrike(store, { app: APP, version: '1.2.0', phase: 'load', reason: 'x' }, () => 6_000)
    expect((await quarantines.find(APP, named))?.earlier).toEqual(['1.1.0'])
  })
})
