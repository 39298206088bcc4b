import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell

const mapTiles = {
  url: 'https://tiles.example:8443/v1/{z}/{x}/{y}.png?key=abc',
  zoom: 15,
  attribution: { text: '© Larkmoor mappers', href: 'https://tiles.example/about' },
}

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    options: {
      site: {
        siteName: { 'en-GB': 'Larkmoor Council', cy: 'Cyngor Larkmoor' },
        contact: {
          telephone: '01632 960100',
          email: 'hello@larkmoor.example',
          address: { 'en-GB': ['Town Hall', 'LK1 1AA'], cy: ['Neuadd y Dref', 'LK1 1AA'] },
        },
        mapTiles,
      },
    },
  })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const structured = (body: string): readonly Record<string, unknown>[] =>
  [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  )

describe('metadata of a page (reference peers 2.1, Title, OG, JSON-LD)', () => {
  it('says who is behind the site on its home page, in each language, and nowhere else', async () => {
    expect(structured((await shell.get('/')).body)).toContainEqual({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': 'http://localhost/#organization',
      name: 'Larkmoor Council',
      url: 'http://localhost/',
      telephone: '01632 960100',
      email: 'hello@larkmoor.example',
      address: 'Town Hall, LK1 1AA',
    })
    expect(structured((await shell.get('/cy')).body)).toMatchObject([
      { name: 'Cyngor Larkmoor', url: 'http://localhost/cy', address: 'Neuadd y Dref, LK1 1AA' },
    ])
    expect(structured((await shell.get('/services')).body)).toEqual([])
  })

  it('has one canonical address, its translations, and a card for social networks', async () => {
    const { body } = await shell.get('/services/bins-and-recycling')
    const count = (pattern: RegExp) => body.match(pattern)?.length ?? 0
    expect(count(/rel="canonical"/g)).toBe(1)
    expect(body).toContain('hreflang="cy" href="http://localhost/cy/gwasanaethau/biniau-ac-ailgylchu"')
    expect(body).toContain('hreflang="x-default" href="http://localhost/services/bins-and-recycling"')
    expect(body).toContain('<meta property="og:title" content="Bins and recycling" />')
    expect(body).toContain('<meta property="og:type" content="website" />')
    expect(body).toContain('<meta property="og:site_name" content="Larkmoor Council" />')
    expect(body).toContain('<meta property="og:locale" content="en_GB"')
    expect(body).toMatch(/<meta property="og:description" content="[^"]+"/)
    expect(body).toContain('<meta property="og:url" content="http://localhost/services/bins-and-recycling"')
    expect(count(/<meta name="twitter:card"/g)).toBe(1)
  })

  it('is the same canonical address at every address of a page', async () => {
    const { body } = await shell.get('/services/planning')
    expect(body).toContain('<link rel="canonical" href="http://localhost/planning"')
  })
})

describe('error pages (reference peers 2.1, 404 / 500)', () => {
  it('keep the menu that the site had last, in the language of the path, when the platform is gone', async () => {
    const away = await aPlatform()
    const alone = await aShell({
      platformUrl: away.url,
      remotes: [aContentRemote()],
      limits: { freshMs: 0, treeFreshMs: 0 },
    })
    await alone.get('/services')
    await alone.get('/cy/gwasanaethau')
    await away.close()
    alone.platformClient.clear()
    const english = await alone.get('/news')
    expect(english.statusCode).toBeGreaterThanOrEqual(500)
    expect(english.headers['cache-control']).toBe('no-store')
    expect(english.body).toContain('Sorry, something went wrong')
    expect(english.body).toMatch(/<nav class="f-menu"[\s\S]*href="\/services"/)
    expect(english.body).toContain('<a class="button" href="/news">Try again</a>')
    const welsh = await alone.get('/cy/newyddion?tudalen=2')
    expect(welsh.body).toContain('<html lang="cy">')
    expect(welsh.body).toContain('aeth rhywbeth o’i le')
    expect(welsh.body).toMatch(/<nav class="f-menu"[\s\S]*href="\/cy\/gwasanaethau"/)
    expect(welsh.body).toContain('<a class="button" href="/cy/newyddion?tudalen=2">')
    await alone.close()
  })

  it('are the site’s own too when the request never became a page', async () => {
    await shell.get('/services')
    const { statusCode, body } = await shell.get('/a%00b')
    expect(statusCode).toBe(400)
    expect(body).toMatch(/<a class="f-skip" href="#main">[\s\S]*<nav class="f-menu"/)
    expect(body).toContain('id="page-search"')
  })
})

describe('a provider of map tiles (docs/decisions/0088)', () => {
  it('is told to every page in its state, and images may come from its origin and from no other', async () => {
    const { headers } = await shell.get('/services')
    expect(headers['content-security-policy']).toContain("img-src 'self' data: https://tiles.example:8443;")
    const { page } = JSON.parse((await shell.get('/services?redux=true')).body) as {
      readonly page: { readonly mapTiles: unknown }
    }
    expect(page.mapTiles).toEqual(mapTiles)
  })

  it('is none where the site names none', async () => {
    const plain = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
    const { headers, body } = await plain.get('/services')
    expect(headers['content-security-policy']).toContain("img-src 'self' data:;")
    expect(body).not.toContain('mapTiles')
    await plain.close()
  })
})
