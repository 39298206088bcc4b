import { setTimeout as sleep } from 'node:timers/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { aPlatform, until, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const DATA = `(() => { let ended = 0; return {
  echo: async (r) => ({ language: r.language, words: r.messages, query: r.query, given: Object.keys(r).sort() }),
  count: (() => { let n = 0; return async () => (n += 1) })(),
  titles: async (r) => (await r.client.search({
    where: [{ field: 'sys.contentTypeId', equalTo: r.query.type }, { field: 'sys.language', equalTo: r.language }],
    pageSize: 100, fields: ['entryTitle'],
  })).items.map(({ entryTitle }) => entryTitle ?? null),
  refuses: async () => { throw Object.assign(new Error('secret detail'), { status: 400 }) },
  fails: async (r) => { throw Object.assign(new Error('secret detail'), { status: Number(r.query.status) }) },
  strange: async () => { throw new Error('secret detail') },
  nothing: async () => undefined,
  brief: async (r) => { for (const s of (r.query.seconds ?? '').split(' ')) r.setValidUntil(Date.now() + Number(s) * 1_000); return {} },
  form: async (r) => await r.client.formMap(r.query.formId ?? ''),
  partial: (() => { let n = 0; return async (r) => { n += 1; if (r.query.lacks) r.onProblem(new Error('secret detail')); return n } })(),
  never: (r) => new Promise(() => { r.signal.addEventListener('abort', () => { ended += 1 }) }),
  ended: async () => ended,
} })()`
const FILES = `{
  'dates.ics': async ({ query, origin }) => ({ contentType: 'text/calendar', filename: 'dates.ics', body: origin + query.street, validUntil: Date.now() + 90_500 }),
  'page.ics': async () => ({ contentType: 'text/html', filename: 'page.html', body: '<script>alert(1)</script>' }),
  'header.ics': async () => ({ contentType: 'text/calendar', filename: 'a"; x=".ics', body: '' }),
  'soon.ics': async () => ({ contentType: 'text/calendar', filename: 'soon.ics', body: '', validUntil: Date.parse('soon') }),
}`
const SEARCH = {
  app: 'mfe-search',
  manifest: { stateKeys: ['search'] },
  data: DATA,
  files: FILES,
}

let platform: TestPlatform
let shell: TestShell | undefined
/** A site with default options. */
let plain: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  plain = await aShell({ platformUrl: platform.url, remotes: [aContentRemote(), SEARCH] })
})
afterEach(async () => {
  await shell?.close()
  shell = undefined
})
afterAll(async () => {
  await plain.close()
  await platform.close()
})

const start = async (options: Partial<Parameters<typeof aShell>[0]> = {}): Promise<TestShell> =>
  (shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote(), SEARCH], ...options }))
const json = { accept: 'application/json' }
const messageOf = (answer: { json: <T>() => T }) => answer.json<{ message: string }>().message

describe('a named answer of a remote (docs/decisions/0038)', () => {
  it('is made in the language that is asked for, with the first value of each parameter, and nothing of who asks', async () => {
    const site = plain
    const answer = await site.get('/api/data/mfe-search/echo?term=bins&language=CY&term=other&utm_source=x')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      language: 'cy',
      query: { term: 'bins' },
      given: [
        'client',
        'language',
        'messages',
        'onProblem',
        'origin',
        'query',
        'sanitise',
        'setValidUntil',
        'signal',
      ],
    })
    for (const language of ['fr', '../cy', '__proto__', ''])
      expect((await site.get(`/api/data/mfe-search/echo?language=${language}`)).json()).toMatchObject({
        language: 'en-GB',
      })
  })

  it('may be a file, which a browser saves and no cache keeps longer than what it says is true', async () => {
    const answer = await plain.get('/api/data/mfe-search/dates.ics?street=a')
    expect([answer.statusCode, answer.body]).toEqual([200, 'http://localhosta'])
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="dates.ics"',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    expect(answer.headers['surrogate-control']).toMatch(/^max-age=(?:8\d|90), must-revalidate$/)
  })

  it('is no file of a type that a browser shows as a page, nor one whose name says more than a name', async () => {
    for (const name of ['page.ics', 'header.ics']) {
      const answer = await plain.get(`/api/data/mfe-search/${name}`, json)
      expect([answer.statusCode, answer.body.includes('alert')]).toEqual([500, false])
    }
  })

  it('is no file whose end of validity is no moment', async () => {
    expect((await plain.get('/api/data/mfe-search/soon.ics', json)).statusCode).toBe(500)
  })

  it('has the headers of a public page: kept by caches under the keys of what it was made from, and known again by its tag', async () => {
    const site = plain
    const url = '/api/data/mfe-search/titles?type=newsArticle'
    const answer = await site.get(url, json)
    expect(answer.json<string[]>().length).toBeGreaterThan(3)
    const page = await site.get('/news')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': page.headers['cache-control'],
      'surrogate-control': page.headers['surrogate-control'],
      'x-robots-tag': 'noindex',
      vary: 'accept-encoding',
    })
    expect(answer.headers).not.toHaveProperty('set-cookie')
    const keys = String(answer.headers['surrogate-key']).split(' ')
    expect(keys).toEqual(expect.arrayContaining(['test-app', 'test_r_mfe-search']))
    expect(keys.length).toBeGreaterThan(3)
    const same = await site.get(url, { ...json, 'if-none-match': String(answer.headers.etag) })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    const head = await site.app.inject({ method: 'HEAD', url, headers: { host: 'localhost' } })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', answer.headers.etag])
  })

  it('is kept as a page is, until what it was made from changes', async () => {
    const site = await start({ limits: { pageFreshMs: 60_000 } })
    const ask = async () => (await site.get('/api/data/mfe-search/count')).json<number>()
    expect([await ask(), await ask()]).toEqual([1, 1])
    await site.caches.contentChanged(['test_r_mfe-search'])
    expect(await ask()).toBe(2)
  })

  it('that lacks something is shown, but not kept, and the log says why', async () => {
    const site = await start({ limits: { pageFreshMs: 60_000 } })
    const ask = (query: string) => site.get(`/api/data/mfe-search/partial${query}`, json)
    const first = await ask('?lacks=1')
    expect([first.statusCode, first.body, (await ask('?lacks=1')).body]).toEqual([200, '1', '2'])
    expect(first.headers).toMatchObject({ 'surrogate-control': 'max-age=30' })
    expect(first.headers).not.toHaveProperty('etag')
    expect(first.body).not.toContain('secret')
    expect(site.lines).toContainEqual(
      expect.objectContaining({ msg: 'optional data failed', code: 'app/unexpected' }),
    )
    const [whole, again] = [await ask(''), await ask('')]
    expect([whole.body, again.body]).toEqual(['3', '3'])
    expect(whole.headers).toMatchObject({
      'surrogate-control': 'max-age=3600',
      etag: expect.any(String) as string,
    })
  })

  it.each([
    ['90.5', /^max-age=(?:8\d|90), must-revalidate$/],
    ['300 90.5 200', /^max-age=(?:8\d|90), must-revalidate$/],
    ['Infinity', /^max-age=3600$/],
  ])('is kept by no cache longer than its remote says that it is valid: %s', async (seconds, expected) => {
    const answer = await plain.get(`/api/data/mfe-search/brief?seconds=${encodeURIComponent(seconds)}`)
    expect([answer.statusCode, answer.headers['surrogate-control']]).toEqual([
      200,
      expect.stringMatching(expected),
    ])
  })

  it('holds nothing of content that is not for everybody', async () => {
    const titles = async (site: TestShell) =>
      (await site.get('/api/data/mfe-search/titles?type=newsArticle')).json<string[]>()
    expect((await titles(plain)).length).toBeGreaterThan(0)
    const contentTypes = [
      { contentTypeId: 'newsArticle', view: 'page', hydrate: 'never' as const, requireLogin: true },
    ]
    expect(
      await titles(await start({ remotes: [aContentRemote({ manifest: { contentTypes } }), SEARCH] })),
    ).toEqual([])
  })

  it('is private and uncached for visitors with a session or with drafts', async () => {
    const site = await start({ limits: { pageFreshMs: 60_000 } })
    for (const cookie of ['sid=anything', 'TesseraPreview=anything']) {
      const answer = await site.get('/api/data/mfe-search/count', { cookie })
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'surrogate-control': 'no-store',
      })
      expect(answer.headers).not.toHaveProperty('surrogate-key')
    }
    expect((await site.get('/api/data/mfe-search/count')).json()).toBe(3)
  })

  it('has drafts on a preview host, and published content elsewhere', async () => {
    const host = 'preview.larkmoor.example'
    const options = {
      previewAccessToken: 'larkmoor-demo-preview',
      preview: { hosts: [host], secrets: ['a-secret-of-at-least-32-characters-1'], frameOrigins: [] },
    }
    const site = await start({ options })
    const ask = (headers: Record<string, string>) =>
      site.get('/api/data/mfe-search/titles?type=contentPage', headers)
    const [drafts, published] = [await ask({ host }), await ask({})]
    expect(drafts.headers['cache-control']).toBe('private, no-store')
    expect(drafts.json<string[]>()).not.toEqual(published.json())
  })
})

describe('a question that has no answer', () => {
  it.each([
    [404, '/api/data/mfe-search/nobody'],
    [404, '/api/data/mfe-nobody/echo'],
    [404, '/api/data/mfe-content/echo'],
    [404, '/api/data/'],
    [404, '/api/data/mfe-search'],
    [404, '/api/data/mfe-search/echo/more'],
    [404, '/api/data/mfe-search/echo/'],
    [404, '/api/data//mfe-search/echo'],
    [404, '/api/data/mfe-search/__proto__'],
    [404, '/api/data/mfe-search/constructor'],
    [404, '/api/data/mfe-search/toString'],
    [404, '/api/data/mfe-search/hasOwnProperty'],
    [404, '/api/data/__proto__/echo'],
    [404, '/api/data/constructor/name'],
    [404, '/api/data/shell/echo'],
    [404, '/api/data/mfe-search/Echo'],
    [400, '/api/data/mfe-search%2Fecho'],
    [400, '/api/data/mfe-search/echo%00'],
    [400, '/api/data/mfe-search/echo%5c'],
    [400, '/api/data/mfe-search/refuses'],
    [400, '/api/data/mfe-search/form'],
    [414, `/api/data/mfe-search/echo?term=${'x'.repeat(2_048)}`],
    [500, '/api/data/mfe-search/strange'],
    [500, '/api/data/mfe-search/nothing'],
    [500, '/api/data/mfe-search/brief?seconds=soon'],
  ])('is %i as JSON: %s', async (status, url) => {
    const site = plain
    for (const accept of ['application/json', 'text/html']) {
      const answer = await site.get(url, { accept })
      expect([url, answer.statusCode]).toEqual([url, status])
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(Object.keys(answer.json<object>())).toEqual(['message'])
      expect(answer.body).not.toContain('secret')
    }
  })

  it('says in the log why a call that its remote has made is refused', async () => {
    const { statusCode } = await plain.get('/api/data/mfe-search/form', json)
    const refusal = { msg: 'data request refused', level: 30, code: 'content/invalid-call' }
    expect([statusCode, plain.lines]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining(refusal)]),
    ])
  })

  it('leads nowhere else by dots that are written otherwise', async () => {
    const answer = await plain.raw('/api/data/mfe-search/%2e%2e/%2e%2e/session')
    expect([answer.status, answer.body]).toEqual([400, '{"message":"The address is malformed."}'])
  })

  it('reaches no prototype with the names of its parameters', async () => {
    const site = plain
    const answer = await site.get('/api/data/mfe-search/echo?__proto__=x&constructor=y&prototype=z&a=1')
    expect(answer.json()).toMatchObject({ query: { a: '1' } })
    expect(Object.keys(answer.json<{ query: object }>().query)).toEqual(['a'])
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })

  it('takes as much as 2 KB of parameters', async () => {
    const site = plain
    const term = 'x'.repeat(2_048 - 'term='.length)
    expect((await site.get(`/api/data/mfe-search/echo?term=${term}`)).json()).toMatchObject({
      query: { term },
    })
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'is 405 by %s, with what is offered, before a body is read',
    async (method) => {
      const site = plain
      const answer = await site.app.inject({
        method,
        url: '/api/data/mfe-search/echo',
        headers: { host: 'localhost', 'content-type': 'text/strange' },
        ...(method === 'OPTIONS' ? {} : { payload: 'x' }),
      })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
      expect(messageOf(answer)).toBe('This method is not allowed here.')
    },
  )

  it('is 429 with Retry-After, once an address has sent too many requests', async () => {
    const site = await start({ limits: { dataPerMinute: 3 } })
    const ask = () => site.get('/api/data/mfe-search/count')
    expect([await ask(), await ask(), await ask()].map(({ statusCode }) => statusCode)).toEqual([
      200, 200, 200,
    ])
    const refused = await ask()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(30)
    expect(messageOf(refused)).toBe('Too many requests. Please wait a moment.')
    // Requests for unknown names cost nothing and are not counted.
    expect((await site.get('/api/data/mfe-search/nobody')).statusCode).toBe(404)
  })

  it('has no limit where the site sets none', async () => {
    const site = await start({ limits: { dataPerMinute: 0 } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.get('/api/data/mfe-search/count')),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  it('is 504 when it is not ready in time, and the signal of its loader is aborted', async () => {
    const site = await start({ limits: { dataDeadlineMs: 100 } })
    const answer = await site.get('/api/data/mfe-search/never')
    expect(answer.statusCode).toBe(504)
    expect(messageOf(answer)).toBe('Something went wrong.')
    expect((await site.get('/api/data/mfe-search/ended')).json()).toBe(1)
  })

  it('is no longer made once the visitor has gone', async () => {
    const site = await start({ limits: { dataDeadlineMs: 20_000 } })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.app.server.address() as AddressInfo
    const request = http.get({ port, path: '/api/data/mfe-search/never', headers: { host: 'localhost' } })
    request.on('error', () => undefined)
    await sleep(200)
    request.destroy()
    await until(async () => (await site.get('/api/data/mfe-search/ended')).json<number>() === 1)
    expect((await site.get('/api/data/mfe-search/ended')).json()).toBe(1)
  })

  it.each([
    [502, 503, '2'],
    [503, 503, '2'],
    [504, 504, '2'],
    [500, 500, undefined],
  ])('is an outage where its remote says so: %i is %i', async (status, answered, wait) => {
    const answer = await plain.get(`/api/data/mfe-search/fails?status=${status}`)
    expect([answer.statusCode, answer.headers['retry-after'], messageOf(answer)]).toEqual([
      answered,
      wait,
      'Something went wrong.',
    ])
  })

  it('is 503 with how long to wait while the platform cannot be reached', async () => {
    const own = await aPlatform()
    const site = await start({ platformUrl: own.url })
    await own.close()
    const answer = await site.get('/api/data/mfe-search/titles?type=newsArticle')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect(messageOf(answer)).toBe('Something went wrong.')
  })
})
