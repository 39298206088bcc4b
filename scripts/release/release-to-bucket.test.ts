import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@tessera/shared/testing'
import { DOCUMENT_FILE, readSignedDocument } from '../../shell/release-document/release-document.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import {
  anS3Server,
  S3_STORE,
  sendError,
  type S3Server,
} from '../../shell/release-storage/testing/an-s3-server.ts'
import { aSigner } from '../../shell/releases/testing/a-release.ts'
import { readReports } from '../../shell/reports/shell-report.server.ts'
import { readDocument, readHistory } from './change-document.ts'
import { goBack, goBackTo, goLive } from './go-live.ts'
import { makeLive } from './make-live.ts'
import { isReleased } from './pack-release.ts'
import { haltCanary, promoteCanary, startCanary } from './run-canary.ts'
import { aReportingShell } from './testing/a-reporting-shell.ts'
import { putRelease } from './testing/put-release.ts'
import { withRelease } from './with-release.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const signer = aSigner(key)
const app = 'mfe-content'
const CANARY = { version: '1.1.0', percent: 10, bar: { rate: 0.05, fewest: 5 } }
const environment = process.env
let folder: string
let server: S3Server
let said: string[]
let ends: (() => Promise<void>)[]

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bucket-'))
  writeFileSync(path.join(folder, 'site.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
  server = await anS3Server()
  process.env = { ...environment, ...server.env }
  said = []
  ends = []
})
afterEach(async () => {
  server.fault = () => false
  for (const end of ends) await end()
  process.env = environment
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The target of a person with a key of their own. */
const target = () => ({
  releases: S3_STORE,
  keyFile: path.join(folder, 'own.pem'),
  siteKeyFile: path.join(folder, 'site.pub'),
})
const say = (line: string): void => void said.push(line)
const put = (version: string, more: object = {}) => putRelease(S3_STORE, { app, version, key, ...more })
const messageOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'it was done',
    (error: unknown) => (error as Error).message,
  )
const objectOf = (file: string): Buffer | undefined => server.objects.get(`releases/${file}`)?.bytes
const published = () => readSignedDocument(objectOf(DOCUMENT_FILE)!, publicKey).document

async function aLiveSite(): Promise<Awaited<ReturnType<typeof aReportingShell>>> {
  await putRelease(S3_STORE, { app: 'shell', key })
  await put('1.0.0')
  await makeLive(S3_STORE, { shell: '1.0.0', [app]: '1.0.0' }, { signer })
  const shell = await aReportingShell(S3_STORE, publicKey, path.join(folder, 'copies'))
  ends.push(shell.stop)
  return shell
}

describe('releases in a bucket', () => {
  it('go live when every shell has reported there, and are rolled back', async () => {
    await aLiveSite()
    await put('1.1.0')
    await goLive(S3_STORE, app, '1.1.0', say, { signer, why: 'a bucket' })
    expect(said).toEqual([
      'mfe-content 1.1.0 is live',
      expect.stringContaining('  taken by https://site.example'),
    ])
    await goBack(S3_STORE, app, say, { signer })
    expect(said[2]).toBe('mfe-content 1.0.0 is live')
    await goBackTo(S3_STORE, app, 2, say, { signer })
    expect((await readHistory(S3_STORE, signer)).map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1])
    const used = [...server.objects.keys()].filter((name) => name.startsWith('releases/used/'))
    expect(used).toContain('releases/used/mfe-content/1.1.0')
  })

  it('are reverted when a shell refuses them, with its reason', async () => {
    await aLiveSite()
    await put('1.1.0', { onImport: 'null.x' })
    const refusal = await messageOf(goLive(S3_STORE, app, '1.1.0', say, { signer }))
    expect(refusal).toContain('The server half of a release could not be loaded. (release/not-loadable)')
    expect(published().apps[app]?.live).toBe('1.0.0')
  })

  it('can be canaries, whose counts and halts shells report there', async () => {
    const shell = await aLiveSite()
    await put('1.1.0')
    await startCanary(S3_STORE, app, CANARY, say, { signer })
    const seen = shell.canaries.seenBy(0)
    for (let count = 0; count < CANARY.bar.fewest; count += 1) shell.canaries.failed(seen, app, 'server')
    await until(async () => {
      const [report] = await readReports(releaseStorage(S3_STORE))
      return report?.canaries?.[app]?.state === 'halted' && report.canaries[app].canary.all.server === 5
    })
    expect(await messageOf(promoteCanary(S3_STORE, app, say, { signer }))).toContain('shells have halted it')
    await haltCanary(S3_STORE, app, say, { signer })
    expect(said.at(-2)).toBe('mfe-content 1.1.0 is halted: everybody sees 1.0.0')
  })

  it('pass the gate again as verified copies, and a changed file is detected', async () => {
    await put('1.0.0')
    expect(await isReleased(target(), app, '1.0.0')).toBe(true)
    let files: readonly string[] = []
    await withRelease(target(), app, '1.0.0', (place) => {
      files = readdirSync(place)
      return Promise.resolve()
    })
    expect(files).toContain('node')
    server.objects.get(`releases/${app}/1.0.0/node/remoteEntry.js`)!.bytes[0] = 0
    expect(await messageOf(withRelease(target(), app, '1.0.0', () => Promise.resolve()))).toContain(
      'does not match its hash',
    )
  })
})

describe('a bucket with several writers', () => {
  it('loses none of their simultaneous changes', async () => {
    const apps = ['mfe-content', 'mfe-search', 'mfe-forms', 'mfe-account']
    await Promise.all(apps.map((name) => makeLive(S3_STORE, { [name]: '1' }, { signer })))
    expect(published().sequence).toBe(apps.length)
    expect(Object.keys(published().apps).toSorted()).toEqual(apps.toSorted())
    const unconditional = server.asked.filter((line) => /^PUT/.test(line) && !/none \*|match/.test(line))
    expect(unconditional).toEqual([])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'has the old document or the new one when a writer ends before its request %i, and the next goes on',
    async (requests) => {
      await makeLive(S3_STORE, { [app]: '1' }, { signer })
      let left = requests
      server.fault = (_request, answer) => {
        left -= 1
        if (left < 0) sendError(answer, 400, 'Killed')
        return left < 0
      }
      await messageOf(makeLive(S3_STORE, { [app]: '2' }, { signer }))
      server.fault = () => false
      const wasNamed = objectOf('history/00000002.json') !== undefined
      expect(['1', '2']).toContain(published().apps[app]?.live)
      await makeLive(S3_STORE, { 'mfe-search': '7' }, { signer })
      expect(published().apps).toMatchObject({
        [app]: { live: wasNamed ? '2' : '1' },
        'mfe-search': { live: '7' },
      })
      expect(published().sequence).toBe(wasNamed ? 3 : 2)
    },
  )

  it('changes a document once, although the response was lost', async () => {
    for (const version of ['1', '2', '3']) await makeLive(S3_STORE, { [app]: version }, { signer })
    let isFirst = true
    server.fault = ({ url, method }, answer) => {
      if (method !== 'PUT' || !url?.includes('history') || !isFirst) return false
      isFirst = false
      answer.writeHead = () => answer.destroy() as never
      return false
    }
    await put('2')
    await goBack(S3_STORE, app, say, { signer })
    expect(published()).toMatchObject({ sequence: 4, apps: { [app]: { live: '2' } } })
  })
})

describe('an upload', () => {
  const isThere = () => isReleased(target(), app, '1.0.0')
  /** Make the bucket accept a number of files, and then refuse all others. */
  const failAfter = (files: number): void => {
    let left = files
    server.fault = ({ method, url }, answer) => {
      if (method !== 'PUT' || url?.endsWith('conditions')) return false
      left -= 1
      if (left < 0) sendError(answer, 403, 'AccessDenied')
      return left < 0
    }
  }

  it.each([0, 1, 2, 3])(
    'that ends after %i files is no release, and is finished by the next one',
    async (files) => {
      failAfter(files)
      expect(await messageOf(put('1.0.0'))).toContain('AccessDenied')
      expect(objectOf(`${app}/1.0.0/release.json.sig`)).toBeUndefined()
      expect(await isThere()).toBe(false)
      server.fault = () => false
      await put('1.0.0')
      expect(await isThere()).toBe(true)
    },
  )

  it('is repeated for a release whose files are damaged or missing in the bucket, and shells serve it', async () => {
    const entry = `releases/${app}/1.0.0/node/remoteEntry.js`
    for (const damage of [
      () => (server.objects.get(entry)!.bytes[0] = 0),
      () => server.objects.delete(entry),
    ]) {
      await put('1.0.0')
      damage()
      expect(await isThere()).toBe(false)
    }
    await put('1.0.0')
    expect(await isThere()).toBe(true)
    const shell = await aLiveSite()
    expect(shell.canaries.seenBy(0).remotes.get(app)?.release.version).toBe('1.0.0')
  })

  it('is complete when two upload the same build at once', async () => {
    await Promise.all([put('1.0.0'), put('1.0.0')])
    await putRelease(S3_STORE, { app: 'shell', key })
    await makeLive(S3_STORE, { shell: '1.0.0', [app]: '1.0.0' }, { signer })
    const shell = await aReportingShell(S3_STORE, publicKey, path.join(folder, 'copies'))
    ends.push(shell.stop)
    expect((await readReports(releaseStorage(S3_STORE)))[0]?.apps[app]?.live).toBe('1.0.0')
  })

  it('is refused for another build of the version while the first is under way, and possible once that is abandoned', async () => {
    failAfter(2)
    await messageOf(put('1.0.0'))
    server.fault = () => false
    const other = { render: `return '<p>version 1.0.0 anew</p>'` }
    expect(await messageOf(put('1.0.0', other))).toContain(
      'Somebody else is uploading another build of mfe-content 1.0.0',
    )
    server.age(/release\.json$/, 16 * 60_000)
    await put('1.0.0', other)
    expect(objectOf(`${app}/1.0.0/node/remoteEntry.js`)?.toString()).toContain('anew')
    expect(await isThere()).toBe(true)
  })
})

describe('a shell whose bucket is away', () => {
  it('keeps serving what is live, and then serves what was released meanwhile', async () => {
    const shell = await aLiveSite()
    await put('1.1.0')
    const versionOf = () => shell.canaries.seenBy(0).remotes.get(app)?.release.version
    server.fault = (_request, answer) => {
      answer.destroy()
      return true
    }
    await shell.canaries.refresh()
    expect(versionOf()).toBe('1.0.0')
    server.fault = () => false
    await goLive(S3_STORE, app, '1.1.0', say, { signer })
    expect(versionOf()).toBe('1.1.0')
    expect((await readDocument(S3_STORE)).apps[app]?.live).toBe('1.1.0')
  })
})
