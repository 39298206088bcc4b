import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { aFaultServer, sendJson, type FaultServer } from '@tessera/shared/testing'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { createFastPath } from './fast-path.server.ts'
import { storePage } from './page-store.server.ts'

const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }
const ENTRY = { sys: { id: 'e1', contentTypeId: 'contentPage', language: 'en-GB' }, entryTitle: 'A page' }
/** A page with this title is longer than 128 KB, beyond which other responses are compressed as a stream. */
const LONG_TITLE = Array.from({ length: 5_000 }, (_, index) => `word ${index}`).join(' ')
const NODE = { id: 'n1', path: '/a', displayName: 'A', language: 'en-GB', childCount: 0, entry: ENTRY }

const ANSWER = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: 'A page',
  cacheClass: 'page',
  keys: ['e1'],
  apps: ['shell'],
} as const
const page = storePage(ANSWER, { madeAt: 0, stamp: 'r1' })

interface Asked {
  readonly method?: string
  readonly url?: string
  readonly headers?: Record<string, string>
  readonly rawHeaders?: readonly string[]
  readonly isDraining?: boolean
  readonly mayPreview?: boolean
  readonly kept?: typeof page
}

/** What the fast path writes for a request; null when it leaves it to the full pipeline. */
function ask({
  method = 'GET',
  url = '/a',
  headers = {},
  rawHeaders = ['Host', 'site.example'],
  isDraining = false,
  mayPreview = false,
  kept = page,
}: Asked) {
  let written: readonly unknown[] | null = null
  const isAnswered = createFastPath({
    alias: 'site',
    allowedHosts: ['site.example'],
    headers: { 'x-frame-options': 'DENY' },
    releasesOf: () => ({}) as ReleaseSnapshot,
    onServed: () => undefined,
    fresh: (key) => (key === 'html site.example  /a' ? kept : undefined),
    replace: () => undefined,
    mayPreview: () => mayPreview,
    isDraining: () => isDraining,
  })
  const raw = {
    writeHead: (status: number, head: readonly string[]) => (written = [status, head]),
    end: () => undefined,
  }
  const answered = isAnswered(
    {
      id: 'r1',
      method,
      raw: { url, rawHeaders },
      headers: { host: 'site.example', ...headers },
    } as unknown as FastifyRequest,
    { hijack: () => undefined, raw } as unknown as FastifyReply,
  )
  expect(answered).toBe(written !== null)
  return written as readonly unknown[] | null
}

describe('the fast path (reference security 4.1)', () => {
  it('answers what is kept, and says which request it was', () => {
    expect(ask({})).toEqual([
      200,
      expect.arrayContaining(['x-frame-options', 'DENY', 'cache-status', 'shell; hit', 'x-request-id', 'r1']),
    ])
  })

  it('answers a visitor whose cookies say nothing of a session', () => {
    expect(ask({ headers: { cookie: 'theme=dark' } })).not.toBeNull()
  })

  it.each<[string, Asked]>([
    ['is not kept', { url: '/b' }],
    ['is posted', { method: 'POST' }],
    ['claims a session', { headers: { cookie: 'RefreshToken=x' } }],
    ['has more cookies than anybody has', { headers: { cookie: `a=${'x'.repeat(5_000)}` } }],
    ['asks for another version', { headers: { 'x-entry-versionstatus': 'latest' } }],
    ['is of another host', { headers: { host: 'evil.example' } }],
    ['names two hosts', { rawHeaders: ['Host', 'site.example', 'host', 'evil.example'] }],
    ['names no host', { headers: { host: '' } }],
    ['has an address to be tidied', { url: '/a/' }],
    ['has an address that cannot be read', { url: '/%ff' }],
    ['comes from where drafts may be seen', { mayPreview: true }],
    ['comes while the process ends', { isDraining: true }],
  ])('lets pass what %s', (_what, asked) => {
    expect(ask(asked)).toBeNull()
  })

  it('leaves a page that is true for a while only to the full pipeline, which says how long', () => {
    const kept = storePage({ ...ANSWER, validUntil: Date.now() + 60_000 }, { madeAt: 0, stamp: 'r1' })
    expect(ask({ kept })).toBeNull()
  })

  it('answers a page that is true for longer than caches keep it, and lets them show it no longer than it is', () => {
    const surrogateOf = (hours: number) => {
      const validUntil = Date.now() + hours * 3_600_000
      const [, head] = (ask({ kept: storePage({ ...ANSWER, validUntil }, { madeAt: 0, stamp: 'r1' }) }) ??
        []) as [number, readonly string[]]
      return head[head.indexOf('surrogate-control') + 1]
    }
    expect(surrogateOf(2)).toBe('max-age=3600, must-revalidate')
    expect(surrogateOf(26)).toBe('max-age=3600')
  })
})

describe('an answer of the fast path', () => {
  let platform: FaultServer
  let shell: TestShell

  beforeAll(async () => {
    platform = await aFaultServer((request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      if (path.endsWith('/projects/website')) return sendJson(response, PROJECT)
      if (path.endsWith('/nodes/root')) return sendJson(response, { id: 'r', path: '/', displayName: 'Home' })
      if (path.endsWith('/siblings')) return sendJson(response, [])
      const entry = path.endsWith('/long') ? { ...ENTRY, entryTitle: LONG_TITLE } : ENTRY
      return sendJson(response, { ...NODE, entry }, 200, { 'surrogate-key': 'cms_e_1' })
    })
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote()],
      limits: { pageFreshMs: 3_600_000 },
    })
  }, 60_000)
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  const see = async (method: 'GET' | 'HEAD', url: string, headers: Record<string, string>) => {
    const answer = await shell.app.inject({
      method,
      url,
      headers: { host: 'localhost', accept: 'text/html', ...headers },
    })
    const { date: _date, 'x-request-id': id, connection: _connection, ...rest } = answer.headers
    expect(id).toBeTruthy()
    return { status: answer.statusCode, headers: rest, body: answer.rawPayload.toString('base64') }
  }

  it.each([
    ['GET', '/a', {}],
    ['GET', '/a', { 'accept-encoding': 'br, gzip' }],
    ['GET', '/a', { 'accept-encoding': 'gzip' }],
    ['HEAD', '/a', {}],
    ['GET', '/a?redux=true', {}],
    ['GET', '/a', { 'if-none-match': '*' }],
  ] as const)('equals that of the full pipeline: %s %s %j', async (method, url, headers) => {
    await shell.get(url)
    // The fast path leaves every request with this header to the full pipeline.
    const long = await see(method, url, { ...headers, 'x-entry-versionstatus': 'published' })
    const quick = await see(method, url, headers)
    expect(quick).toEqual(long)
    expect(quick.headers['cache-status']).toBe('shell; hit')
  })

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['x-gzip', 'gzip', gunzipSync],
    ['identity', undefined, (body: Buffer) => body],
  ] as const)(
    'equals that of the full pipeline for a long page: %s',
    async (accepted, encoding, decompress) => {
      await shell.get('/long')
      const headers = { 'accept-encoding': accepted }
      const long = await see('GET', '/long', { ...headers, 'x-entry-versionstatus': 'published' })
      const quick = await see('GET', '/long', headers)
      expect(quick).toEqual(long)
      expect(quick.headers).toMatchObject({ 'cache-status': 'shell; hit', vary: 'accept-encoding' })
      expect(quick.headers['content-encoding']).toBe(encoding)
      const body = decompress(Buffer.from(quick.body, 'base64'))
      expect(body.length).toBeGreaterThan(128 * 1_024)
      expect(body.toString()).toContain(LONG_TITLE)
      expect(await see('HEAD', '/long', headers)).toEqual({ ...quick, body: '' })

      const etag = String(quick.headers['etag'])
      expect(etag).toMatch(encoding ? new RegExp(`-${encoding}"$`) : /^"[\w-]{43}"$/)
      const again = { ...headers, 'if-none-match': etag }
      const same = await see('GET', '/long', again)
      expect(same).toEqual(await see('GET', '/long', { ...again, 'x-entry-versionstatus': 'published' }))
      expect([same.status, same.body, same.headers['etag']]).toEqual([304, '', etag])
    },
  )

  it('is logged as any other request', async () => {
    await shell.get('/a')
    const before = shell.lines.length
    await shell.get('/a')
    expect(shell.lines.slice(before)).toEqual([
      expect.objectContaining({ msg: 'request', path: '/a', status: 200 }),
    ])
  })
})
