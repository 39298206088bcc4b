import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '../create-platform.ts'
import { SEED } from '../testing/a-platform.ts'

const TEXT = 'Nine hundred and ninety-nine bytes of leaflet. '.repeat(21)
const PATH = '/asset-library/leaflet.txt'

describe('the files of assets (protocol 1.2, row 30; 1.11)', () => {
  let folder = ''
  let platform: Platform
  let url = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-assets-'))
    const library = join(folder, 'seed', 'assets', 'asset-library')
    mkdirSync(library, { recursive: true })
    writeFileSync(join(folder, 'seed', 'content.json'), readFileSync(SEED))
    writeFileSync(join(library, 'leaflet.txt'), TEXT)
    writeFileSync(join(library, 'empty.txt'), '')
    platform = await createPlatform({ dataDir: ':memory:', seed: join(folder, 'seed') })
    url = (await platform.listen(0)).url
  }, 60_000)
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (headers: Record<string, string> = {}, path = PATH, method = 'GET') =>
    fetch(url + path, { method, headers })

  test('HEAD says of a file what GET says, its length included, and sends none of it', async () => {
    const [whole, head] = [await get(), await get({}, PATH, 'HEAD')]
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'last-modified',
      'cache-control',
      'accept-ranges',
    ])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)])
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(TEXT.length)])
    expect([await whole.text(), await head.text()]).toEqual([TEXT, ''])
    const part = await get({ range: 'bytes=10-19' }, PATH, 'HEAD')
    expect([part.status, part.headers.get('content-length'), await part.text()]).toEqual([206, '10', ''])
    expect((await get({}, '/asset-library/empty.txt', 'HEAD')).headers.get('content-length')).toBe('0')
    expect((await get({}, '/asset-library/nowhere.txt', 'HEAD')).status).toBe(404)
  })

  test.each([
    ['bytes=0-3', 206, `bytes 0-3/${TEXT.length}`, TEXT.slice(0, 4)],
    [
      `bytes=${TEXT.length - 5}-`,
      206,
      `bytes ${TEXT.length - 5}-${TEXT.length - 1}/${TEXT.length}`,
      TEXT.slice(-5),
    ],
    ['bytes=-7', 206, `bytes ${TEXT.length - 7}-${TEXT.length - 1}/${TEXT.length}`, TEXT.slice(-7)],
    ['bytes=0-99999', 206, `bytes 0-${TEXT.length - 1}/${TEXT.length}`, TEXT],
    [`bytes=${TEXT.length}-`, 416, `bytes */${TEXT.length}`, null],
    ['bytes=0-1,4-5', 200, null, TEXT],
    ['lines=1-2', 200, null, TEXT],
  ])('the range %s is answered with %i', async (range, status, said, body) => {
    const answer = await get({ range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, said])
    if (body !== null) expect(await answer.text()).toBe(body)
  })

  test('a range goes on only with the file that it began with', async () => {
    const { headers } = await get()
    const [etag, modified] = [String(headers.get('etag')), String(headers.get('last-modified'))]
    for (const condition of [etag, modified])
      expect((await get({ range: 'bytes=0-3', 'if-range': condition })).status).toBe(206)
    for (const condition of ['"another"', `W/${etag}`, new Date(0).toUTCString()])
      expect((await get({ range: 'bytes=0-3', 'if-range': condition })).status).toBe(200)
  })

  test('who has the newest state is told so, by tag or by date; the tag counts', async () => {
    const { headers } = await get()
    const [etag, modified] = [String(headers.get('etag')), String(headers.get('last-modified'))]
    for (const known of [etag, `W/${etag}`, `"old", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': known })
      expect([known, answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([
        known,
        304,
        etag,
        '',
      ])
    }
    expect((await get({ 'if-modified-since': modified })).status).toBe(304)
    expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200)
    expect((await get({ 'if-modified-since': 'yesterday' })).status).toBe(200)
    expect((await get({ 'if-modified-since': modified, 'if-none-match': '"old"' })).status).toBe(200)
  })
})
