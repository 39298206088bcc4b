import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { AppError } from '@tessera/shared/contract'
import { until } from '@tessera/shared/testing'
import { createSwitchedKeys, startLastPurge } from './last-purge.server.ts'
import { releaseStorage } from '../release-storage/release-storage.server.ts'
import { createReadOthers, REPORTS_FOLDER } from './shell-report.server.ts'
import { createReadShells, versionsRoute } from './versions.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'versions-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the report of another process. */
function anotherShell(document: string, version: string): void {
  const apps = { shell: { live: '1', refused: null }, 'mfe-search': { live: version, refused: null } }
  const seenAt = new Date().toISOString()
  const report = { schema: 1, host: 'other', pid: 7, url: 'https://site.example', seenAt, document, apps }
  mkdirSync(path.join(folder, REPORTS_FOLDER), { recursive: true })
  writeFileSync(path.join(folder, REPORTS_FOLDER, 'other-7.json'), JSON.stringify(report))
}

/** Reports with that of this process, which has tried a document and refused a release. */
const readShells = (storeFolder = folder) =>
  createReadShells({
    url: 'https://site.example',
    readOthers: createReadOthers(releaseStorage(storeFolder)),
    canaries: { tried: () => 'new', report: () => ({}) },
    releases: {
      snapshot: () => ({ shell: { release: { app: 'shell', version: '1' } }, remotes: new Map() }) as never,
      failures: () =>
        new Map([
          [
            'mfe-search',
            {
              app: 'mfe-search',
              version: '2',
              outcome: 'refused',
              error: new AppError('release/collision', 'why', { details: { collisions: ['/secret'] } }),
            },
          ],
        ]) as never,
    },
  })

describe('/health/versions', () => {
  const ask = async (storeFolder: string) => {
    const app = Fastify()
    versionsRoute(app, readShells(storeFolder))
    const answer = await app.inject('/health/versions')
    expect(answer.headers['cache-control']).toBe('no-store')
    return answer
  }

  it('says what every shell process runs and has refused, and names no machine', async () => {
    anotherShell('old', '1')
    const answer = await ask(folder)
    const { shells } = answer.json<{ shells: readonly object[] }>()
    expect(shells).toMatchObject([
      {
        isThis: true,
        document: 'new',
        apps: {
          shell: { live: '1', refused: null },
          'mfe-search': { live: null, refused: { version: '2', code: 'release/collision' } },
        },
      },
      { isThis: false, document: 'old', apps: { 'mfe-search': { live: '1', refused: null } } },
    ])
    expect(answer.body).not.toMatch(/other|secret|why/)
  })

  it('says what this one runs where the store can only be read', async () => {
    anotherShell('old', '1')
    expect((await ask('https://releases.example')).json<{ shells: readonly object[] }>().shells).toHaveLength(
      1,
    )
  })
})

describe('caches in front (the last purge after a release)', () => {
  it('are purged again when every shell has switched, and for the last time when no older page is being made', async () => {
    anotherShell('old', '1')
    const purged: string[] = []
    const switched = createSwitchedKeys((keys) => purged.push(keys.join()))
    let looks = 0
    const read = readShells()
    switched.purge('a')
    switched.purge('b')
    const stop = startLastPurge({
      switched,
      readShells() {
        looks += 1
        return read()
      },
      longestMs: 100,
      everyMs: 5,
    })
    try {
      await until(() => looks > 5)
      expect(purged).toEqual(['a', 'b'])
      anotherShell('new', '2')
      await until(() => purged.length === 3)
      expect(switched.isEmpty()).toBe(false)
      await until(() => switched.isEmpty())
      expect(purged).toEqual(['a', 'b', 'a,b', 'a,b'])
    } finally {
      stop()
    }
  })
})
