import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import {
  anS3Server,
  S3_STORE,
  sendError,
  type S3Server,
} from '../../shell/release-storage/testing/an-s3-server.ts'
import { createUseMarks, MARK_MS, markUse } from '../../shell/release-storage/use-marks.server.ts'
import { aSigner } from '../../shell/releases/testing/a-release.ts'
import type { ShellReport } from '../../shell/reports/shell-report.server.ts'
import { changeDocument } from './change-document.ts'
import { goBackTo } from './go-live.ts'
import { keepEarlier, PAGE_MS } from './keep-earlier.ts'
import { endCanary, makeLive, nameCandidate, nameCanary, putBack } from './make-live.ts'
import { pruneAfter, pruneReleases, type PruneOptions } from './prune-releases.ts'
import { putRelease } from './testing/put-release.ts'

const DAY_MS = 86_400_000
const { privateKey: key } = generateKeyPairSync('ed25519')
const signer = aSigner(key)
const app = 'mfe-content'
const environment = process.env
let folder: string
let server: S3Server
let said: string[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'prune-'))
  server = await anS3Server()
  process.env = { ...environment, ...server.env }
  said = []
})
afterEach(async () => {
  process.env = environment
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const say = (line: string): void => void said.push(line)
const messageOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'it was done',
    (error: unknown) => (error as Error).message,
  )

/** A release store whose files can be made older. */
interface AgeingStore {
  readonly name: string
  readonly releases: () => string
  readonly age: (file: RegExp, days: number) => void
}

const STORES: readonly AgeingStore[] = [
  {
    name: 'a folder',
    releases: () => path.join(folder, 'store'),
    age(wanted, days) {
      const top = path.join(folder, 'store')
      for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
        const file = path.join(top, name)
        const at = statSync(file).mtimeMs / 1000 - days * 86_400
        if (wanted.test(name.replaceAll(path.sep, '/'))) utimesSync(file, at, at)
      }
    },
  },
  {
    name: 'a bucket',
    releases: () => S3_STORE,
    age: (wanted, days) => server.age(new RegExp(wanted.source.replace('^', '^releases/')), days * DAY_MS),
  },
]

describe.each(STORES)('releases in $name', ({ releases, age }) => {
  const put = async (...versions: string[]): Promise<void> => {
    for (const version of versions) await putRelease(releases(), { app, version, key })
  }
  const live = (version: string) => makeLive(releases(), { [app]: version }, { signer })
  const prune = (options: PruneOptions = {}) => pruneReleases(releases(), say, { signer, ...options })
  const kept = async (): Promise<readonly string[]> => {
    const files = (await releaseStorage(releases()).files?.list(`${app}/`)) ?? []
    return [...new Set(files.map(({ file }) => file.split('/')[1] ?? ''))].toSorted()
  }
  /** Make everything forty days old: releases, and the documents that named them. */
  const everythingIsOld = () => age(/^/, 40)

  it('are removed when they are older than the limit and nothing names them', async () => {
    await put('1', '2', '3')
    await live('3')
    age(/^mfe-content\/1\//, 40)
    age(/^mfe-content\/2\//, 29)
    await prune()
    expect(await kept()).toEqual(['2', '3'])
    expect(existsSync(path.join(folder, 'store', app, '1'))).toBe(false)
    expect(said).toEqual([
      'mfe-content 1, 40 days old: removed',
      `Removed: 1 of 3 releases in ${releaseStorage(releases()).name}`,
    ])
    await prune({ keepDays: 20 })
    expect(await kept()).toEqual(['3'])
  })

  it('stay while the document names them as live, earlier, candidate or canary', async () => {
    const versions = ['live', 'before', 'candidate', 'canary']
    await put(...versions, 'unused')
    await live('before')
    await live('live')
    await nameCandidate(releases(), app, 'candidate', { signer })
    const canary = { version: 'canary', percent: 10, bar: { rate: 0.05, fewest: 5 } }
    await nameCanary(releases(), app, canary, { signer })
    everythingIsOld()
    await prune()
    expect(await kept()).toEqual(versions.toSorted())
  })

  it('stay while a shell serves or tries one', async () => {
    await put('live', 'run', 'tried', 'canary', 'unused')
    await live('live')
    everythingIsOld()
    const counts = { canary: NO_COUNTS, live: NO_COUNTS }
    const canary = { percent: 1, since: '', state: 'running', why: null, ...counts } as const
    const report: ShellReport = {
      ...{ schema: 1, host: 'other', pid: 7, url: 'https://site.example', document: null },
      seenAt: new Date().toISOString(),
      apps: { [app]: { live: 'run', refused: { version: 'tried', code: '', message: '', reasons: [] } } },
      canaries: { [app]: { ...canary, version: 'canary' } },
    }
    await releaseStorage(releases()).files!.write('shells/other-7.json', Buffer.from(JSON.stringify(report)))
    await prune()
    expect(await kept()).toEqual(['canary', 'live', 'run', 'tried'])
  })

  it('stay for seven days after a shell served them last, whatever the document names', async () => {
    await put('live', 'stand-in', 'long-ago')
    await live('live')
    everythingIsOld()
    const mark = createUseMarks(releaseStorage(releases()))
    await mark([
      { app, version: 'stand-in' },
      { app, version: 'long-ago' },
    ])
    age(/^used\/mfe-content\/stand-in$/, 7)
    age(/^used\/mfe-content\/long-ago$/, 8)
    await prune()
    expect(await kept()).toEqual(['live', 'stand-in'])
  })

  it('stay for seven days after a document named them for any visitor', async () => {
    await put('live', 'taken-back', 'week-ago', 'long-ago')
    const before = await live('live')
    for (const version of ['long-ago', 'week-ago', 'taken-back']) {
      await live(version)
      await putBack(
        releases(),
        { [app]: version },
        { [app]: { live: 'live', previous: [], candidates: [] } },
        { signer },
      )
    }
    expect(before).toEqual({})
    age(/^mfe-content/, 40)
    // Shells followed the document of `week-ago` until six days ago.
    age(/^history\/0000000[1-4]/, 9)
    age(/^history\/00000005/, 6)
    await prune()
    expect(await kept()).toEqual(['live', 'taken-back', 'week-ago'])
  })

  it('all stay when it is unknown what was served: the record has a gap, or is not signed by the site', async () => {
    await put('1', '2', '3')
    for (const version of ['2', '3', '2']) await live(version)
    age(/^mfe-content/, 40)
    const { files } = releaseStorage(releases())
    await files!.remove('history/00000002.json')
    expect(await messageOf(prune())).toContain('history/00000002.json is not there')
    age(/^history/, 8)
    await prune()
    expect(await kept()).toEqual(['2', '3'])
    await put('1')
    age(/^mfe-content/, 40)
    const stranger = aSigner(generateKeyPairSync('ed25519').privateKey)
    expect(await messageOf(prune({ signer: stranger }))).toContain('not signed by a key')
    expect(await kept()).toEqual(['1', '2', '3'])
  })

  it('stay while they are uploaded; abandoned uploads are removed', async () => {
    await put('live', 'under-way', 'half')
    await live('live')
    const { files } = releaseStorage(releases())
    for (const version of ['under-way', 'half']) await files!.remove(`${app}/${version}/release.json.sig`)
    age(/^mfe-content\/half/, 2)
    expect(await messageOf(prune({ keepDays: 0 }))).toContain('1 or more')
    await prune({ keepDays: 1 })
    expect(await kept()).toEqual(['live', 'under-way'])
  })

  it('are only listed by a dry run, and after a release of one app those of others stay', async () => {
    await put('1', '2')
    await putRelease(releases(), { app: 'mfe-search', version: '1', key })
    await live('2')
    everythingIsOld()
    await prune({ isDryRun: true })
    expect(said).toEqual([
      'mfe-content 1, 40 days old: would be removed',
      'mfe-search 1, 40 days old: would be removed',
      expect.stringMatching(/^Would be removed: 2 of 3 releases in /),
    ])
    expect(await kept()).toEqual(['1', '2'])
    said = []
    await pruneAfter(releases(), 'mfe-search', say, signer)
    expect(said).toEqual(['mfe-search 1, 40 days old: removed'])
    await pruneAfter(releases(), 'mfe-search', say, signer)
    expect(said).toHaveLength(1)
    expect(await kept()).toEqual(['1', '2'])
  })

  it('cannot be rolled back to once removed: the command says when and by whom they were removed, and what to do', async () => {
    await put('1', '2')
    await live('1')
    const { apps } = { apps: { [app]: { live: '2', previous: [], candidates: [] } } }
    await changeDocument(releases(), { action: 'forget 1', signer }, (content) => ({ ...content, apps }))
    everythingIsOld()
    await prune()
    expect(await kept()).toEqual(['2'])
    const refusal = await messageOf(goBackTo(releases(), app, 1, say, { signer }))
    expect(refusal).toMatch(
      /^mfe-content 1 was removed from .+ at \d{4}-.+ by Test, since nobody had used it for long\./,
    )
    expect(refusal).toContain('Nothing has changed.')
    expect(refusal).toContain('What to do: release those sources anew')
  })
})

const NO_COUNTS = { lately: { pages: 0, server: 0, browser: 0 }, all: { pages: 0, server: 0, browser: 0 } }

describe('a release that comes into use while old ones are removed', () => {
  beforeEach(async () => {
    for (const version of ['1', '2']) await putRelease(S3_STORE, { app, version, key })
    await makeLive(S3_STORE, { [app]: '2' }, { signer })
    server.age(/./, 40 * DAY_MS)
  })
  const isWhole = () => server.objects.has(`releases/${app}/1/release.json.sig`)

  it.each<[string, () => Promise<unknown>]>([
    ['is about to be named', () => markUse(releaseStorage(S3_STORE), { app, version: '1' })],
    ['is named', () => makeLive(S3_STORE, { [app]: '1' }, { signer })],
  ])('%s: it stays', async (_how, use) => {
    const used: Promise<void>[] = []
    server.fault = ({ method, url }, answer) => {
      if (method !== 'DELETE' || !url?.endsWith('/1/release.json.sig') || used.length > 0) return false
      const retire = (): void => {
        server.objects.delete(`releases/${app}/1/release.json.sig`)
        answer.writeHead(204).end()
      }
      used.push(use().then(retire))
      return true
    }
    await pruneReleases(S3_STORE, say, { signer })
    await Promise.all(used)
    expect(used).toHaveLength(1)
    expect(said[0]).toBe('mfe-content 1, 40 days old: has come into use meanwhile, and stays')
    expect(isWhole()).toBe(true)
  })

  it('keeps its files when the store stops answering', async () => {
    let isRetired = false
    let isDenied = false
    server.fault = ({ method, url }, answer) => {
      if (isRetired && !isDenied && method === 'GET' && url?.includes('releases.json')) {
        isDenied = true
        sendError(answer, 403, 'AccessDenied')
        return true
      }
      isRetired ||= method === 'DELETE'
      return false
    }
    expect(await messageOf(pruneReleases(S3_STORE, say, { signer }))).toContain('AccessDenied')
    expect(isDenied && isWhole()).toBe(true)
  })

  it('does not make a release fail that is already live', async () => {
    server.fault = (_request, answer) => {
      sendError(answer, 403, 'AccessDenied')
      return true
    }
    await pruneAfter(S3_STORE, app, say, signer)
    expect(said).toEqual([expect.stringContaining('Old releases are not removed:')])
  })
})

describe('the earlier releases that a document names (open pages ask for their files)', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const versions = Array.from({ length: 15 }, (_, index) => `${index}`)
  const entry = { live: 'live', previous: versions, candidates: [] as string[] }

  it('are ten, and all that were served in the last seven days', () => {
    const until = { 12: ago(PAGE_MS), 13: ago(PAGE_MS + 1), 14: ago(0), 99: ago(0) }
    const after = keepEarlier({ ...entry, until }, ['11'], now)
    expect(after.previous).toEqual([...versions.slice(0, 10), '11', '12', '14'])
    expect(after.until).toEqual({ 11: ago(0), 12: ago(PAGE_MS), 14: ago(0) })
  })

  it('are ten of those made in development, which removes its own', () => {
    const previous = versions.map((version) => `dev-${version}`)
    const after = keepEarlier({ ...entry, previous }, previous, now)
    expect(after).toEqual({ live: 'live', previous: previous.slice(0, 10), candidates: [] })
  })

  it('include releases that were rolled back, and canaries that have ended', async () => {
    const releases = path.join(folder, 'store')
    for (const version of [...versions, 'live']) await makeLive(releases, { [app]: version }, { signer })
    const canary = { percent: 10, bar: { rate: 0.05, fewest: 5 } }
    for (const version of versions)
      await nameCanary(releases, app, { ...canary, version: `c${version}` }, { signer })
    await endCanary(releases, app, { signer })
    expect(existsSync(path.join(releases, 'releases.json'))).toBe(true)
    const named: string[] = []
    await changeDocument(releases, { action: 'look', signer }, (content) => {
      named.push(...(content.apps[app]?.previous ?? []), ...(content.apps[app]?.candidates ?? []))
      return content
    })
    expect(named).toEqual([
      ...versions.toReversed(),
      ...versions.toReversed().map((version) => `c${version}`),
    ])
  })
})

describe('what says that a release is in use', () => {
  it('is written every six hours by each process, and retried when that failed', async () => {
    const written: string[] = []
    let isBroken = true
    let now = 0
    const storage = {
      files: {
        write: (file: string) => {
          if (isBroken) return Promise.reject(new Error('away'))
          written.push(file)
          return Promise.resolve()
        },
      } as never,
    }
    const mark = createUseMarks(storage, () => now)
    await expect(mark([{ app, version: '1' }])).rejects.toThrow('away')
    isBroken = false
    await mark([{ app, version: '1' }])
    now = MARK_MS - 1
    await mark([{ app, version: '1' }])
    expect(written).toHaveLength(1)
    now = MARK_MS
    await mark([{ app, version: '1' }])
    expect(written).toEqual(['used/mfe-content/1', 'used/mfe-content/1'])
  })
})
