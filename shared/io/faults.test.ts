import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readSiteConfig, type Limits } from '../config/index.ts'
import type { ApiCall, AppError } from '../contract/index.ts'
import { aFaultServer, sendJson, until, type Answering, type FaultServer } from '../testing/index.ts'
import {
  createContentClient,
  createPlatformClient,
  type ContentRequest,
  type PlatformClient,
} from './index.ts'

const NODE = { id: 'n1', path: '/bins', entry: { sys: { id: 'e1' } } }
const KEYS = { 'surrogate-key': 'lm_e_1 lm_ct_page' }

let server: FaultServer
let platformClient: PlatformClient

/** Long deadlines, so that a busy machine does not cause timeouts. */
const PATIENT = { callDeadlineMs: 20_000, optionalDeadlineMs: 20_000 }

async function start(answer: Answering, limits: Partial<Limits> = {}) {
  server = await aFaultServer(answer)
  platformClient = createPlatformClient({ limits: { freshMs: 0, ...PATIENT, ...limits } })
}

const client = (request: ContentRequest = {}, apiUrl = server.url) => {
  const config = readSiteConfig({
    projects: [{ id: 'website', publicUrl: 'http://localhost' }],
    platform: { apiUrl },
    accessToken: 'published-token',
    previewAccessToken: 'preview-token',
    siteName: { 'en-GB': 'Larkmoor' },
  })
  return createContentClient({ config, platformClient, request })
}

const failure = (asked: Promise<unknown>): Promise<AppError> =>
  asked.then(
    (value) => {
      throw new Error(`answered ${JSON.stringify(value)} where an error was expected`)
    },
    (thrown: unknown) => thrown as AppError,
  )

afterEach(async () => {
  await platformClient.close()
  await server.close()
})

describe('faults of the platform (reference security 3.6)', () => {
  it('X1, X2: gives up on a platform that never answers after the deadline, with 504 and no retry', async () => {
    await start(() => {}, { callDeadlineMs: 1_500 })
    const from = performance.now()
    const error = await failure(client().nodeByPath('/bins'))
    expect(error).toMatchObject({ code: 'content/timeout', status: 504 })
    expect(performance.now() - from).toBeGreaterThan(1_480)
    expect(server.requests).toHaveLength(1)
  })

  it('reads a tree of 20,000 pages with their names for caches, which are one header', async () => {
    const keys = Array.from(
      { length: 40_000 },
      (_, at) => `larkmoor-test_${at % 2 ? 'n' : 'e'}_${String(at).padStart(10, '0')}`,
    )
    await start((_request, response) =>
      sendJson(response, { id: 'root', path: '/' }, 200, { 'surrogate-key': keys.join(' ') }),
    )
    const calls: ApiCall[] = []
    expect(await client({ onCall: (call) => calls.push(call) }).rootNode({ depth: 2 })).toMatchObject({
      id: 'root',
    })
    expect(calls).toMatchObject([{ status: 200, keyCount: 40_000 }])
  })

  it('tells of a header that is longer than is read that it is too large, as of a body', async () => {
    await start((_request, response) =>
      sendJson(response, {}, 200, { 'surrogate-key': 'k'.repeat(3 * 1024 * 1024) }),
    )
    expect(await failure(client().rootNode({ depth: 2 }))).toMatchObject({
      code: 'content/bad-answer',
      details: { isTooLarge: true },
    })
  })

  it('X2: holds 64 sockets at most to a platform that never answers', async () => {
    await start(() => {}, { callDeadlineMs: 100 })
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => failure(client().nodeByPath(`/page-${round}-${n}`))),
      )
      expect(server.sockets()).toBeLessThanOrEqual(64)
    }
    expect(platformClient.stats()).toMatchObject({ active: 0, waiting: 0 })
  })

  it('X3: says 503 quickly, after one retry, when the connection is refused', async () => {
    await start(() => {})
    const nowhere = server.url
    await server.close()
    // Not `content/timeout`: the client did not wait for the deadline.
    expect(await failure(client({}, nowhere).nodeByPath('/bins'))).toMatchObject({
      code: 'content/unreachable',
      status: 503,
    })
  })

  it('X3, X15: says 503 when the name of the platform cannot be resolved', async () => {
    await start(() => {}, { callDeadlineMs: 2_000 })
    const error = await failure(client({}, 'http://platform.invalid').nodeByPath('/bins'))
    expect(['content/unreachable', 'content/timeout']).toContain(error.code)
  })

  it('retries a reset connection once and gives the answer of the second try', async () => {
    await start((_request, response, count) =>
      count === 1 ? response.socket?.destroy() : sendJson(response, NODE),
    )
    await expect(client().nodeByPath('/bins')).resolves.toMatchObject({ id: 'n1' })
    expect(server.requests).toHaveLength(2)
  })

  it.each([500, 502, 503, 504])('retries a %i once, and hands it on when it stays', async (status) => {
    await start((_request, response) => sendJson(response, { message: 'down' }, status))
    const error = await failure(client().nodeByPath('/bins'))
    expect(error).toMatchObject({ code: 'content/failed', status, details: { upstream: 'down' } })
    expect(server.requests).toHaveLength(2)
  })

  it('retries what pages need however many searches have failed', async () => {
    const seen = new Set<string | undefined>()
    await start(({ url }, response) => {
      const isFailing = url?.includes('/entries/search') || !seen.has(url)
      seen.add(url)
      return sendJson(response, NODE, isFailing ? 500 : 200)
    })
    for (let n = 0; n < 12; n++)
      await failure(client().search({ where: [{ field: 'x', equalTo: String(n) }] }))
    await expect(client().nodeByPath('/bins')).resolves.toMatchObject({ id: 'n1' })
  })

  it('does not retry a 400', async () => {
    await start((_request, response) => sendJson(response, { message: 'no' }, 400))
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({ code: 'content/failed', status: 400 })
    expect(server.requests).toHaveLength(1)
  })

  it('does not retry what the page can do without, nor a POST, nor where too little time remains', async () => {
    await start((_request, response) => setTimeout(() => sendJson(response, {}, 503), 50), {
      callDeadlineMs: 640,
    })
    await failure(client().ancestors('n1'))
    expect(server.requests).toHaveLength(1)
    await failure(client().search({ where: [{ field: 'x', equalTo: 'y'.repeat(9_000) }] }))
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]?.method).toBe('POST')
    await failure(client().nodeByPath('/bins'))
    expect(server.requests).toHaveLength(3)
  })

  it('X6: does not retry a 429, and leaves the platform alone as long as it asks for', async () => {
    await start((_request, response) => sendJson(response, {}, 429, { 'retry-after': '5' }))
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({
      code: 'content/failed',
      status: 429,
      details: { status: 429 },
    })
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({
      code: 'content/unavailable',
      status: 503,
    })
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['X7: an HTML page', '<!doctype html><p>Sorry'],
    ['X7: JSON that breaks off', '{"id":"n1","path":"/bi'],
    ['X8: nothing', ''],
    ['X8: blanks', ' \n'],
    ['X11: a number', '42'],
    ['X11: null', 'null'],
    ['X11: an empty object, which the npm client makes of an empty body', '{}'],
    ['X11: an id that is a number', '{"id":1,"path":"/bins"}'],
    ['X11: an entry without sys', '{"id":"n1","path":"/bins","entry":{"title":"x"}}'],
    ['X11: a child without a path', '{"id":"n1","path":"/bins","children":[{"id":"n2"}]}'],
    ['X11: 10,000 levels', `${'{"children":['.repeat(10_000)}${']}'.repeat(10_000)}`],
  ])('%s with status 200 is a bad answer: 502, never null', async (_name, body) => {
    await start((_request, response) => response.writeHead(200, KEYS).end(body))
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({
      code: 'content/bad-answer',
      status: 502,
    })
  })

  it('X11: a list without items, with items that are no entries, or without counts is a bad answer', async () => {
    const counts = { totalCount: 1, pageCount: 1, pageIndex: 0, pageSize: 20 }
    const answers = [counts, { ...counts, items: [null] }, { ...counts, items: {} }, { items: [] }]
    await start((_request, response, count) => sendJson(response, answers[count - 1]))
    for (const _answer of answers) {
      const error = await failure(client().search({ where: [] }))
      expect(error).toMatchObject({ code: 'content/bad-answer', status: 502 })
    }
    expect(server.requests).toHaveLength(4)
  })

  it.each([
    ['by length', (headers: object) => ({ ...headers, 'content-length': '500' })],
    ['by chunks', (headers: object) => ({ ...headers, 'transfer-encoding': 'chunked' })],
  ])('X9: a body cut off, framed %s, is retried once and then 503', async (_name, framed) => {
    await start((_request, response) => {
      response.writeHead(200, framed({ 'content-type': 'application/json' }) as Record<string, string>)
      response.write('{"id":"n1",', () => response.socket?.destroy())
    })
    // Not `content/timeout`: the client did not wait for the rest of the body.
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({
      code: 'content/unreachable',
      status: 503,
    })
    expect(server.requests).toHaveLength(2)
  })

  it('X10: refuses a body larger than the cap, without reading it all', async () => {
    let sent = 0
    await start((_request, response) => {
      const piece = Buffer.alloc(64 * 1024, 0x20)
      const more = () => {
        while (sent < 70e6 && !response.destroyed) {
          sent += piece.length
          if (!response.write(piece)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({
      code: 'content/bad-answer',
      status: 502,
    })
    expect(sent).toBeLessThan(30e6)
  })

  it.each([
    ['gzip', gzipSync(Buffer.alloc(100e6, 0x20))],
    ['br', brotliCompressSync(Buffer.alloc(20e6, 0x20))],
  ])(
    'X10: refuses a small %s body that unpacks to more than the cap, and does not hold it',
    async (encoding, bomb) => {
      await start((_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb))
      const before = process.memoryUsage().rss
      const error = await failure(client().nodeByPath('/bins'))
      expect(error).toMatchObject({
        code: 'content/bad-answer',
        details: { reason: 'larger than 5242880 bytes', isTooLarge: true },
      })
      expect(process.memoryUsage().rss - before).toBeLessThan(60e6)
    },
  )

  it('goes on asking a platform whose answers are too large: that says nothing about other calls', async () => {
    await start((_request, response, count) =>
      count > 20 ? sendJson(response, NODE, 200, KEYS) : response.end(Buffer.alloc(6e6, 0x20)),
    )
    const asking = client()
    for (let asked = 0; asked < 20; asked += 1)
      expect(await failure(asking.nodeByPath('/bins'))).toMatchObject({ details: { isTooLarge: true } })
    await expect(asking.nodeByPath('/bins')).resolves.toMatchObject({ path: '/bins' })
  })

  it('reads a packed answer, and refuses an encoding it does not know or that is broken', async () => {
    await start((_request, response, count) => {
      const encoding = ['gzip', 'rot13', 'gzip'][count - 1]!
      response.writeHead(200, { 'content-encoding': encoding })
      response.end(count === 3 ? 'not packed at all' : gzipSync(JSON.stringify(NODE)))
    })
    await expect(client().nodeByPath('/bins')).resolves.toMatchObject({ path: '/bins' })
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({ code: 'content/bad-answer' })
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({ code: 'content/bad-answer' })
  })

  it.each(['GZIP', ' gzip ', ''])('reads an answer whose encoding is called %j', async (encoding) => {
    const text = JSON.stringify(NODE)
    await start((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(encoding ? gzipSync(text) : text),
    )
    await expect(client().nodeByPath('/bins')).resolves.toMatchObject({ path: '/bins' })
  })

  it('X13: aborts a body that trickles', async () => {
    await start(
      (_request, response) => {
        response.writeHead(200)
        const timer = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(timer))
      },
      { callDeadlineMs: 300 },
    )
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({ code: 'content/timeout' })
  })

  it('X14: follows no redirect', async () => {
    await start((_request, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    )
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({
      code: 'content/bad-answer',
      status: 502,
    })
    expect(server.requests).toHaveLength(1)
  })

  it('a 404 of the platform is null, a 404 of a gateway is a bad answer', async () => {
    await start((_request, response, count) =>
      count === 1
        ? sendJson(response, { message: 'no such node' }, 404)
        : response.writeHead(404).end('<h1>nginx'),
    )
    await expect(client().nodeByPath('/nowhere')).resolves.toBeNull()
    expect(await failure(client().nodeByPath('/nowhere'))).toMatchObject({
      code: 'content/bad-answer',
      status: 502,
    })
  })

  it('tells 401 from 403', async () => {
    await start((_request, response, count) => sendJson(response, {}, count === 1 ? 401 : 403))
    expect(await failure(client().entry('e1'))).toMatchObject({ code: 'content/unauthorised', status: 401 })
    expect(await failure(client().entry('e1'))).toMatchObject({ code: 'content/forbidden', status: 403 })
  })
})

describe('the breaker on the wire (reference security 3.2)', () => {
  it('makes no call at all once half of 20 calls have failed', async () => {
    await start((_request, response) => sendJson(response, {}, 500))
    const calls: ApiCall[] = []
    for (let n = 0; n < 20; n++) await failure(client().nodeByPath('/bins'))
    expect(server.requests).toHaveLength(20)
    const error = await failure(client({ onCall: (call) => calls.push(call) }).nodeByPath('/bins'))
    expect(error).toMatchObject({ code: 'content/unavailable', status: 503 })
    expect(server.requests).toHaveLength(20)
    expect(calls).toEqual([expect.objectContaining({ status: 503, keyCount: 0 })])
  })

  it('leaves what a page can do without alone, and only that, when only that fails', async () => {
    await start((request, response) =>
      /\/(root|children)/.test(request.url ?? '')
        ? sendJson(response, {}, 500)
        : sendJson(response, NODE, 200, KEYS),
    )
    for (let n = 0; n < 25; n++) {
      await failure(client().rootNode())
      await failure(client().children('n1'))
    }
    expect(platformClient.stats()).toMatchObject({
      breaker: 'closed',
      breakers: { primary: 'closed', tree: 'open', optional: 'open' },
    })
    expect(await failure(client().rootNode())).toMatchObject({ code: 'content/unavailable' })
    expect(await failure(client().children('n1'))).toMatchObject({ code: 'content/unavailable' })
    const made = server.requests.length
    for (let n = 0; n < 10; n++)
      await expect(client().nodeByPath('/bins')).resolves.toMatchObject({ id: 'n1' })
    expect(server.requests.length).toBe(made + 10)
  })

  it('leaves the platform alone as a whole when it asks for it', async () => {
    await start((_request, response) =>
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '20' }).end('{}'),
    )
    await failure(client().rootNode())
    expect(await failure(client().nodeByPath('/bins'))).toMatchObject({ code: 'content/unavailable' })
    expect(server.requests).toHaveLength(1)
  })
})

describe('what calls share (reference security D6)', () => {
  const slowNode: Answering = (_request, response) =>
    setTimeout(() => sendJson(response, NODE, 200, KEYS), 50)

  it('makes one call of 50 identical ones, and gives each request its keys', async () => {
    await start(slowNode)
    const keys: (readonly string[])[] = []
    const asks = Array.from({ length: 50 }, () =>
      client({ onKeys: (found) => keys.push(found) }).nodeByPath('/bins'),
    )
    const nodes = await Promise.all(asks)
    expect(server.requests).toHaveLength(1)
    expect(nodes.every((node) => node?.id === 'n1')).toBe(true)
    expect(keys).toEqual(Array.from({ length: 50 }, () => ['lm_e_1', 'lm_ct_page']))
  })

  it('does not end a call by the shorter deadline of an identical one that began earlier', async () => {
    await start((_request, response) => setTimeout(() => sendJson(response, { fields: [] }), 400))
    const hasty = failure(client().formContentType('page', { deadlineMs: 100 }))
    const patient = client().formContentType('page', { deadlineMs: 20_000 })
    expect(await hasty).toMatchObject({ code: 'content/timeout' })
    await expect(patient).resolves.toEqual({ fields: [] })
    expect(server.requests).toHaveLength(2)
  })

  it('shares nothing between visitors, version statuses, languages or paths', async () => {
    await start(slowNode)
    await Promise.all([
      client().nodeByPath('/bins'),
      client({ cookies: 'RefreshToken=a' }).nodeByPath('/bins'),
      client({ cookies: 'RefreshToken=b' }).nodeByPath('/bins'),
      client({ bearerToken: 'a' }).nodeByPath('/bins'),
      client({ bearerToken: 'b' }).nodeByPath('/bins'),
      client({ versionStatus: 'latest' }).nodeByPath('/bins'),
      client({ language: 'cy' }).nodeByPath('/bins'),
      client().nodeByPath('/other'),
    ])
    expect(server.requests).toHaveLength(8)
    const tokens = server.requests.map(({ headers }) => headers['accesstoken'])
    expect(tokens.filter((token) => token === 'preview-token')).toHaveLength(1)
  })

  it('rejects for a visitor who disconnects, and aborts the call only when no request waits for it', async () => {
    let cut = 0
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    await start((request, response) => {
      request.socket.once('close', () => (cut += response.writableFinished ? 0 : 1))
      void held.then(() => !response.destroyed && sendJson(response, NODE))
    })
    const [gone, alone] = [new AbortController(), new AbortController()]
    const left = failure(client({ signal: gone.signal }).nodeByPath('/bins'))
    const stays = client({ signal: new AbortController().signal }).nodeByPath('/bins')
    const last = failure(client({ signal: alone.signal }).nodeByPath('/other'))
    await until(() => server.requests.length === 2)
    gone.abort()
    alone.abort()
    expect(await left).toMatchObject({ code: 'content/aborted' })
    expect(await last).toMatchObject({ code: 'content/aborted' })
    await until(() => cut === 1)
    release(undefined)
    await expect(stays).resolves.toMatchObject({ id: 'n1' })
    expect(server.requests).toHaveLength(2)
    expect(cut).toBe(1)
  })

  it('makes no call for a visitor who is already gone', async () => {
    await start(slowNode)
    expect(await failure(client({ signal: AbortSignal.abort() }).nodeByPath('/bins'))).toMatchObject({
      code: 'content/aborted',
    })
    expect(server.requests).toHaveLength(0)
  })

  it('keeps 32 calls on the wire and 32 waiting, and refuses more', async () => {
    let most = 0
    let now = 0
    await start((_request, response) => {
      most = Math.max(most, ++now)
      setTimeout(() => {
        now -= 1
        sendJson(response, NODE)
      }, 60)
    })
    const asks = Array.from({ length: 70 }, (_, n) => client().nodeByPath(`/page-${n}`))
    const results = await Promise.allSettled(asks)
    const refused = results.filter((result) => result.status === 'rejected')
    expect(most).toBe(32)
    expect(refused).toHaveLength(6)
    expect(refused.every(({ reason }) => reason.code === 'content/overloaded' && reason.status === 503)).toBe(
      true,
    )
  })

  it('refuses a call that has waited longer than it may', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
    await start((_request, response) => void held.then(() => sendJson(response, NODE)), {
      concurrency: 1,
      queueWaitMs: 50,
    })
    const first = client().nodeByPath('/one')
    expect(await failure(client().nodeByPath('/two'))).toMatchObject({ code: 'content/overloaded' })
    release(undefined)
    await first
    expect(server.requests).toHaveLength(1)
  })
})
