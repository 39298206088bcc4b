import {
  aFaultServer,
  aPlatform,
  sendJson,
  type FaultServer,
  type TestPlatform,
} from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const BASE = '/api/delivery/projects/website'
const ON = { site: { deliveryProxy: true } }
const search = (where: unknown): string =>
  `${BASE}/entries/search?where=${encodeURIComponent(JSON.stringify(where))}`
const NEWS = [{ field: 'sys.contentTypeId', equalTo: 'newsArticle' }]
const NOT_PUBLISHED = [{ not: [{ field: 'sys.versionStatus', equalTo: 'published' }] }]

describe('the delivery API through the site (reference react-base C3, security 1.10)', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    // The token may read drafts, so only the proxy keeps them from visitors.
    shell = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote()],
      accessToken: 'larkmoor-demo-full-access',
      options: ON,
    })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })
  const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
    shell.app.inject({
      method: 'POST',
      url,
      headers: {
        host: 'localhost',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      payload: JSON.stringify(payload),
    })

  it('gives published content with the site’s own token, which is never sent to clients', async () => {
    const answer = await shell.get(search(NEWS))
    expect(answer.statusCode).toBe(200)
    expect(answer.json<{ totalCount: number }>().totalCount).toBeGreaterThan(100)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'surrogate-control': 'no-store',
    })
    expect(`${answer.body}${JSON.stringify(answer.headers)}`).not.toContain('larkmoor-demo')
    expect((await shell.get(`${BASE}/nodes/services/council-tax`)).json()).toMatchObject({
      slug: 'council-tax',
    })
  })

  it('follows links in conditions and orders, where everybody may read every type', async () => {
    const where = [...NEWS, { field: 'author.entryTitle', exists: true }]
    expect((await post(`${BASE}/entries/search`, { where, orderBy: ['author.entryTitle'] })).statusCode).toBe(
      200,
    )
  })

  it('takes a search that is posted, from a page of the site alone', async () => {
    const found = await post(`${BASE}/entries/search`, { pageSize: 1, where: NEWS })
    expect([found.statusCode, found.json<{ items: unknown[] }>().items.length]).toEqual([200, 1])
    const published = [...NEWS, { field: 'sys.versionStatus', equalTo: 'published' }]
    expect((await post(`${BASE}/entries/search`, { where: published })).statusCode).toBe(200)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await post(`${BASE}/entries/search`, { where: NEWS }, foreign)).statusCode).toBe(403)
  })

  it.each([
    ['a parameter', `${BASE}/entries?versionStatus=latest`],
    ['a parameter in other letters', `${BASE}/entries?VERSIONSTATUS=Latest`],
    ['a second parameter', `${BASE}/entries?versionStatus=published&versionstatus=latest`],
    ['a condition', search([{ field: 'sys.versionStatus', equalTo: 'latest' }])],
    [
      'a condition inside others',
      search([{ and: [{ not: { or: [{ field: 'SYS.versionStatus', equalTo: 'latest' }] } }] }]),
    ],
    ['a path with brackets', search([{ field: 'sys[].versionStatus', equalTo: 'latest' }])],
    ['a path with brackets at its end', search([{ field: 'sys.versionStatus[]', equalTo: 'latest' }])],
    ['a field in other letters', search([{ Field: 'sys.versionStatus', equalTo: 'latest' }])],
    ['a list of statuses', search([{ field: 'sys.versionStatus', in: ['latest'] }])],
    ['a negated condition', search([{ not: [{ field: 'sys.versionStatus', exists: true }] }])],
    ['a query text', `${BASE}/entries/search?zenql=${encodeURIComponent("sys.versionStatus = 'latest'")}`],
    ['a query text beside conditions', `${search(NOT_PUBLISHED)}&zenql=x%20%3D%201`],
    ['conditions beside a query text in other letters', `${search(NOT_PUBLISHED)}&ZenQL=x`],
  ])('refuses drafts, asked for by %s', async (_how, url) => {
    const answer = await shell.get(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([403, 'no-store'])
  })

  const isPublished = { field: 'sys.versionStatus', equalTo: 'published' }
  it.each([
    ['what is not published', { not: [isPublished] }],
    ['what is published, or anything', { or: [isPublished, { field: 'sys.language', exists: true }] }],
    ['what is published, not twice', { not: { not: { or: [{ and: [] }, isPublished] } } }],
  ])('finds no drafts in a search of %s', async (_what, condition) => {
    const drafts = { field: 'sys.workflow.state', equalTo: 'draft' }
    const where = [condition, drafts]
    const [got, posted, text] = await Promise.all([
      shell.get(search(where)),
      post(`${BASE}/entries/search`, { where }),
      post(search(where), { pageSize: 1 }),
    ])
    for (const answer of [got, posted, text]) expect(answer.json<{ totalCount: number }>().totalCount).toBe(0)
  })

  it('refuses drafts in a search that is posted', async () => {
    const answer = await post(`${BASE}/entries/search`, {
      where: [{ field: 'sys.versionStatus', equalTo: 'latest' }],
    })
    expect(answer.statusCode).toBe(403)
  })

  it.each([
    [
      'conditions that are text',
      { where: JSON.stringify([{ field: 'sys.versionStatus', equalTo: 'latest' }]) },
    ],
    ['a version status of its own', { where: NEWS, versionStatus: 'latest' }],
    ['a version status in other letters', { where: NEWS, VersionStatus: 'Latest' }],
    ['a version status that is none', { where: NEWS, versionStatus: ['published'] }],
    ['a query text', { zenql: "sys.versionStatus = 'latest'" }],
    ['a query text that is null', { where: NOT_PUBLISHED, zenql: null }],
    ['no query text and no conditions', { zenql: null }],
    ['only a query text in other letters', { ZENQL: "entryTitle = 'x'" }],
    ['a query text that is an object', { where: NOT_PUBLISHED, zenql: {} }],
    ['a query text in other letters', { where: NOT_PUBLISHED, ZENQL: 'x' }],
    ['a query text beside conditions', { where: NOT_PUBLISHED, zenql: "entryTitle = 'x'" }],
  ])('refuses drafts in a search that is posted with %s', async (_how, body) => {
    expect((await post(`${BASE}/entries/search`, body)).statusCode).toBe(403)
  })

  it('refuses drafts by conditions in the address of a search whose query text is none', async () => {
    expect((await post(search(NOT_PUBLISHED), { zenql: null })).statusCode).toBe(403)
    expect((await post(search(NOT_PUBLISHED), { zenql: "entryTitle = 'x'" })).statusCode).toBe(403)
  })

  it('takes a query text, in the address and posted', async () => {
    const zenql = "sys.contentTypeId = 'newsArticle'"
    const found = [
      await shell.get(`${BASE}/entries/search?zenql=${encodeURIComponent(zenql)}`),
      await post(`${BASE}/entries/search`, { zenql, pageSize: 1 }),
    ]
    for (const answer of found) expect(answer.json<{ totalCount: number }>().totalCount).toBeGreaterThan(0)
  })

  it.each([
    ['another project', '/api/delivery/projects/intranet/entries', 403],
    ['no project', '/api/delivery/projects', 403],
    ['another API', '/api/delivery/../management/projects', 400],
    ['another API, encoded', '/api/delivery/projects/website/%2e%2e/%2e%2e/management', 400],
    ['another API, encoded twice', '/api/delivery/projects/website/%252e%252e/management', 400],
    ['a search that is no JSON', `${BASE}/entries/search?where=[`, 400],
    ['the management API', '/api/management/projects', 404],
    ['tokens', '/authenticate/connect/token', 404],
  ])('refuses %s', async (_what, url, status) => {
    expect((await shell.raw(url)).status).toBe(status)
  })

  it.each(['PUT', 'DELETE', 'PATCH'] as const)('refuses %s', async (method) => {
    const answer = await shell.app.inject({ method, url: `${BASE}/entries`, headers: { host: 'localhost' } })
    expect(answer.statusCode).toBe(405)
  })

  it('refuses to post anything but a search, more than one can be, or what is too deep', async () => {
    expect((await post(`${BASE}/entries`, {})).statusCode).toBe(405)
    expect((await post(`${BASE}/entries/search`, { where: 'x'.repeat(70_000) })).statusCode).toBe(413)
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as unknown
    expect((await post(`${BASE}/entries/search`, deep)).statusCode).toBe(400)
  })
})

describe('types that the site’s own mappings keep for some visitors (specification 2, requireLogin)', () => {
  let platform: TestPlatform
  let shell: TestShell
  let news: { readonly sys: { readonly id: string }; readonly entryTitle: string }
  beforeAll(async () => {
    platform = await aPlatform()
    const page = { view: 'page', hydrate: 'never' as const }
    const manifest = {
      contentTypes: [
        { ...page, contentTypeId: 'newsArticle', requireLogin: true as const },
        { ...page, contentTypeId: '*' },
      ],
      stateKeys: ['content'],
    }
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote({ manifest })], options: ON })
    const query = `accessToken=larkmoor-demo-published&pageSize=1`
    const found = await fetch(`${platform.url}${BASE}/contentTypes/newsArticle/entries?${query}`)
    news = ((await found.json()) as { items: (typeof news)[] }).items[0]!
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })
  const post = (payload: unknown) =>
    shell.app.inject({
      method: 'POST',
      url: `${BASE}/entries/search`,
      headers: { host: 'localhost', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify(payload),
    })
  interface Found {
    readonly totalCount: number
    readonly items: readonly { readonly sys: { readonly contentTypeId: string } }[]
  }

  it('cannot be read as a list of their type, in any case of letters', async () => {
    for (const type of ['newsArticle', 'NEWSARTICLE', 'newsarticle'])
      expect((await shell.get(`${BASE}/contentTypes/${type}/entries`)).statusCode).toBe(403)
    expect((await shell.get(`${BASE}/contentTypes/event/entries?pageSize=1`)).statusCode).toBe(200)
  })

  it('cannot be read one by one, with any choice of fields', async () => {
    for (const more of ['', '?fields=entryTitle', '?fields=sys.id,entryTitle', '?fields=-sys,entryTitle']) {
      const answer = await shell.get(`${BASE}/entries/${news.sys.id}${more}`)
      expect([more, answer.statusCode]).toEqual([more, 403])
      expect(answer.body).not.toContain(news.entryTitle)
    }
    const head = await shell.app.inject({
      method: 'HEAD',
      url: `${BASE}/entries/${news.sys.id}`,
      headers: { host: 'localhost' },
    })
    expect([head.headers['content-length'], head.headers.etag]).toEqual([
      expect.stringMatching(/^0?$/),
      undefined,
    ])
  })

  it('cannot be found, counted or guessed at by a search', async () => {
    const byTitle = [{ field: 'entryTitle', equalTo: news.entryTitle }]
    const lists = [
      await shell.get(search(NEWS)),
      await shell.get(search(byTitle)),
      await shell.get(`${search(byTitle)}&where=[]`),
      await shell.get(`${BASE}/entries/search?WHERE=${encodeURIComponent(JSON.stringify(byTitle))}`),
      await shell.get(search({ or: [...NEWS, ...byTitle] })),
      await post({ where: NEWS }),
      await post({ where: JSON.stringify(byTitle) }),
      await post({ where: { or: [{ and: byTitle }, ...NEWS] } }),
    ]
    expect(lists.map(({ statusCode }) => statusCode)).toEqual(lists.map(() => 200))
    expect(lists.map((answer) => answer.json<Found>().totalCount)).toEqual(lists.map(() => 0))
    const all = (await shell.get(`${BASE}/entries/search?pageSize=2000`)).json<Found>()
    expect(all.items.length).toBeGreaterThan(100)
    expect(all.items.filter(({ sys }) => sys.contentTypeId === 'newsArticle')).toEqual([])
    const counted = (await post({ where: [], pageSize: 0 })).json<Found>()
    expect(counted.totalCount).toBe(all.totalCount)
  })

  it.each([
    ['a list of everything', () => shell.get(`${BASE}/entries`)],
    ['a list of everything, ordered', () => shell.get(`${BASE}/entries?order=entryTitle`)],
    ['a query text', () => shell.get(`${BASE}/entries?zenql=${encodeURIComponent("entryTitle = 'x'")}`)],
    [
      'a query text of a search',
      () => shell.get(`${BASE}/entries/search?ZenQL=${encodeURIComponent("a = 'x'")}`),
    ],
    ['a query text that is posted', () => post({ zenql: "entryTitle = 'x'" })],
  ])('are not to be had by what cannot be narrowed: %s', async (_what, ask) => {
    expect((await ask()).statusCode).toBe(403)
  })

  const LINKED = [{ field: 'author.phone', startsWith: '0' }]
  const inUrl = (name: string, value: unknown) =>
    shell.get(`${BASE}/entries/search?${name}=${encodeURIComponent(JSON.stringify(value))}`)
  const orderedBy = (text: string) =>
    shell.get(`${BASE}/contentTypes/event/entries?order=${encodeURIComponent(text)}`)
  it.each([
    ['a condition', () => post({ where: LINKED })],
    ['a condition inside others', () => post({ where: [{ not: { or: LINKED } }] })],
    ['conditions that are text', () => post({ where: JSON.stringify(LINKED) })],
    ['conditions in other letters', () => post({ Where: LINKED })],
    ['a parameter', () => inUrl('where', LINKED)],
    ['a parameter in other letters', () => inUrl('Where', LINKED)],
    ['an order', () => post({ orderBy: ['-author.phone'] })],
    ['an order of items', () => post({ order: [{ desc: 'author.phone' }] })],
    ['an order that is text', () => post({ orderBy: 'entryTitle,+author.phone' })],
    ['an order that is JSON text', () => inUrl('orderBy', [{ asc: 'author.phone' }])],
    ['the order of a list', () => shell.get(`${BASE}/contentTypes/event/entries?ORDER=author.phone`)],
    ['an aggregation', () => post({ aggregations: { phones: { field: 'author.phone' } } })],
    ['an aggregation that is text', () => inUrl('aggregations', { phones: { field: 'author.phone' } })],
    [
      'the text that includes its title',
      () => post({ where: [{ field: 'searchContent', contains: 'bin' }] }),
    ],
    ['that text in other letters', () => inUrl('where', { not: { field: 'SearchContent[]', exists: true } })],
    ['that text in an aggregation', () => post({ aggregations: { texts: { field: 'searchContent' } } })],
    ['that text with brackets', () => post({ where: [{ field: 'search[]Content', contains: 'bin' }] })],
    ['that text after brackets', () => post({ where: [{ field: '[]searchContent', contains: 'bin' }] })],
    ['an order by that text with brackets', () => post({ orderBy: [{ desc: 'search[]Content' }] })],
    ['an order by that text after brackets', () => inUrl('orderBy', 'title,-[]searchContent')],
    ['an order by that text in JSON text', () => inUrl('orderBy', [{ asc: 'searchContent' }])],
    ['an order by names in braces', () => orderedBy('{"a,author.phone,b":"x"}')],
    ['an order by a name given twice', () => orderedBy('{"a":"x,searchContent,y","a":"z"}')],
    ['an order by an escaped name', () => post({ orderBy: '["search\\u0043ontent"]' })],
  ])('are not to be guessed at through a link of another entry: %s', async (_what, ask) => {
    expect((await ask()).statusCode).toBe(403)
  })

  it('leave other entries to be counted and ordered by fields of their own', async () => {
    const byField = {
      order: ['-sys.version.created', 'entryTitle'],
      aggregations: { types: { field: 'sys.contentTypeId' } },
    }
    expect(
      (await post({ where: [{ field: 'sys.language', equalTo: 'en-GB' }], ...byField })).statusCode,
    ).toBe(200)
    expect((await shell.get(`${BASE}/contentTypes/event/entries?order=-sys.id,entryTitle`)).statusCode).toBe(
      200,
    )
  })

  it('show nothing but that they are there as links of other entries and at nodes', async () => {
    const nodes = await shell.get(`${BASE}/nodes/news?depth=2&entryFields=*&entryLinkDepth=1`)
    const home = await shell.get(
      `${BASE}/entries/search?linkDepth=2&where=${encodeURIComponent(JSON.stringify([{ field: 'sys.contentTypeId', equalTo: 'homePage' }]))}`,
    )
    expect([nodes.statusCode, home.statusCode]).toEqual([200, 200])
    const stubs = entriesIn([nodes.json(), home.json()]).filter(
      ({ sys }) => sys['contentTypeId'] === 'newsArticle',
    )
    expect(stubs.length).toBeGreaterThan(3)
    for (const stub of stubs) {
      expect(Object.keys(stub)).toEqual(['sys'])
      expect(
        Object.keys(stub.sys).filter(
          (name) => !['id', 'contentTypeId', 'language', 'dataFormat'].includes(name),
        ),
      ).toEqual([])
    }
    const open = entriesIn(home.json()).filter(({ sys }) => sys['contentTypeId'] === 'homePage')
    expect(open[0]).toHaveProperty('entryTitle')
  })
})

interface Entry {
  readonly sys: Readonly<Record<string, unknown>>
}

/** All entries of an answer, at any depth. */
function entriesIn(value: unknown): readonly Entry[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(entriesIn)
  return 'sys' in value ? [value as Entry, ...below] : below
}

describe('the delivery API of a site that does not ask for it', () => {
  let platform: FaultServer
  let shell: TestShell
  afterEach(async () => {
    await shell.close()
    await platform.close()
  })
  let [status, fault] = [200, {}]
  const start = async (options: Readonly<Record<string, unknown>>) => {
    platform = await aFaultServer((request, response) =>
      request.url?.includes('/entries') && status !== 200
        ? sendJson(response, { message: 'SELECT failed' }, status, fault)
        : request.url?.includes('/nodes')
          ? sendJson(response, {}, 404)
          : sendJson(response, { id: 'website', name: 'Site', primaryLanguage: 'en-GB' }),
    )
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options })
  }

  it('hands on no failure of the platform, and when it wants to be left alone', async () => {
    await start(ON)
    ;[status, fault] = [500, {}]
    const failed = await shell.get(`${BASE}/entries?pageSize=1`)
    ;[status, fault] = [429, { 'retry-after': '7' }]
    const limited = await shell.get(`${BASE}/entries?pageSize=1`)
    ;[status, fault] = [200, {}]
    expect(failed.statusCode).toBe(502)
    expect(failed.body).not.toContain('SELECT')
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '7'])
  })

  it('answers 404, and asks the platform for nothing', async () => {
    await start({})
    expect((await shell.get(`${BASE}/entries`)).statusCode).toBe(404)
    expect(platform.requests.filter(({ url }) => url?.startsWith(`${BASE}/entries`))).toHaveLength(0)
  })

  it('is asked with no word of the visitor’s, where it is there', async () => {
    await start(ON)
    await shell.get(`${BASE}/entries?accessToken=mine&linkDepth=1`, {
      cookie: 'a=b',
      authorization: 'Bearer x',
    })
    const request = platform.requests.find(({ url }) => url?.includes('/entries?'))
    expect(request?.url).toBe(`${BASE}/entries?linkDepth=1&versionStatus=published`)
    expect(request?.headers).toMatchObject({ accesstoken: 'larkmoor-demo-published' })
    expect(request?.headers).not.toHaveProperty('cookie')
    expect(request?.headers).not.toHaveProperty('authorization')
  })
})
