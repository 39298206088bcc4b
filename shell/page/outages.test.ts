import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { aFaultServer, sendJson, type FaultServer, until } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

let platform: FaultServer
let shell: TestShell

const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }
const ENTRY = { sys: { id: 'e1', contentTypeId: 'contentPage', language: 'en-GB' }, entryTitle: 'A page' }
const NODE = { id: 'n1', path: '/a', displayName: 'A', language: 'en-GB', childCount: 0, entry: ENTRY }
const FEED = {
  contentType: 'news',
  dateField: 'date',
  title: { 'en-GB': 'News' },
  path: { 'en-GB': '/news/feed.xml' },
  page: { 'en-GB': '/news' },
}

const kindOf = (path: string) =>
  path.endsWith('/nodes/root')
    ? 'tree'
    : path.endsWith('/siblings')
      ? 'siblings'
      : path.endsWith('/entries/search')
        ? 'search'
        : 'node'

/** A platform without faults, except those that the test sets for kinds of calls. */
async function start(
  ill: Partial<Record<'node' | 'tree' | 'siblings' | 'search', Fault>>,
  limits: Record<string, number> = {},
  remote = aContentRemote(),
) {
  platform = await aFaultServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.endsWith('/projects/website')) return sendJson(response, PROJECT)
    const kind = kindOf(path)
    const fault = ill[kind]
    if (fault) return fault(request, response)
    return sendJson(response, kind === 'siblings' ? [NODE] : kind === 'tree' ? { id: 'r', path: '/' } : NODE)
  })
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [remote],
    options: { site: { feeds: [FEED] } },
    limits: { callDeadlineMs: 2_000, optionalDeadlineMs: 20_000, requestDeadlineMs: 60_000, ...limits },
  })
}
afterEach(async () => {
  await shell.close()
  await platform.close()
})

const answerWith =
  (status: number, body: string, type = 'application/json') =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }

type Fault = (request: IncomingMessage, response: ServerResponse) => void

const cutOff: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"id":"n1",', () => response.socket?.destroy())
}
const trickle: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
const redirect: Fault = (_request, response) =>
  void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()

/** Faults of a platform, and the status of a page that needed the answer. */
const FAULTS: readonly (readonly [string, Fault, number])[] = [
  ['answers 500', answerWith(500, '{}'), 500],
  ['answers 503', answerWith(503, '{}'), 503],
  ['answers HTML', answerWith(200, '<p>maintenance</p>', 'text/html'), 502],
  ['answers nothing', answerWith(200, ''), 502],
  ['answers garbage', answerWith(200, '{"id":'), 502],
  ['answers the wrong shape', answerWith(200, '{"hello":"world"}'), 502],
  ['answers 429', answerWith(429, '{}'), 429],
  ['answers 400', answerWith(400, '{}'), 400],
  ['answers 410', answerWith(410, '{}'), 410],
  ['answers more than anybody reads', answerWith(200, `{"id":"${'x'.repeat(6_000_000)}"}`), 502],
  ['answers half of it', cutOff, 503],
  ['answers a byte now and then', trickle, 504],
  ['leads elsewhere', redirect, 502],
  ['never answers', () => undefined, 504],
  ['hangs up', (request) => void request.socket.destroy(), 503],
]

describe('a platform that is ill (reference security 3.6)', () => {
  it.each(FAULTS)(
    'that %s makes an error page that nobody keeps, with the site around it',
    async (_what, node, status) => {
      await start({ node })
      const answer = await shell.get('/a')
      expect(answer.statusCode).toBe(status)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('role="search"')
      expect(answer.body).toContain(String(answer.headers['x-request-id']))
      expect(answer.body).toContain(`<p class="f-status" lang="en">${STATUS_CODES[status]}</p>`)
      expect(answer.body).not.toMatch(/content\/|at .*\.ts/)
    },
  )

  it.each(['/100%25', '/a%3Fb?x=1'])(
    'offers another try at the address that was asked for: %s',
    async (address) => {
      await start({ node: answerWith(503, '{}') })
      expect((await shell.get(address)).body).toContain(`<a class="button" href="${address}">Try again</a>`)
    },
  )

  it('that is late or gone says when to come again: a program waits, as a visitor would', async () => {
    for (const [node, after] of [
      [() => undefined, '2'],
      [cutOff, '2'],
      [answerWith(410, '{}'), undefined],
    ] as const) {
      await start({ node })
      expect((await shell.get('/a')).headers['retry-after']).toBe(after)
      await shell.close()
      await platform.close()
    }
    await start({})
  })

  it.each([
    ['a page', '/a'],
    ['the state of a page', '/a?redux=true'],
  ])('that is later than the deadline of %s itself is late, too', async (_what, url) => {
    await start({ node: () => undefined }, { callDeadlineMs: 5_000, requestDeadlineMs: 100 })
    const answer = await shell.get(url)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([504, '2'])
  })

  it.each([
    ['5', 5],
    ['900', 30],
    ['Fri, 31 Dec 2100 23:59:59 GMT', 30],
  ])('that wants to be left alone for %s s is, and visitors hear for how long', async (wanted, seconds) => {
    const busy: Fault = (_request, response) =>
      void response.writeHead(429, { 'retry-after': wanted, 'content-type': 'application/json' }).end('{}')
    await start({ node: busy })
    const waitOf = async (url: string) => {
      const { statusCode, headers } = await shell.get(url)
      return { statusCode, wait: Number(headers['retry-after']) }
    }
    expect(await waitOf('/a')).toEqual({ statusCode: 429, wait: seconds })
    const { statusCode, wait } = await waitOf('/b')
    expect(statusCode).toBe(503)
    expect(wait).toBeLessThanOrEqual(seconds)
    expect(wait).toBeGreaterThanOrEqual(seconds - 3)
  })

  it('whose refusal has a message shows it, and of its own failures the text of the status alone', async () => {
    await start({ node: answerWith(410, '{"message":"Moved <away>","logId":"log-1"}') })
    const refused = await shell.get('/a')
    expect(refused.body).toContain('<p class="f-status" lang="en">Moved &lt;away&gt;</p>')
    expect(refused.body).not.toContain('log-1')
    const state = await shell.get('/a?redux=true')
    expect(state.json()).toMatchObject({
      routing: { isError: true, error: { message: 'Moved <away>', status: 410 } },
    })
    await shell.close()
    await platform.close()
    await start({ node: answerWith(500, '{"message":"SELECT failed"}') })
    const failed = await shell.get('/a')
    expect(failed.body).toContain('<p class="f-status" lang="en">Internal Server Error</p>')
    expect(failed.body).not.toContain('SELECT')
  })

  it('whose entry has no id makes a not-found page', async () => {
    await start({ node: answerWith(200, JSON.stringify({ ...NODE, entry: { ...ENTRY, sys: {} } })) })
    const answer = await shell.get('/a')
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('A page')
    const state = await shell.get('/a?redux=true')
    expect(state.json()).toMatchObject({ routing: { notFound: true, entry: null, isError: false } })
  })

  it('that says 404 makes a not-found page, and only then', async () => {
    await start({ node: answerWith(404, '{"message":"no"}') })
    expect((await shell.get('/a')).statusCode).toBe(404)
  })

  it.each([400, 401, 403, 404, 410, 429, 500])(
    'that answers %i to a call of the main slot makes an error page, and says nothing about the page itself',
    async (status) => {
      const load = "if (r.slot.id === 'main') await r.client.search({ where: [] }); return {}"
      await start({ search: answerWith(status, '{"message":"no"}') }, {}, aContentRemote({ load }))
      const expected = status < 500 ? 502 : status
      const statusText = STATUS_CODES[expected]!
      const answer = await shell.get('/a')
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([expected, 'no-store'])
      expect(answer.body).toContain(`<p class="f-status" lang="en">${statusText}</p>`)
      const state = await shell.get('/a?redux=true')
      expect(state.statusCode).toBe(expected)
      expect(state.json()).toMatchObject({
        routing: { statusCode: expected, isError: true, notFound: false, error: { message: statusText } },
        page: { slots: [] },
      })
      expect(shell.lines).toContainEqual(
        expect.objectContaining({ msg: 'slot failed', details: expect.objectContaining({ status }) }),
      )
    },
  )

  it.each(['tree', 'siblings'] as const)(
    'that fails on the %s costs only that part, for a short time, and says so to the operator',
    async (part) => {
      await start({ [part]: answerWith(500, '{}') })
      const answer = await shell.get('/a')
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('A page')
      expect(answer.headers['surrogate-control']).toBe('max-age=30')
      const code = 'content/failed'
      expect(shell.lines).toContainEqual(expect.objectContaining({ msg: 'optional data failed', code }))
    },
  )

  it('that fails on the tree all the time costs no page', async () => {
    await start({ tree: answerWith(500, '{}') }, { freshMs: 0, treeFreshMs: 0, pageFreshMs: 0 })
    const statuses: number[] = []
    for (let page = 0; page < 40; page += 1) statuses.push((await shell.get(`/a?page=${page}`)).statusCode)
    expect(statuses).toEqual(Array(40).fill(200))
  })

  it('that fails on every search costs no page that has a part made from one', async () => {
    const load =
      'try { await r.client.search({ where: [] }) } catch (problem) { return { problem } } return {}'
    const limits = { freshMs: 0, treeFreshMs: 0, pageFreshMs: 0 }
    await start({ search: answerWith(503, '{}') }, limits, aContentRemote({ load }))
    const seen = new Set<string>()
    for (let page = 0; page < 40; page += 1) {
      const { statusCode, headers } = await shell.get(`/a?page=${page}`)
      seen.add(`${statusCode} ${headers['surrogate-control']}`)
    }
    expect([...seen]).toEqual(['200 max-age=30'])
    expect((await shell.get('/health/ready')).json()).toMatchObject({ platform: 'closed' })
  })

  it('that has recovered is used again', async () => {
    let isIll = true
    await start({
      node: (_request, response) =>
        isIll ? answerWith(500, '{}')(_request, response) : sendJson(response, NODE),
    })
    expect((await shell.get('/a')).statusCode).toBe(500)
    isIll = false
    expect((await shell.get('/a')).statusCode).toBe(200)
  })

  it('asks nothing of the platform for a redirect, a refused address or a file', async () => {
    await start({})
    const before = platform.requests.length
    await shell.get('/a/')
    await shell.raw('/a/%2e%2e/b')
    await shell.get('/_mfe/mfe-content/1.0.0/web/remoteEntry.js')
    expect(platform.requests).toHaveLength(before)
  })
})

describe('a feed, when the platform is ill', () => {
  it.each([401, 403, 404, 410, 429])(
    'that answers %i is a failure of the site, and logged',
    async (status) => {
      await start({ node: answerWith(status, '<p>no</p>', 'text/html') })
      const answer = await shell.get('/news/feed.xml')
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([502, 'no-store'])
      expect(answer.body).toContain('omething went wrong')
      expect(shell.lines).toContainEqual(
        expect.objectContaining({ msg: 'request failed', code: expect.stringMatching(/^content\//) }),
      )
    },
  )
})

describe('a page that is kept, when the platform is ill (reference security 3.6, X3 to X9)', () => {
  // 400 and 410 are no outages: the platform refuses this request, and would do so again.
  it.each(FAULTS.filter(([, , status]) => status !== 400 && status !== 410))(
    'is shown from before, with its age, when it %s',
    async (_what, fault) => {
      let isIll = false
      await start(
        { node: (request, response) => (isIll ? fault(request, response) : sendJson(response, NODE)) },
        { freshMs: 0, treeFreshMs: 0, pageFreshMs: 1 },
      )
      expect((await shell.get('/a')).statusCode).toBe(200)
      isIll = true
      const asked = platform.requests.length
      // The first request starts a revalidation in the background; the others come after it has failed.
      for (let visit = 0; visit < 3; visit += 1) {
        const seen = performance.now()
        await until(() => performance.now() - seen > 2)
        const answer = await shell.get('/a')
        expect(answer.statusCode).toBe(200)
        expect(answer.body).toContain('A page')
        expect(answer.headers).toMatchObject({
          'cache-status': 'shell; hit; detail=stale',
          age: expect.stringMatching(/^\d+$/),
          'surrogate-control': 'max-age=30',
        })
        await until(() => platform.requests.length > asked)
      }
      expect((await shell.get('/never-kept')).headers['cache-control']).toBe('no-store')
    },
  )

  it('goes when the platform says that it is no more', async () => {
    let isGone = false
    await start(
      {
        node: (request, response) =>
          isGone ? answerWith(404, '{"message":"no"}')(request, response) : sendJson(response, NODE),
      },
      { freshMs: 0, treeFreshMs: 0, pageFreshMs: 1 },
    )
    await shell.get('/a')
    isGone = true
    await until(async () => (await shell.get('/a')).statusCode === 404)
    expect((await shell.get('/a')).statusCode).toBe(404)
  })
})
