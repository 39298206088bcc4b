import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const FEEDS = [
  {
    contentType: 'newsArticle',
    dateField: 'publishedDate',
    title: { 'en-GB': 'News & views', cy: 'Newyddion' },
    path: { 'en-GB': '/news/feed.xml', cy: '/cy/newyddion/feed.xml' },
    page: { 'en-GB': '/news', cy: '/cy/newyddion' },
  },
]

let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  const content = aContentRemote()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [
      {
        ...content,
        manifest: {
          ...content.manifest,
          contentTypes: [
            ...(content.manifest?.contentTypes ?? []),
            { contentTypeId: '*', view: 'page', hydrate: 'never' },
            { contentTypeId: 'councillor', view: 'page', hydrate: 'never', requireLogin: true },
          ],
          staticRoutes: [
            { path: '/find/:facet?', view: 'page', hydrate: 'never' },
            { path: '/me', view: 'page', hydrate: 'never', private: true },
          ],
        },
      },
    ],
    options: {
      sitemapUrls: 100,
      preview: { hosts: ['preview.localhost'] },
      previewAccessToken: 'larkmoor-demo-preview',
      site: { feeds: FEEDS },
    },
  })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const locations = (xml: string): readonly string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

/** All URLs in all files that the sitemap index names. */
async function allAddresses(): Promise<{
  readonly files: readonly string[]
  readonly xml: readonly string[]
}> {
  const files = locations((await shell.get('/sitemap.xml')).body)
  const answers = await Promise.all(files.map((file) => shell.get(new URL(file).pathname)))
  return { files, xml: answers.map(({ body }) => body) }
}

describe('sitemap.xml (sitemaps.org 0.9)', () => {
  it('is an index of files in each language, none larger than it may be', async () => {
    const { files, xml } = await allAddresses()
    expect(files.filter((file) => file.endsWith('-1.xml'))).toEqual([
      'http://localhost/sitemap-cy-1.xml',
      'http://localhost/sitemap-en-gb-1.xml',
    ])
    expect(files.length).toBeGreaterThanOrEqual(6)
    for (const [at, text] of xml.entries()) {
      const count = locations(text).length
      expect(count).toBeLessThanOrEqual(100)
      expect(count).toBeGreaterThan(0)
      const isWelsh = files[at]?.includes('sitemap-cy') === true
      for (const address of locations(text))
        expect([address, /^http:\/\/localhost\/cy(\/|$)/.test(address)]).toEqual([address, isWelsh])
    }
  })

  it('names every public page once, and no page for members, no file, no draft', async () => {
    const all = (await allAddresses()).xml.flatMap(locations)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toContain('http://localhost/')
    expect(all).toContain('http://localhost/cy')
    expect(all).toContain('http://localhost/services/bins-and-recycling')
    expect(all).toContain('http://localhost/cy/gwasanaethau/biniau-ac-ailgylchu')
    expect(all).toContain('http://localhost/find')
    expect(all).not.toContain('http://localhost/me')
    expect(
      all.filter((one) => /members-area|\/staff|image-library|asset-library|\/councillors\//.test(one)),
    ).toEqual([])
    // Drafts without a published version are not among the pages.
    const drafts = await platform.client({ versionStatus: 'latest' }).search({
      where: [
        { field: 'sys.uri', exists: true },
        { field: 'sys.dataFormat', equalTo: 'entry' },
      ],
      pageSize: 1,
    })
    expect(all.length).toBeLessThan(drafts.totalCount)
    expect(all.length).toBeGreaterThan(500)
  })

  it('gives each page its translations and the time of its last publication', async () => {
    const { xml } = await allAddresses()
    const page = /<url><loc>http:\/\/localhost\/services\/bins-and-recycling<\/loc>.*?<\/url>/s.exec(
      xml.join(''),
    )
    expect(page?.[0]).toContain('<lastmod>2026-07-08T09:10:00Z</lastmod>')
    expect(page?.[0]).toContain(
      '<xhtml:link rel="alternate" hreflang="cy" href="http://localhost/cy/gwasanaethau/biniau-ac-ailgylchu"/>',
    )
    expect(page?.[0]).toContain(
      '<xhtml:link rel="alternate" hreflang="en-GB" href="http://localhost/services/bins-and-recycling"/>',
    )
  })

  it('answers 304 to a crawler that has it, and 404 for a file that there is not', async () => {
    const { headers } = await shell.get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const again = await shell.get('/sitemap.xml', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await shell.get('/sitemap-en-gb-999.xml')).statusCode).toBe(404)
    expect((await shell.get('/sitemap-..-1.xml')).statusCode).toBe(404)
  })
})

describe('robots.txt (RFC 9309)', () => {
  it('leads to the sitemap and keeps crawlers from previews, private pages, states and results of searches', async () => {
    const { body, headers } = await shell.get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body.split('\n')).toEqual([
      'User-agent: *',
      'Disallow: /preview/',
      'Disallow: /*?redux=',
      'Disallow: /*&redux=',
      'Disallow: /search?',
      'Disallow: /me',
      'Disallow: /cy/search?',
      'Disallow: /cy/me',
      '',
      'Sitemap: http://localhost/sitemap.xml',
      '',
    ])
  })

  it('of a preview host keeps them from everything', async () => {
    const { body } = await shell.get('/robots.txt', { host: 'preview.localhost' })
    expect(body).toBe('User-agent: *\nDisallow: /\n')
  })
})

describe('the icon where tools look for one that read no HTML', () => {
  it('leads to the icon of the live release', async () => {
    const { statusCode, headers } = await shell.get('/favicon.ico')
    expect([statusCode, headers.location]).toEqual([
      302,
      expect.stringMatching(/^\/_shell\/.*favicon.*\.svg$/),
    ])
  })
})

describe('feeds (RSS 2.0)', () => {
  it('have the newest articles of their language first, with addresses, dates and ids that stay', async () => {
    const { body, headers, statusCode } = await shell.get('/news/feed.xml')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
    expect(body).toContain('<title>News &amp; views</title>\n<link>http://localhost/news</link>')
    expect(body).toContain('<language>en-gb</language>')
    expect(body).toContain(
      '<atom:link rel="self" type="application/rss+xml" href="http://localhost/news/feed.xml"/>',
    )
    const items = [...body.matchAll(/<item>.*?<\/item>/gs)].map(([item]) => item)
    expect(items).toHaveLength(50)
    const dates = items.map((item) => Date.parse(/<pubDate>([^<]+)</.exec(item)?.[1] ?? ''))
    expect(dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? 0))).toBe(true)
    for (const item of items) {
      expect(item).toMatch(/<link>http:\/\/localhost\/news\/[a-z0-9-]+<\/link>/)
      expect(item).toMatch(/<guid isPermaLink="false">[0-9a-f-]{36}:en-GB<\/guid>/)
      expect(item).toMatch(/<title>[^<]+<\/title>/)
    }
    expect(String(headers['surrogate-key'])).toMatch(/^test-app \S/)
  })

  it('are there in each language that has one, and are found from every page of it', async () => {
    expect((await shell.get('/cy/newyddion/feed.xml')).body).toContain('<language>cy</language>')
    expect((await shell.get('/services')).body).toContain(
      '<link rel="alternate" type="application/rss+xml" title="News &amp; views" href="/news/feed.xml">',
    )
    expect((await shell.get('/cy')).body).toContain('title="Newyddion" href="/cy/newyddion/feed.xml"')
  })

  it('answer 304 to a reader who has the newest', async () => {
    const { headers } = await shell.get('/news/feed.xml')
    const again = await shell.get('/news/feed.xml', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
