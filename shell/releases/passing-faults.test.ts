import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseError } from '../errors.ts'
import { createFederationHost } from './federation-host.server.ts'
import { createLiveReleases, type LiveReleases, type ReleaseEvent } from './live-releases.server.ts'
import { createReleaseStore } from './release-store.server.ts'
import { makeLive } from '../../scripts/release/make-live.ts'
import { aLiveRelease, aRelease, aSigner } from './testing/a-release.ts'
import { createVerifiedCopies } from './verified-copy.server.ts'

const APP = 'mfe-content'
const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
let folder: string
let releases: string
let copies: string
let clock: number
let events: ReleaseEvent[]
let tries: number
/** Versions that find no answer in time when they are tried. */
let late: string[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'passing-'))
  releases = path.join(folder, 'store')
  copies = path.join(folder, 'copies')
  clock = 0
  events = []
  tries = 0
  late = []
  await aLiveRelease(releases, { app: 'shell', key })
  await aLiveRelease(releases, { version: '1.0.0', key })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(): Promise<LiveReleases> {
  const store = createReleaseStore(releases, publicKey)
  const verified = createVerifiedCopies(copies, store)
  return createLiveReleases({
    store,
    copies: {
      ...verified,
      get(app, version) {
        tries += 1
        return verified.get(app, version)
      },
    },
    host: createFederationHost(),
    tryCandidate: async ({ app, folder: copy }) => {
      if (late.includes(path.basename(copy)))
        throw releaseError('release/trial-failed', { details: { app, reason: 'no answer within 10000 ms' } })
    },
    now: () => new Date(clock),
    onEvent: (event) => events.push(event),
    onStore: () => undefined,
  })
}
const version = (live: LiveReleases) => live.snapshot().remotes.get(APP)?.release.version
const refused = () => events.filter(({ outcome }) => outcome === 'refused').map((event) => event.version)

describe('a release that this machine cannot take', () => {
  /** A file in the place of the folder of copies: nothing can be copied there. */
  const block = () => {
    renameSync(path.join(copies, APP), path.join(copies, 'aside'))
    writeFileSync(path.join(copies, APP), '')
  }
  const unblock = () => {
    rmSync(path.join(copies, APP))
    renameSync(path.join(copies, 'aside'), path.join(copies, APP))
  }

  it('is logged once, retried with growing pauses, and live once it can be loaded', async () => {
    const live = await start()
    block()
    await aLiveRelease(releases, { version: '1.1.0', key })
    tries = 0
    for (let second = 0; second < 60; second += 1) {
      clock += 1_000
      await live.refresh()
    }
    expect(tries).toBe(6)
    expect(version(live)).toBe('1.0.0')
    expect(refused()).toEqual(['1.1.0'])
    expect(live.failures().get(APP)).toMatchObject({ version: '1.1.0', error: { code: 'app/unexpected' } })
    unblock()
    clock += 60_000
    await live.refresh()
    expect(version(live)).toBe('1.1.0')
    expect([...live.failures()]).toEqual([])
  })

  it('stays refused when the release itself is at fault', async () => {
    const live = await start()
    await aLiveRelease(releases, { version: '1.1.0', key, onLoad: 'throw new Error("broken")' })
    tries = 0
    for (let minute = 0; minute < 3; minute += 1) {
      clock += 60_000
      await live.refresh()
    }
    expect(tries).toBe(1)
  })
})

it('a refused release is tried again when it is released again: the machine may have been too busy for its trial', async () => {
  const live = await start()
  const name = async (one: string) => {
    await makeLive(releases, { [APP]: one }, { signer: aSigner(key), isAnew: true })
    await live.refresh()
  }
  aRelease(releases, { version: '1.1.0', key })
  late = ['1.1.0']
  await name('1.1.0')
  await live.refresh()
  expect(refused()).toEqual(['1.1.0'])
  await name('1.0.0')
  expect(live.failures().get(APP)).toMatchObject({ version: '1.1.0' })
  late = []
  await name('1.1.0')
  expect(version(live)).toBe('1.1.0')
  expect([...live.failures()]).toEqual([])
})

it('is logged once for each of two releases of an app that the store lacks', async () => {
  await aLiveRelease(releases, { version: '1.1.0', key })
  for (const missing of ['1.0.0', '1.1.0']) rmSync(path.join(releases, APP, missing), { recursive: true })
  const live = await start()
  for (let poll = 0; poll < 5; poll += 1) await live.refresh()
  expect(refused()).toEqual(['1.1.0', '1.0.0'])
  for (const found of ['1.0.0', '1.1.0']) aRelease(releases, { version: found, key })
  await live.refresh()
  expect(version(live)).toBe('1.1.0')
})

it('has its damaged copy repaired by several processes at once', async () => {
  const shells = Array.from({ length: 8 }, () =>
    createVerifiedCopies(copies, createReleaseStore(releases, publicKey)),
  )
  const copy = path.join(copies, APP, '1.0.0')
  await shells[0]?.get(APP, '1.0.0')
  for (let round = 0; round < 10; round += 1) {
    writeFileSync(path.join(copy, 'node/remoteEntry.js'), 'process.exit(1)')
    rmSync(path.join(copy, 'web'), { recursive: true, force: true })
    mkdirSync(copy, { recursive: true })
    await Promise.all(shells.map((shell) => shell.get(APP, '1.0.0')))
    expect(readFileSync(path.join(copy, 'node/remoteEntry.js'), 'utf8')).toContain('version 1.0.0')
  }
})
