import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '../create-platform.ts'
import { shortId } from '../surrogate-keys.ts'
import { SEED, signIn, TOKEN } from '../testing/a-platform.ts'

const TEXT = 'Nine hundred and ninety-nine bytes of leaflet. '.repeat(21)
const PATH = '/asset-library/leaflet.txt'
const GUIDE = '/asset-library/guides/fern-care.pdf'
const GUIDE_ID = 'a5500000-0000-4000-8000-000000000003'
const MEMBERS_GUIDE = '/asset-library/guides/for-members.pdf'

describe('the files of assets (protocol 1.2, row 30; 1.11)', () => {
  let folder = ''
  let platform: Platform
  let url = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-assets-'))
    const library = join(folder, 'seed', 'assets', 'asset-library')
    mkdirSync(library, { recursive: true })
    const seed = JSON.parse(readFileSync(SEED, 'utf8')) as { readonly entries: readonly { id: string }[] }
    const guide = seed.entries.find(({ id }) => id === GUIDE_ID)
    const restricted = {
      ...guide,
      key: 'asset/members',
      id: 'a5500000-0000-4000-8000-000000000099',
      uri: MEMBERS_GUIDE,
      access: { requireLogin: true },
    }
    writeFileSync(
      join(folder, 'seed', 'content.json'),
      JSON.stringify({ ...seed, entries: [...seed.entries, restricted] }),
    )
    writeFileSync(join(library, 'leaflet.txt'), TEXT)
    writeFileSync(join(library, 'empty.txt'), '')
    writeFileSync(join(library, 'no-asset.txt'), TEXT)
    mkdirSync(join(library, 'guides'))
    writeFileSync(join(library, 'guides', 'fern-care.pdf'), '%PDF guide')
    writeFileSync(join(library, 'guides', 'for-members.pdf'), '%PDF for members')
    // As a file system that ignores case would find it.
    symlinkSync('for-members.pdf', join(library, 'guides', 'FOR-MEMBERS.pdf'))
    platform = await createPlatform({ dataDir: ':memory:', seed: join(folder, 'seed') })
    url = (await platform.listen(0)).url
  }, 60_000)
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const get = (headers: Record<string, string> = {}, path = PATH, method = 'GET') =>
    fetch(url + path, { method, headers })

  test('HEAD gives the headers of GET, with the length, and no body', async () => {
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
    expect(answer.headers.get('cache-control') === 'no-store').toBe(status === 416)
  })

  test('a range of a file that has changed since (If-Range) is answered with the whole file', async () => {
    const { headers } = await get()
    const [etag, modified] = [String(headers.get('etag')), String(headers.get('last-modified'))]
    for (const condition of [etag, modified])
      expect((await get({ range: 'bytes=0-3', 'if-range': condition })).status).toBe(206)
    for (const condition of ['"another"', `W/${etag}`, new Date(0).toUTCString()])
      expect((await get({ range: 'bytes=0-3', 'if-range': condition })).status).toBe(200)
  })

  test('a client that has the newest state gets 304, by tag or by date; a tag takes precedence', async () => {
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

  test.each([
    '/asset-library/guides/FOR-MEMBERS.pdf',
    '/asset-library/guides%2F%2Ffor-members.pdf',
    '/asset-library/guides%2F.%2Ffor-members.pdf',
    '/asset-library/guides/./for-members.pdf',
    '/asset-library/guides/x/..%2Ffor-members.pdf',
    '/asset-library/%2Fguides/for-members.pdf',
    '/image-library/..%2Fasset-library/guides/for-members.pdf',
  ])('a file for members is not served to anybody at another spelling of its path: %s', async (path) => {
    const { hostname, port } = new URL(url)
    // `fetch` would normalise the path before it sends it.
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(404)
    expect((await get({}, MEMBERS_GUIDE)).status).toBe(401)
  })

  test('a file of no asset has one path, too', async () => {
    const statuses = ['/asset-library/no-asset.txt', '/asset-library/%2Fno-asset.txt'].map(
      async (path) => (await platform.inject(path)).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404])
  })

  describe('of an asset that is not published (0033)', () => {
    const ENTRY = '/api/management/projects/website/entries'
    let admin = ''
    let member = ''
    const requestAsAuthor = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
      platform.inject({
        method,
        url: `${ENTRY}/${GUIDE_ID}${path}`,
        headers: { authorization: `Bearer ${admin}` },
        ...(payload ? { payload } : {}),
      })
    const statusFor = async (headers: Record<string, string>, method = 'GET') =>
      (await get(headers, GUIDE, method)).status
    beforeAll(async () => {
      admin = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
      member = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json.access_token
    })

    test('is served to those who may read drafts, not cached, and not found for others', async () => {
      expect(await statusFor({})).toBe(200)
      await requestAsAuthor('POST', '/workflow/events', { event: 'sysUnpublish', language: 'en-GB' })
      const others: Record<string, string>[] = [
        {},
        { accesstoken: 'no-such-token' },
        { authorization: `Bearer ${member}` },
      ]
      for (const headers of others)
        expect([headers, await statusFor(headers), await statusFor(headers, 'HEAD')]).toEqual([
          headers,
          404,
          404,
        ])
      const missing = await get({}, GUIDE)
      expect([missing.headers.get('cache-control'), missing.headers.get('etag')]).toEqual([null, null])
      const authors: Record<string, string>[] = [{ accesstoken: TOKEN }, { authorization: `Bearer ${admin}` }]
      for (const headers of authors) {
        const answer = await get(headers, GUIDE)
        expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
          200,
          'private, no-store',
          '%PDF guide',
        ])
      }
      await requestAsAuthor('POST', '/workflow/events', { event: 'draft.publish', language: 'en-GB' })
      expect(await statusFor({})).toBe(200)
    })

    test('carries the key of its entry, so that caches drop it when it is taken back', async () => {
      const { headers } = await get({ 'x-require-surrogate-key': 'true' }, GUIDE)
      expect(headers.get('surrogate-key')).toContain(`hillside_e_${shortId(GUIDE_ID)}`)
    })

    test('is not found for anyone once the asset is deleted', async () => {
      expect((await requestAsAuthor('DELETE', '')).statusCode).toBe(204)
      expect([await statusFor({}), await statusFor({ accesstoken: TOKEN })]).toEqual([404, 404])
      expect((await get()).status).toBe(200)
    })
  })
})
