import sharp from 'sharp'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell

/** A remote whose news pages have an image, and whose other pages have none. */
const withPicture = {
  load: `const isNews = r.route.entry?.sys.contentTypeId === 'newsArticle'
    return { actions: [], head: isNews ? ${JSON.stringify({
      imagePath: '/image-library/scenes/library.xbcabcd99.svg?w=300&q=70',
      imageAlt: 'The library',
    })} : {} }`,
}

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote(withPicture)],
    options: { site: { siteName: { 'en-GB': 'Larkmoor Council', cy: 'Cyngor Larkmoor' } } },
  })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const metaOf = (body: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...body.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)].map(
      ([, name = '', content = '']) => [name, content.replaceAll('&amp;', '&')],
    ),
  )
const imageOf = async (path: string) => {
  const meta = metaOf((await shell.get(path)).body)
  return { meta, path: (meta['og:image'] ?? '').replace('http://localhost', '') }
}
const sizeOf = async (path: string) => {
  const answer = await shell.get(path, { accept: 'image/*' })
  const { width, height, format } = await sharp(answer.rawPayload).metadata()
  return { status: answer.statusCode, type: answer.headers['content-type'], width, height, format }
}

describe('the picture beside a link on other sites (docs/decisions/0059)', () => {
  it.each([
    ['a page', '/services/bins-and-recycling', 'Bins and recycling'],
    ['a Welsh page', '/cy/gwasanaethau', 'Gwasanaethau'],
    ['a page that is not there', '/no/such/page', 'Larkmoor Council'],
  ])('is a card with the title of %s, 1200 by 630, where it has no picture', async (_what, path, title) => {
    const { meta, path: image } = await imageOf(path)
    expect(meta).toMatchObject({
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': title,
      'twitter:card': 'summary_large_image',
    })
    expect(image).toMatch(/^\/_share\/(en-GB|cy)\/[\w-]+\.[\w-]+\.png$/)
    expect(await sizeOf(image)).toEqual({
      status: 200,
      type: 'image/png',
      width: 1200,
      height: 630,
      format: 'png',
    })
  })

  it('is the page’s own picture, cut by the platform and no longer a drawing', async () => {
    const { meta, path } = await imageOf('/news/local-plan-comments-open')
    expect(path).toBe('/image-library/scenes/library.xbcabcd99.svg?w=1200&q=70&h=630&fit=crop&f=jpg')
    expect(meta['og:image:alt']).toBe('The library')
    expect(await sizeOf(path)).toEqual({
      status: 200,
      type: 'image/jpeg',
      width: 1200,
      height: 630,
      format: 'jpeg',
    })
  })

  it('is kept for good by caches and browsers', async () => {
    const { path } = await imageOf('/services')
    const { headers } = await shell.get(path)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['another title', (path: string) => path.replace(/[\w-]+(?=\.[\w-]+\.png)/, 'SGFja2Vk')],
    ['another signature', (path: string) => path.replace(/\.[\w-]+\.png/, '.AAAAAAAAAAAAAAAA.png')],
    ['another language', (path: string) => path.replace('en-GB', 'cy')],
    ['no name', () => '/_share/'],
  ])('is not drawn for an address with %s', async (_what, change) => {
    const { path } = await imageOf('/services')
    expect((await shell.get(change(path))).statusCode).toBe(404)
  })

  it('is answered from memory at once while others are drawn', async () => {
    const drawn = (await imageOf('/services/council-tax')).path
    await shell.get(drawn)
    const others = await Promise.all(
      ['housing', 'environment', 'schools-and-learning', 'roads-and-parking'].map(
        async (section) => (await imageOf(`/services/${section}`)).path,
      ),
    )
    const order: string[] = []
    const get = async (path: string) => {
      const { statusCode } = await shell.get(path)
      order.push(`${path === drawn ? 'cached' : 'drawn'} ${statusCode}`)
    }
    await Promise.all([...others.map(get), get(drawn)])
    expect(order[0]).toBe('cached 200')
  })

  it('is written in letters that a machine without fonts has too, whichever way they run', async () => {
    const { drawCard } = await import('./share-card.server.ts')
    const ltr = await inkAt(await drawCard({ title: 'Tŷ & <b>', siteName: 'Cyngor', dir: 'ltr' }))
    const rtl = await inkAt(await drawCard({ title: 'مجلس', siteName: 'مجلس المدينة', dir: 'rtl' }))
    expect(ltr.left).toBeGreaterThan(0)
    expect(ltr.right).toBe(0)
    expect(rtl.left).toBe(0)
    expect(rtl.right).toBeGreaterThan(0)
  })

  it('has room for long titles', async () => {
    const { drawCard } = await import('./share-card.server.ts')
    const title = 'Pneumonoultramicroscopicsilicovolcanoconiosis and other things '.repeat(2)
    const { width, height } = await sharp(
      await drawCard({ title, siteName: 'Council', dir: 'ltr' }),
    ).metadata()
    expect([width, height]).toEqual([1200, 630])
  })
})

/** Number of light pixels in the left and the right third of a card. */
async function inkAt(card: Buffer): Promise<{ readonly left: number; readonly right: number }> {
  const count = async (left: number) => {
    const pixels = await sharp(card)
      .extract({ left, top: 0, width: 400, height: 600 })
      .greyscale()
      .raw()
      .toBuffer()
    return pixels.filter((value) => value > 200).length
  }
  return { left: await count(0), right: await count(800) }
}
