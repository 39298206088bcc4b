import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }
const KEYS = { 'surrogate-key': 'cms_any-update cms_n_1 cms_e_1' }
const ENTRY = {
  sys: { id: 'e1', contentTypeId: 'contentPage', language: 'en-GB' },
  entryTitle: 'A page',
}
const NODE = { id: 'n1', path: '/a', displayName: 'A', language: 'en-GB', childCount: 0, entry: ENTRY }
const TREE = { id: 'r', path: '/', displayName: 'Home', children: [] }

let platform: FaultServer
let shell: TestShell
let treeIsIll = false

const nodes: Readonly<Record<string, Answering>> = {
  a: (_request, response) => sendJson(response, NODE, 200, KEYS),
  partial: (_request, response) => sendJson(response, { ...NODE, path: '/partial' }, 200, KEYS),
  missing: (_request, response) => sendJson(response, { message: 'no' }, 404),
  members: (_request, response) => sendJson(response, { message: 'sign in' }, 401),
  failing: (_request, response) => sendJson(response, { message: 'down' }, 500),
}

beforeAll(async () => {
  platform = await aFaultServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/projects/website')) return sendJson(response, PROJECT)
    if (path.endsWith('/nodes/root'))
      return treeIsIll ? sendJson(response, {}, 500) : sendJson(response, TREE, 200, KEYS)
    if (path.endsWith('/siblings')) return sendJson(response, [])
    if (path.endsWith('/entries/search')) return sendJson(response, { items: [], totalCount: 0 })
    const answer = nodes[path.split('/').at(-1) ?? '']
    return answer ? answer(request, response) : sendJson(response, { message: 'no' }, 404)
  })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [
      aContentRemote(),
      {
        app: 'mfe-account',
        manifest: {
          staticRoutes: [{ path: '/account/login', view: 'login', hydrate: 'never', private: true }],
        },
      },
      {
        app: 'mfe-devinfo',
        manifest: { staticRoutes: [{ path: '/version', view: 'version', hydrate: 'never', private: true }] },
      },
      {
        app: 'mfe-search',
        manifest: {
          staticRoutes: [{ path: '/members-only', view: 'x', hydrate: 'never', requireLogin: true }],
        },
      },
    ],
    limits: { pageFreshMs: 60_000, freshMs: 0, treeFreshMs: 0 },
    options: { webhookSecrets: ['a-secret-of-this-test'], trustedProxies: ['127.0.0.1'] },
  })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})
beforeEach(() => {
  treeIsIll = false
  shell.caches.store.clear()
})

interface Row {
  readonly status: number
  readonly cacheControl: string
  readonly surrogate: string | undefined
  readonly keys: RegExp | undefined
}
const PRIVATE: Omit<Row, 'status'> = {
  cacheControl: 'private, no-store',
  surrogate: 'no-store',
  keys: undefined,
}
const FAILED: Omit<Row, 'status'> = { cacheControl: 'no-store', surrogate: 'no-store', keys: undefined }
const IMMUTABLE = 'public, max-age=31536000, immutable'
const PAGE: Row = {
  status: 200,
  cacheControl: 'private',
  surrogate: 'max-age=3600',
  keys: /^test-app test_r_shell test_r_mfe-content test_tree_\w+ test_tree_\w+ cms_n_1 cms_e_1$/,
}
const NOT_FOUND: Row = {
  status: 404,
  cacheControl: 'private',
  surrogate: 'max-age=5',
  keys: /^test-app test_any-update$/,
}
const REDIRECT: Row = {
  status: 302,
  cacheControl: 'private',
  surrogate: 'max-age=3600',
  keys: /^test-app$/,
}

async function expectRow(url: string, { status, cacheControl, surrogate, keys }: Row, headers = {}) {
  const answer = await shell.get(url, headers)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['cache-control']).toBe(cacheControl)
  expect(answer.headers['surrogate-control']).toBe(surrogate)
  if (keys) expect(String(answer.headers['surrogate-key'])).toMatch(keys)
  else expect(answer.headers['surrogate-key']).toBeUndefined()
  return answer
}

describe('headers by class of answer (reference security 4.2, specification 9)', () => {
  it.each<[string, string, Row]>([
    ['a public page', '/a', PAGE],
    ['its state', '/a?redux=true', PAGE],
    ['a page that is not there', '/missing', NOT_FOUND],
    ['its state', '/missing?redux=true', NOT_FOUND],
    ['a trailing slash', '/a/', REDIRECT],
    ['doubled slashes', '//a//b', REDIRECT],
    ['a page for members', '/members', { status: 302, ...PRIVATE }],
    ['a route for members', '/members-only', { status: 302, ...PRIVATE }],
    ['a page of an account', '/account/login', { status: 200, ...PRIVATE }],
    ['the version page', '/version', { status: 200, ...PRIVATE }],
    ['a preview', '/preview/e1', { status: 302, ...PRIVATE }],
    ['a page whose address has a token', '/account/login?token=t', { status: 200, ...PRIVATE }],
    ['a failure of the platform', '/failing', { status: 500, ...FAILED }],
    ['its state', '/failing?redux=true', { status: 500, ...FAILED }],
    ['an address that is none', '/a%00b', { status: 400, ...FAILED }],
    [
      'a file of a release',
      '/_mfe/mfe-content/1.0.0/web/remoteEntry.js',
      { status: 200, cacheControl: IMMUTABLE, surrogate: IMMUTABLE, keys: undefined },
    ],
    ['a file that no release has', '/_mfe/mfe-content/1.0.0/web/nothing.js', { status: 404, ...FAILED }],
  ])('of %s (%s)', async (_what, url, row) => {
    await expectRow(url, row)
  })

  it("of a file of a release that cannot be read, which is no browser's to keep", async () => {
    const copies = path.join(shell.dataDir, 'releases')
    const files = readdirSync(copies, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('web/remoteEntry.js')))
      rmSync(path.join(copies, file))
    const asked = { 'accept-encoding': 'br, gzip' }
    const answer = await expectRow(
      '/_mfe/mfe-account/1.0.0/web/remoteEntry.js',
      { status: 500, ...FAILED },
      asked,
    )
    expect(brotliDecompressSync(answer.rawPayload).toString()).toMatch(/\S/)
  })

  it('of a page with a part missing', async () => {
    treeIsIll = true
    await expectRow('/partial', {
      status: 200,
      cacheControl: 'private',
      surrogate: 'max-age=30',
      keys: /^test-app test_r_shell test_r_mfe-content cms_n_1 cms_e_1 test_any-update$/,
    })
    expect(shell.caches.store.size).toBe(0)
  })

  it('of a page from before, shown because the platform is down', async () => {
    await shell.get('/a')
    const page = nodes['a']
    ;(nodes as Record<string, Answering | undefined>)['a'] = nodes['failing']
    const before = performance.now
    performance.now = () => before.call(performance) + 3_600_000
    try {
      const answer = await expectRow('/a', {
        ...PAGE,
        surrogate: 'max-age=30',
        keys: /^test-app .* cms_e_1 test_any-update$/,
      })
      expect(answer.headers['cache-status']).toBe('shell; hit; detail=stale')
      expect(Number(answer.headers['age'])).toBeGreaterThanOrEqual(3_600)
    } finally {
      performance.now = before
      ;(nodes as Record<string, Answering | undefined>)['a'] = page
    }
  })

  it('name no page of a visitor who may be signed in', async () => {
    for (const cookie of [
      'RefreshToken=x',
      'ContensisSecurityBearerToken=x',
      'ContensisCMSUserName=x',
      'a=b; RefreshToken=x',
      'sid=x',
      'TesseraPreview=x',
    ])
      await expectRow('/a', { ...PRIVATE, status: 200 }, { cookie })
    expect(shell.caches.store.size).toBe(0)
    await expectRow('/a', PAGE, { cookie: 'analytics=1; MyRefreshToken=2' })
  })
})

describe('a page that is asked for again (reference security 4.2; RFC 9110)', () => {
  const made = async () => shell.get('/a', { 'accept-encoding': 'br' })

  it('is not made again, and asks the platform nothing', async () => {
    await made()
    const before = platform.requests.length
    expect((await made()).headers['cache-status']).toBe('shell; hit')
    expect(platform.requests).toHaveLength(before)
  })

  it('is answered with 304 and no body to those who have it', async () => {
    for (const round of [1, 2]) {
      const etag = String((await made()).headers.etag)
      expect(etag).toMatch(/^"[\w-]+-br"$/)
      const answer = await shell.get('/a', { 'accept-encoding': 'br', 'if-none-match': etag })
      expect([round, answer.statusCode, answer.body]).toEqual([round, 304, ''])
      expect(answer.headers).toMatchObject({ etag, vary: 'accept-encoding', 'cache-control': 'private' })
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  })

  it('is sent to those who have another one', async () => {
    const answer = await shell.get('/a', { 'if-none-match': '"another"' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('A page')
  })

  it('is the same in every encoding', async () => {
    const plain = await shell.get('/a')
    const br = await made()
    const gzip = await shell.get('/a', { 'accept-encoding': 'gzip' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ])
    for (const { headers, rawPayload } of [plain, br, gzip])
      expect(Number(headers['content-length'])).toBe(rawPayload.length)
  })

  it('has the headers of GET for HEAD, and no body', async () => {
    const get = await made()
    for (const round of [1, 2]) {
      const head = await shell.app.inject({
        method: 'HEAD',
        url: '/a',
        headers: { host: 'localhost', 'accept-encoding': 'br' },
      })
      expect([round, head.statusCode, head.body]).toEqual([round, 200, ''])
      for (const name of ['etag', 'content-length', 'surrogate-key', 'content-type', 'content-encoding'])
        expect(head.headers[name]).toBe(get.headers[name])
    }
  })

  it('is one answer as a page and another as its state', async () => {
    const page = await made()
    const state = await shell.get('/a?redux=true')
    expect(state.headers['cache-status']).toBe('shell; fwd=miss')
    expect(state.headers['content-type']).toContain('application/json')
    expect(state.headers['x-robots-tag']).toBe('noindex')
    expect(page.headers['x-robots-tag']).toBeUndefined()
    expect(state.headers['surrogate-key']).toBe(page.headers['surrogate-key'])
  })

  it('is another one for another host and another query', async () => {
    await shell.get('/a')
    expect((await shell.get('/a', { host: '127.0.0.1' })).headers['cache-status']).toBe('shell; fwd=miss')
    expect((await shell.get('/a?x=1')).headers['cache-status']).toBe('shell; fwd=miss')
  })

  it('is the same one whatever host a trusted proxy passes on from a visitor, and whatever case Host has', async () => {
    for (const forwarded of ['evil.example', '127.0.0.1', 'localhost:1']) {
      shell.caches.store.clear()
      const made = await shell.get('/a?redux=true', { 'x-forwarded-host': forwarded })
      expect(made.headers['cache-status']).toBe('shell; fwd=miss')
      expect(made.json()).toMatchObject({ routing: { currentHostname: 'localhost' } })
      expect((await shell.get('/a?redux=true', { host: 'LocalHost' })).headers['cache-status']).toBe(
        'shell; hit',
      )
    }
    const found = await shell.get('/a?redux=true', { 'x-forwarded-host': '127.0.0.1' })
    expect(found.headers['cache-status']).toBe('shell; hit')
  })
})
