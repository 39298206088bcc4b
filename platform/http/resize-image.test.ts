import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createPlatform, type Platform } from '../create-platform.ts'
import { SEED } from '../testing/a-platform.ts'
import { createImageResizer, readImageRequest, type ImageRequest } from './resize-image.ts'

describe('the image library (protocol 1.11)', () => {
  let folder = ''
  let platform: Platform
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-images-'))
    mkdirSync(join(folder, 'assets', 'image-library'), { recursive: true })
    writeFileSync(join(folder, 'seed.json'), readFileSync(SEED))
    const red = sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
    writeFileSync(join(folder, 'assets', 'image-library', 'red.x12345678.png'), await red.png().toBuffer())
    writeFileSync(join(folder, 'assets', 'image-library', 'broken.png'), 'no picture')
    const large = sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'red' } })
    writeFileSync(join(folder, 'assets', 'image-library', 'large.png'), await large.png().toBuffer())
    platform = await createPlatform({ dataDir: ':memory:', seed: folder })
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const image = async (query: string, name = 'red.x12345678.png', headers = {}) => {
    const response = await platform.inject({ method: 'GET', url: `/image-library/${name}${query}`, headers })
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      cache: response.headers['cache-control'],
      etag: String(response.headers.etag),
      bytes: response.rawPayload,
    }
  }
  const sizeOf = async (query: string) => {
    const { width, height, format } = await sharp((await image(query)).bytes).metadata()
    return [width, height, format]
  }

  test.each([
    ['', [200, 100, 'png']],
    ['?w=100', [100, 50, 'png']],
    ['?h=20', [40, 20, 'png']],
    ['?w=50&h=50', [50, 25, 'png']],
    ['?w=50&h=50&fit=crop', [50, 50, 'png']],
    ['?w=50&h=50&fit=fill', [50, 50, 'png']],
    ['?w=900', [200, 100, 'png']],
    ['?w=100&f=webp', [100, 50, 'webp']],
    ['?f=jpg&q=40', [200, 100, 'jpeg']],
    ['?w=0&h=-5&f=nonsense&blur=9&w[]=2', [200, 100, 'png']],
  ])('%s', async (query, expected) => expect(await sizeOf(query)).toEqual(expected))

  test('a file with a hashed name may be cached for a year, also resized; the content type is that of the made image', async () => {
    expect(await image('?w=10&f=webp')).toMatchObject({
      status: 200,
      type: 'image/webp',
      cache: 'public, max-age=31536000',
    })
  })
  test('a file that is not an image is served as it is', async () => {
    expect((await image('?w=10', 'broken.png')).bytes.toString()).toBe('no picture')
    expect((await image('?w=10', 'nosuch.png')).status).toBe(404)
  })
  test('the original file, sent because too many images are waiting, is not cached', async () => {
    const known = (await image('?w=90')).etag.replace('-90.', '-91.')
    const slow = image('?f=avif', 'large.png')
    const asks = Array.from({ length: 80 }, (_, index) => image(`?w=${index + 1}`))
    // A client that has the image already waits for no turn.
    const again = await image('?w=91', undefined, { 'if-none-match': known })
    expect([again.status, again.etag]).toEqual([304, known])
    const others = await Promise.all(asks)
    const whole = (await image('')).bytes
    const unmade = others.filter(({ bytes }) => bytes.equals(whole))
    expect(unmade.length).toBeGreaterThan(0)
    expect(new Set(unmade.map(({ cache }) => cache))).toEqual(new Set(['no-store']))
    expect((await slow).type).toBe('image/avif')
    expect((await image('?w=80')).cache).toBe('public, max-age=31536000')
  })
})

describe('the images that are made', () => {
  let folder = ''
  let [red, plain] = ['', '']
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-images-'))
    ;[red, plain] = [join(folder, 'red.png'), join(folder, 'plain.svg')]
    await sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'red' } })
      .png()
      .toFile(red)
    writeFileSync(
      plain,
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
    )
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const asked = (query: string): ImageRequest => {
    const request = readImageRequest(new Map(new URLSearchParams(query)))
    if (request === null) throw new Error(`${query} asks for no image`)
    return request
  }

  test('those used least recently leave the cache when it is full', async () => {
    const sizes = ['w=100', 'w=101', 'w=102']
    const measure = createImageResizer()
    const images = await Promise.all(sizes.map((size) => measure(red, '1', asked(size))))
    const all = images.reduce((sum, image) => sum + (image === 'busy' ? 0 : (image?.bytes.length ?? 0)), 0)
    const resize = createImageResizer({ maxBytes: all, maxWaitMs: 60_000 })
    const [first, second] = [await resize(red, '1', asked('w=100')), await resize(red, '1', asked('w=101'))]
    expect(await resize(red, '1', asked('w=100'))).toBe(first)
    await resize(red, '1', asked('w=102'))
    expect(await resize(red, '1', asked('w=100'))).toBe(first)
    expect(await resize(red, '1', asked('w=101'))).not.toBe(second)
  })

  test('a failed image is not cached', async () => {
    const resize = createImageResizer()
    const file = join(folder, 'late.png')
    expect(await resize(file, '1', asked('w=10'))).toBeNull()
    writeFileSync(file, readFileSync(red))
    expect(await resize(file, '1', asked('w=10'))).toMatchObject({ type: 'image/png' })
  })

  test.each([
    ['w=4000&h=4000&fit=cover&f=avif', null],
    ['w=4000&fit=cover&f=avif', null],
    ['f=avif', { type: 'image/avif' }],
    ['w=4000&h=4000&f=avif', { type: 'image/avif' }],
    ['w=2000&h=1600&fit=cover&f=jpg', { type: 'image/jpeg' }],
  ])('an AVIF so large that all others would wait for it is not made: %s', async (query, expected) => {
    const image = await createImageResizer()(red, '1', asked(query))
    if (expected === null) expect(image).toBeNull()
    else expect(image).toMatchObject(expected)
  })

  test('a request that has waited too long gets the file itself, and a vector image does not wait', async () => {
    const resize = createImageResizer({ maxBytes: 1, maxWaitMs: 0 })
    const order: string[] = []
    const say = (name: string) => (image: object | string | null) => {
      order.push(name)
      return image
    }
    const [slow, impatient, vector] = await Promise.all([
      resize(red, '1', asked('w=900&f=webp')).then(say('slow')),
      resize(red, '1', asked('w=20')).then(say('impatient')),
      resize(plain, '1', asked('w=20')).then(say('vector')),
    ])
    expect([slow, impatient, vector]).toEqual([expect.objectContaining({ type: 'image/webp' }), 'busy', null])
    expect(order).toEqual(['vector', 'impatient', 'slow'])
  })
})
