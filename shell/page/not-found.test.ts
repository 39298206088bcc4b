import {
  aFaultServer,
  aPlatform,
  sendJson,
  type FaultServer,
  type TestPlatform,
} from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'
import { notFoundContent } from './not-found.server.ts'
import type { ResolvedPage } from './page.ts'

const SITE = {
  site: { redirects: { contentType: 'redirect', hosts: [] }, notFoundPage: { contentType: 'notFoundPage' } },
}

describe("authors' redirects (reference peers 2.1, Redirects)", () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options: SITE })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  it.each([
    ['for good', '/council-tax', 301, '/services/council-tax'],
    ['for a time', '/winter', 302, '/services/benefits-and-support'],
    ['at the end of a chain, in one step', '/rubbish?a=1', 301, '/services/bins-and-recycling?a=1'],
    ['with what was below', '/residents/council-tax', 301, '/services/council-tax'],
    ['by a query', '/default.aspx?page=planning', 301, '/planning'],
    ['in Welsh', '/cy/biniau', 301, '/cy/gwasanaethau/biniau-ac-ailgylchu'],
  ])('lead to a page %s', async (_how, from, status, to) => {
    const answer = await shell.get(from)
    expect([answer.statusCode, answer.headers.location]).toEqual([status, to])
    expect(String(answer.headers['surrogate-key'])).toContain('any-update')
  })

  it('lead the state of a page to where the page is', async () => {
    const answer = await shell.get('/winter?redux=true')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/services/benefits-and-support'])
  })

  it('leave other paths alone', async () => {
    expect((await shell.get('/no-such-page')).statusCode).toBe(404)
  })
})

describe('the not-found page (specification 2)', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options: SITE })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  it('shows the status, its words, what its author wrote, links, and a search box with the words of the path', async () => {
    const { body, statusCode } = await shell.get('/services/no-such-thing')
    expect(statusCode).toBe(404)
    expect(body).toMatch(/<p class="f-code">404<\/p>\s*<h1>Page Not Found<\/h1>/)
    expect(body).toContain('We moved many pages in 2024')
    expect(body).toMatch(/id="page-search"[^>]*value="no such thing"/)
    expect(body).toContain('<a href="/services/bins-and-recycling">Bins and recycling</a>')
    expect(body).toContain('<title>Page Not Found – Larkmoor Council</title>')
    expect(body).toContain('<meta name="robots" content="noindex"')
    expect(body).not.toContain('rel="canonical"')
  })

  it('offers pages whose address is much alike, from the menu and from below the nearest page', async () => {
    const top = await shell.get('/services/bins-and-recylcing')
    expect(top.body).toMatch(
      /Were you looking for one of these\?<\/h2>\s*<ul>\s*<li><a href="\/services\/bins-and-recycling">/,
    )
    const deep = await shell.get('/services/bins-and-recycling/mised-collection')
    expect(deep.body).toContain('<a href="/services/bins-and-recycling/missed-collection">')
  })

  it('is called so in the state of the page too', async () => {
    const { page } = (await shell.get('/services/no-such-thing?redux=true')).json<{
      page: { head: { title: string } }
    }>()
    expect(page.head.title).toBe('Page Not Found')
  })

  it('is the same in Welsh', async () => {
    const { body, statusCode } = await shell.get('/cy/gwasanaethau/biniau-ac-ailgylchi')
    expect(statusCode).toBe(404)
    expect(body).toContain('<html lang="cy">')
    expect(body).toContain('<h1>Heb ddod o hyd i’r dudalen</h1>')
    expect(body).toContain('Symudwyd llawer o dudalennau yn 2024')
    expect(body).toContain('<a href="/cy/gwasanaethau/biniau-ac-ailgylchu">')
    expect(body).toContain('action="/cy/search"')
  })

  it('knows of its author’s links which lead to another language', async () => {
    const link = (language: string) => ({
      sys: { id: language, contentTypeId: 'landingPage', language, uri: `/${language}` },
      entryTitle: language,
    })
    const entry = { sys: { id: 'n' }, links: [link('cy'), link('en-GB')] }
    const page = {
      target: { path: '/cy/dim', wantsState: false },
      parsedPath: { preview: null },
      language: 'cy',
      client: { search: async () => ({ items: [entry] }), children: async () => [] },
      navigation: Promise.resolve({ root: null, error: null }),
    } as unknown as ResolvedPage
    const parts = { notFoundType: 'notFoundPage', sanitise: (html: string) => html }
    const content = await notFoundContent(page, parts as Parameters<typeof notFoundContent>[1])
    expect(content?.links).toEqual([
      { label: 'cy', path: '/cy' },
      { label: 'en-GB', path: '/en-GB', language: 'en-GB' },
    ])
  })

  it('asks the platform for nothing that a visitor has typed', async () => {
    await shell.get('/services/qwertzuiop-1')
    const before = shell.platformClient.stats().cached
    await shell.get('/services/qwertzuiop-2')
    await shell.get('/services/qwertzuiop-3')
    expect(shell.platformClient.stats().cached - before).toBe(0)
  })

  it('shows a path as text, whatever it holds', async () => {
    const { body } = await shell.get('/services/%22%3E%3Cscript%3Ealert(1)%3C')
    expect(body).not.toContain('<script>alert')
  })
})

describe('redirects that have faults', () => {
  let platform: FaultServer
  let shell: TestShell
  afterEach(async () => {
    await shell.close()
    await platform.close()
  })

  /** A platform with these redirect rules, or whose rules fail (null), and with pages at these paths. */
  async function start(rules: readonly (readonly [string, string])[] | null, pages: readonly string[] = []) {
    platform = await aFaultServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://platform.invalid')
      if (url.pathname.endsWith('/projects/website'))
        return sendJson(response, { id: 'website', name: 'Site', primaryLanguage: 'en-GB' })
      if (url.pathname.endsWith('/nodes/root')) return sendJson(response, { id: 'r', path: '/' })
      if (url.pathname.includes('/search')) {
        if (!rules) return sendJson(response, {}, 500)
        const items = rules.map(([from, to], at) => ({ sys: { id: `r${at}` }, from, to, permanent: true }))
        return sendJson(response, {
          pageIndex: 0,
          pageSize: 2_000,
          totalCount: items.length,
          pageCount: 1,
          items,
        })
      }
      const path = decodeURIComponent(url.pathname.split('/nodes')[1] ?? '')
      if (!pages.includes(path)) return sendJson(response, {}, 404)
      const entry = { sys: { id: path, contentTypeId: 'contentPage', language: 'en-GB' }, entryTitle: path }
      return sendJson(response, { id: path, path, language: 'en-GB', entry })
    })
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options: SITE })
  }
  const ask = async (path: string) => {
    const { statusCode, headers } = await shell.get(path)
    return [statusCode, headers.location ?? null]
  }

  it('need no call for a page that exists: they are requested only when nothing is found', async () => {
    await start([['/a', '/b']], ['/b'])
    const questions = () =>
      platform.requests.filter(({ url }) => decodeURIComponent(url ?? '').includes('"redirect"')).length
    expect(await ask('/b')).toEqual([200, null])
    expect(questions()).toBe(0)
    expect(await ask('/a')).toEqual([301, '/b'])
    expect(await ask('/nowhere')).toEqual([404, null])
    expect(questions()).toBe(1)
  })

  it('do not loop: a path that only leads back to itself is not found', async () => {
    await start([
      ['/a', '/b'],
      ['/b', '/c'],
      ['/c', '/a'],
      ['/self', '/SELF'],
      ['/grow/*', '/grow/more/*'],
    ])
    for (const path of ['/a', '/b', '/c', '/self', '/grow/x']) expect(await ask(path)).toEqual([404, null])
  })

  it('end at a page that is there, even when a rule leads away from it', async () => {
    await start(
      [
        ['/a', '/b'],
        ['/b', '/a'],
      ],
      ['/b'],
    )
    expect(await ask('/a')).toEqual([301, '/b'])
    expect(await ask('/b')).toEqual([200, null])
  })

  it('never lead off the site', async () => {
    await start([
      ['/a', 'https://evil.example/'],
      ['/b', '//evil.example/'],
    ])
    expect([await ask('/a'), await ask('/b')]).toEqual([
      [404, null],
      [404, null],
    ])
  })

  it('that cannot be had leave the page not found, and the log says why', async () => {
    await start(null)
    expect(await ask('/a')).toEqual([404, null])
    expect(shell.lines.some((line) => line['msg'] === 'optional data failed')).toBe(true)
  })
})
