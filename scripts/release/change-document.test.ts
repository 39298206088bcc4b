import { spawn } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http, { type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import {
  DOCUMENT_FILE,
  historyFile,
  readSignedDocument,
} from '../../shell/release-document/release-document.server.ts'
import { keyText } from '../../shell/release-document/trust.server.ts'
import { aSigner } from '../../shell/releases/testing/a-release.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { changeDocument, type DocumentContent, type DocumentStorage } from './change-document.ts'
import { addKey, revokeKey } from './change-trust.ts'
import { freeze, makeLive, schedule } from './make-live.ts'
import { seenIn, type Signer } from './signer.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const { publicKey: team } = generateKeyPairSync('ed25519')
let folder: string
let releases: string
let signer: Signer

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'documents-'))
  releases = path.join(folder, 'store')
  signer = { ...aSigner(key), ...seenIn(path.join(folder, 'seen.json')) }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (file: string) => path.join(releases, file)
const published = () => readSignedDocument(readFileSync(fileOf(DOCUMENT_FILE)), publicKey).document
const live = (version: string, store: string = releases) =>
  makeLive(store, { 'mfe-content': version }, { signer, why: `because of ${version}` })
const messageOf = (made: Promise<unknown>): Promise<string> =>
  made.then(
    () => 'it was changed',
    (error: unknown) => (error as Error).message,
  )

describe('a change of the release document', () => {
  it('is signed, has the next number, and records who, when, from where, what and why', async () => {
    await live('1')
    await live('2')
    expect(published()).toMatchObject({
      schema: 2,
      sequence: 2,
      changed: { by: 'Test', from: 'here', action: 'mfe-content 2 live', why: 'because of 2' },
    })
    expect(Date.parse(published().changed.at)).not.toBeNaN()
    expect(readFileSync(fileOf(historyFile(2)))).toEqual(readFileSync(fileOf(DOCUMENT_FILE)))
    expect(
      readSignedDocument(readFileSync(fileOf(historyFile(1))), publicKey).document.apps['mfe-content']?.live,
    ).toBe('1')
  })

  it('writes nothing when nothing changes', async () => {
    await live('1')
    await live('1')
    expect(published().sequence).toBe(1)
  })

  it('is applied to what another writer has written meanwhile', async () => {
    await live('1')
    let isFirst = true
    const between: DocumentStorage = {
      ...releaseStorage(releases),
      async create(file, bytes) {
        if (isFirst) {
          isFirst = false
          await makeLive(releases, { 'mfe-search': '7' }, { signer })
        }
        return releaseStorage(releases).create(file, bytes)
      },
    }
    await changeDocument(between, { action: 'test', signer }, withVersion('mfe-content', '2'))
    expect(published().sequence).toBe(3)
    expect(published().apps).toMatchObject({ 'mfe-content': { live: '2' }, 'mfe-search': { live: '7' } })
  })

  /** The numbers of the steps in which a change writes to a store; there are fewer than this. */
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'that ends before its step %i leaves the old document or the new one, and the next goes on',
    async (steps) => {
      await live('1')
      await messageOf(
        changeDocument(endingAfter(steps), { action: 'test', signer }, withVersion('mfe-content', '2')),
      )
      expect(['1', '2']).toContain(published().apps['mfe-content']?.live)
      const wasNamed = readdirSync(fileOf('history')).length === 2
      await makeLive(releases, { 'mfe-search': '7' }, { signer })
      expect(published().apps['mfe-search']?.live).toBe('7')
      expect(published().apps['mfe-content']?.live).toBe(wasNamed ? '2' : '1')
      expect(published().sequence).toBe(wasNamed ? 3 : 2)
    },
  )
})

describe('a change that nobody could read, or would follow', () => {
  const long = 'x'.repeat(2_100)
  const cut = `${'x'.repeat(1_999)}…`

  it.each<[string, (content: DocumentContent) => DocumentContent, string]>([
    ['a version that is none', withVersion('mfe-content', '1 2'), 'Invalid format'],
    [
      'more bytes than a shell reads',
      withVersion(
        'mfe-content',
        '2',
        Array.from({ length: 20_000 }, () => '1'.repeat(60)),
      ),
      '1000000 are the most',
    ],
  ])('is not made: %s', async (_what, change, problem) => {
    await live('1')
    const refusal = await messageOf(changeDocument(releases, { action: 'test', signer }, change))
    expect(refusal).toMatch(/^Nothing is changed[^\n]*$/)
    expect(refusal).toContain(problem)
    expect(readdirSync(fileOf('history'))).toEqual(['00000001.json'])
    await live('2')
    expect(published().sequence).toBe(2)
  })

  it('is refused with a key that the site does not know', async () => {
    await live('1')
    const stranger = aSigner(generateKeyPairSync('ed25519').privateKey, publicKey)
    expect(await messageOf(makeLive(releases, { 'mfe-content': '2' }, { signer: stranger }))).toContain(
      'Nothing is changed, since no shell would follow it. The release document is not signed by a key',
    )
    expect(readdirSync(fileOf('history'))).toEqual(['00000001.json'])
  })

  it('shortens reasons, names and actions that are too long, wherever they are repeated', async () => {
    const note = { signer: { ...signer, by: long }, why: long }
    const named = { ...note, action: `${long} live` }
    await changeDocument(releases, named, withVersion('mfe-content', '1'))
    expect(published().changed).toMatchObject({ by: cut, why: cut, action: cut })
    await schedule(releases, 'mfe-content', { version: '2', at: '2026-12-01T06:00:00Z' }, note)
    await addKey(releases, 'mfe-content', keyText(team), note)
    await revokeKey(releases, keyText(team), note)
    await freeze(releases, note)
    expect(published()).toMatchObject({
      apps: { 'mfe-content': { scheduled: { by: cut, why: cut } } },
      trust: { revoked: [{ by: cut, why: cut }] },
      frozen: { by: cut, why: cut },
    })
  })
})

/** A change of an app's entry. */
function withVersion(app: string, live: string, previous: string[] = []) {
  return ({ apps, ...content }: DocumentContent): DocumentContent => ({
    ...content,
    apps: { ...apps, [app]: { live, previous, candidates: [] } },
  })
}

/** Storage whose writer dies after a number of steps. */
function endingAfter(steps: number): DocumentStorage {
  const storage = releaseStorage(releases)
  let left = steps
  const step =
    <Args extends unknown[], T>(act: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      left -= 1
      return left < 0 ? Promise.reject(new Error('killed')) : act(...args)
    }
  return {
    name: storage.name,
    read: step(storage.read),
    create: step(storage.create),
    replace: step(storage.replace),
  }
}

describe('writers side by side', () => {
  it('lose no change when they are processes that are killed at twenty moments', async () => {
    const script = `
      const { makeLive } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'make-live.ts'))})
      const { createPrivateKey, createPublicKey } = await import('node:crypto')
      const [releases, app, pem] = process.argv.slice(1)
      const key = createPrivateKey(pem)
      const signer = { key, siteKey: createPublicKey(key), by: app, from: 'here', seen: () => 0, note: () => {} }
      for (let version = 1; ; version += 1) {
        await makeLive(releases, { [app]: String(version) }, { signer })
        console.log(version)
      }`
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const said: Record<string, number> = {}
    for (let kill = 1; kill <= 10; kill += 1) {
      await Promise.all(
        ['mfe-content', 'mfe-search'].map(async (app) => {
          const child = spawn(process.execPath, ['--input-type=module', '-e', script, releases, app, pem], {
            stdio: ['ignore', 'pipe', 'inherit'],
          })
          const exit = once(child, 'exit')
          for await (const line of createInterface(child.stdout)) {
            said[app] = Number(line)
            if (said[app] === kill) child.kill('SIGKILL')
          }
          await exit
        }),
      )
      // The killed writer may have published an older document last: the next writer, even without a change, publishes the newest.
      await changeDocument(releases, { action: 'nothing', signer }, (before) => before)
      for (const [app, version] of Object.entries(said))
        expect(Number(published().apps[app]?.live)).toBeGreaterThanOrEqual(version)
    }
    const history = readdirSync(fileOf('history')).filter((name) => /^\d{8}\.json$/.test(name))
    expect(history).toEqual(history.map((_, index) => path.basename(historyFile(index + 1))))
    await live('last')
    expect(published().apps).toMatchObject({ 'mfe-content': { live: 'last' }, 'mfe-search': {} })
  })
})

describe('a release document that is not one to go on from', () => {
  it('is one that another key has signed, that is not signed, or that somebody has edited', async () => {
    await live('1')
    const sound = readFileSync(fileOf(DOCUMENT_FILE), 'utf8')
    for (const [text, problem] of [
      [sound.replace('"live": "1"', '"live": "0"'), 'not signed by a key with the right to make its changes'],
      [
        sound.replace(/"signature": "[^"]*"/, '"signature": ""'),
        'not signed by a key with the right to make its changes',
      ],
      ['{"schema":2}', 'is not valid'],
    ] as const) {
      expect(text).not.toBe(sound)
      writeFileSync(fileOf(DOCUMENT_FILE), text)
      expect(await messageOf(live('2'))).toContain(problem)
      expect(readFileSync(fileOf(DOCUMENT_FILE), 'utf8')).toBe(text)
    }
    const other = { ...aSigner(generateKeyPairSync('ed25519').privateKey) }
    writeFileSync(fileOf(DOCUMENT_FILE), sound)
    expect(await messageOf(makeLive(releases, { 'mfe-content': '2' }, { signer: other }))).toContain(
      'not signed by a key with the right to make its changes',
    )
  })

  it('is an old one that was put back together with its history', async () => {
    await live('1')
    const old = readFileSync(fileOf(DOCUMENT_FILE))
    await live('2')
    writeFileSync(fileOf(DOCUMENT_FILE), old)
    await makeLive(releases, { 'mfe-search': '7' }, { signer })
    expect(published()).toMatchObject({ sequence: 3, apps: { 'mfe-content': { live: '2' } } })
    writeFileSync(fileOf(DOCUMENT_FILE), old)
    for (const sequence of [2, 3]) rmSync(fileOf(historyFile(sequence)))
    expect(await messageOf(live('3'))).toContain('somebody has put an old one back')
    expect(readFileSync(fileOf(DOCUMENT_FILE))).toEqual(old)
    rmSync(fileOf(DOCUMENT_FILE))
    await live('3')
    expect(published()).toMatchObject({ sequence: 4, apps: { 'mfe-content': { live: '3', previous: [] } } })
  })

  it('is an old one under the number of the next one', async () => {
    await live('1')
    await live('2')
    writeFileSync(fileOf(historyFile(3)), readFileSync(fileOf(historyFile(1))))
    expect(await messageOf(live('3'))).toContain('00000003.json is number 1')
    expect(published().apps['mfe-content']?.live).toBe('2')
  })

  it('is a damaged or forged one under the number of the next one: the error names it and says what to do', async () => {
    await live('1')
    const sound = readFileSync(fileOf(historyFile(1)), 'utf8')
    for (const text of ['', sound.slice(0, 90), sound.replace('"live": "1"', '"live": "0"')]) {
      writeFileSync(fileOf(historyFile(2)), text)
      expect(await messageOf(live('2'))).toMatch(
        /^\S+\/store\/history\/00000002\.json: The release document is .* move that file elsewhere, and try again/,
      )
      expect(published().sequence).toBe(1)
    }
    rmSync(fileOf(historyFile(2)))
    await live('2')
    expect(published()).toMatchObject({ sequence: 2, apps: { 'mfe-content': { live: '2' } } })
  })

  it('is reported with a hint at the key of the site only when a team may have left it out', async () => {
    await live('1')
    const other = aSigner(generateKeyPairSync('ed25519').privateKey)
    const refusal = (own: Signer) => messageOf(makeLive(releases, { 'mfe-content': '2' }, { signer: own }))
    expect(await refusal(other)).not.toContain('--site-key')
    expect(await refusal({ ...other, isTeam: true })).toContain('--site-key FILE')
    writeFileSync(fileOf(DOCUMENT_FILE), '{}')
    expect(await refusal({ ...other, isTeam: true })).not.toContain('--site-key')
  })

  it('is one from before documents were signed, except for its first change here', async () => {
    const unsigned = JSON.stringify({ schema: 1, apps: { 'mfe-content': { live: '1', previous: ['0'] } } })
    mkdirSync(releases)
    writeFileSync(fileOf(DOCUMENT_FILE), unsigned)
    await makeLive(releases, {}, { signer })
    expect(published()).toMatchObject({
      sequence: 1,
      apps: { 'mfe-content': { live: '1', previous: ['0'] } },
    })
    rmSync(fileOf('history'), { recursive: true })
    writeFileSync(fileOf(DOCUMENT_FILE), unsigned)
    expect(await messageOf(live('2'))).toContain('somebody has put an old one back')
  })
})

describe('a release store at an address', () => {
  it('is written by conditional requests: both of two writers’ changes are kept', async () => {
    const { url, asked, close } = await aServer()
    try {
      const apps = ['mfe-content', 'mfe-search', 'mfe-forms']
      await Promise.all(apps.map((app) => makeLive(url, { [app]: '1' }, { signer })))
      const { document } = readSignedDocument(
        Buffer.from(await (await fetch(`${url}/${DOCUMENT_FILE}`)).arrayBuffer()),
        publicKey,
      )
      expect(document.sequence).toBe(3)
      expect(Object.keys(document.apps).toSorted()).toEqual(apps.toSorted())
      const puts = asked.filter(({ method }) => method === 'PUT')
      expect(puts.filter(({ headers }) => !headers['if-match'] && headers['if-none-match'] !== '*')).toEqual(
        [],
      )
      expect(puts.some(({ headers }) => headers['if-match'])).toBe(true)
    } finally {
      await close()
    }
  })
})

/** A file server with conditional PUTs. */
async function aServer() {
  const files = new Map<string, Buffer>()
  const asked: IncomingMessage[] = []
  const tagOf = (bytes: Buffer | undefined) =>
    bytes && `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`
  const server = http.createServer((request, answer) => {
    asked.push(request)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const name = request.url ?? ''
      const found = files.get(name)
      if (request.method === 'GET')
        return found ? answer.setHeader('etag', tagOf(found)!).end(found) : answer.writeHead(404).end()
      const { 'if-match': match, 'if-none-match': none } = request.headers
      if ((none === '*' && found) || (match && match !== tagOf(found))) return answer.writeHead(412).end()
      files.set(name, Buffer.concat(chunks))
      return answer.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, close: () => new Promise((resolve) => server.close(resolve)) }
}
