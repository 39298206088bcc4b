import {
  aFaultServer,
  aPlatform,
  sendJson,
  type FaultServer,
  type TestPlatform,
} from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../server/testing/a-shell.ts'

const BASE = '/api/delivery/projects/website'
const ON = { site: { deliveryProxy: true } }
const search = (where: unknown): string =>
  `${BASE}/entries/search?where=${encodeURIComponent(JSON.stringify(where))}`
const NEWS = [{ field: 'sys.contentTypeId', equalTo: 'newsArticle' }]

describe('the delivery API through the site (reference react-base C3, security 1.10)', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    // With the token that may read drafts: what keeps them from visitors is the proxy alone.
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

  it('gives published content with the site’s own token, which nobody sees', async () => {
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
    ['a list of statuses', search([{ field: 'sys.versionStatus', in: ['latest'] }])],
    ['a negated condition', search([{ not: [{ field: 'sys.versionStatus', exists: true }] }])],
    ['a query text', `${BASE}/entries/search?zenql=${encodeURIComponent("sys.versionStatus = 'latest'")}`],
  ])('refuses drafts, asked for by %s', async (_how, url) => {
    const answer = await shell.get(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([403, 'no-store'])
  })

  it('refuses drafts in a search that is posted', async () => {
    const answer = await post(`${BASE}/entries/search`, {
      where: [{ field: 'sys.versionStatus', equalTo: 'latest' }],
    })
    expect(answer.statusCode).toBe(403)
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

describe('the delivery API of a site that does not ask for it', () => {
  let platform: FaultServer
  let shell: TestShell
  afterEach(async () => {
    await shell.close()
    await platform.close()
  })
  const start = async (options: Readonly<Record<string, unknown>>) => {
    platform = await aFaultServer((request, response) =>
      request.url?.includes('/nodes')
        ? sendJson(response, {}, 404)
        : sendJson(response, { id: 'website', name: 'Site', primaryLanguage: 'en-GB' }),
    )
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options })
  }

  it('is not there', async () => {
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
