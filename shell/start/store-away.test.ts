import { jest } from '@jest/globals'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import type { ReleaseStorage } from '../release-storage/storage.server.ts'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { pollReleases, RELEASE_POLL_MS } from '../releases/release-store.server.ts'
import { aLiveRelease } from '../releases/testing/a-release.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { createReadOthers, startReports } from '../reports/shell-report.server.ts'

const HOUR_MS = 3_600_000
/** At 0.5, 1.5, 3.5, 7.5 and 15.5 s, then every ten seconds; without back-off there were 7,200. */
const TRIES_IN_AN_HOUR = 5 + 358
const app = 'mfe-content'
const menu = (version: string) =>
  aContentRemote({ version, render: `return '<h1 id="page-title">version ${version}</h1>'` })
/** Functions that are not faked, because the shell needs them; clocks and other timers are fake. */
const REAL = ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] as const

let platform: TestPlatform
let shell: TestShell
let answer: ((file: string) => Promise<Buffer | null>) | null
let asked: number
let stop: () => void

/** A store that reads by `answer` while that is set, and counts the reads. */
function storageOf(folder: string): ReleaseStorage {
  const storage = releaseStorage(folder)
  return {
    ...storage,
    read(file, maxBytes) {
      asked += 1
      return answer ? answer(file) : storage.read(file, maxBytes)
    },
  }
}

beforeAll(async () => void (platform = await aPlatform()))
afterAll(() => platform.close())

beforeEach(async () => {
  answer = null
  asked = 0
  shell = await aShell({ platformUrl: platform.url, remotes: [menu('1.0.0')], storageOf })
  jest.useFakeTimers({ doNotFake: [...REAL], now: Date.parse('2026-01-01T00:00:00Z') })
  stop = pollReleases(shell.canaries, RELEASE_POLL_MS)
})
afterEach(async () => {
  stop()
  jest.useRealTimers()
  await shell.close()
})

const page = async () => (await shell.get('/news')).body
const ready = async () => (await shell.get('/health/ready')).json<Record<string, unknown>>()
const said = () => shell.lines.filter(({ msg }) => /release/.test(String(msg))).map(({ msg }) => msg)

describe('a release store that is away for an hour', () => {
  it.each([
    ['does not answer', () => Promise.reject(new Error('connect ECONNREFUSED'))],
    ['is a folder that is not mounted', () => Promise.resolve(null)],
  ])('because it %s: is asked ever less often, is said once, and costs no page', async (_how, outage) => {
    const before = said().length
    answer = outage
    asked = 0
    await jest.advanceTimersByTimeAsync(HOUR_MS)
    expect(asked).toBe(TRIES_IN_AN_HOUR)
    expect(said().slice(before)).toEqual(['release store not readable'])
    expect(await page()).toContain('version 1.0.0')
    expect(await ready()).toMatchObject({
      status: 'ok',
      remotes: 1,
      releases: { code: 'release/store-unreachable', since: '2026-01-01T00:00:00.500Z' },
    })
    const { shells } = (await shell.get('/health/versions')).json<{ shells: readonly object[] }>()
    expect(shells).toMatchObject([{ apps: { [app]: { live: '1.0.0', refused: null } } }])

    await aLiveRelease(shell.releasesFolder, { ...menu('1.1.0'), key: shell.key })
    answer = null
    await jest.advanceTimersByTimeAsync(10_000)
    await shell.canaries.refresh() // waits for the current poll, whose disk access does not use the fake clock
    expect(await page()).toContain('version 1.1.0')
    expect(await ready()).toMatchObject({ status: 'ok', releases: 'followed' })
    expect(said().slice(before + 1)).toEqual(['release live', 'release store readable again'])
    const { shells: after } = (await shell.get('/health/versions')).json<{ shells: readonly object[] }>()
    expect(after).toMatchObject([{ apps: { [app]: { live: '1.1.0', refused: null } } }])
  })

  it('that has the document and not the files of a new release says so once, and serves the one before', async () => {
    await aLiveRelease(shell.releasesFolder, { ...menu('1.1.0'), key: shell.key })
    const storage = releaseStorage(shell.releasesFolder)
    answer = (file) => (file.includes('1.1.0') ? Promise.resolve(null) : storage.read(file))
    const before = said().length
    for (let look = 0; look < 5; look += 1) await shell.canaries.refresh()
    expect(said().slice(before)).toEqual(['release refused'])
    expect(await page()).toContain('version 1.0.0')
    answer = null
    await shell.canaries.refresh()
    expect(await page()).toContain('version 1.1.0')
  })
})

describe('what a shell says in a store that is away for an hour', () => {
  it('is tried every five seconds, and its failure said once; what the others said is asked for as seldom', async () => {
    let writes = 0
    let lists = 0
    const errors: unknown[] = []
    const away = () => Promise.reject(new Error('connect ECONNREFUSED'))
    const files = {
      write: () => ((writes += 1), away()),
      list: () => ((lists += 1), away()),
      remove: away,
      everyMs: 0,
      folder: null,
    }
    const reporting = { releases: shell.releases, canaries: shell.canaries, url: 'https://site.example' }
    const end = await startReports({ files }, reporting, {
      everyMs: RELEASE_POLL_MS,
      onError: (error) => errors.push(error),
    })
    const readOthers = createReadOthers({ files, read: away })
    for (let look = 0; look < HOUR_MS; look += RELEASE_POLL_MS) {
      await jest.advanceTimersByTimeAsync(RELEASE_POLL_MS)
      expect(await readOthers()).toEqual([])
    }
    expect([writes, lists, errors.length]).toEqual([721, 720, 1])
    await end()
  })
})
