import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createPlatform, type Platform } from '../create-platform.ts'
import { SEED } from '../testing/a-platform.ts'

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
    platform = await createPlatform({ dataDir: ':memory:', seed: folder })
  })
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const image = async (query: string, name = 'red.x12345678.png') => {
    const response = await platform.inject({ method: 'GET', url: `/image-library/${name}${query}` })
    return {
      status: response.statusCode,
      type: response.headers['content-type'],
      cache: response.headers['cache-control'],
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

  test('a hashed name may be kept for a year, also resized; the type is that of what was made', async () => {
    expect(await image('?w=10&f=webp')).toMatchObject({
      status: 200,
      type: 'image/webp',
      cache: 'public, max-age=31536000',
    })
  })
  test('a file that is no image is served as it is', async () => {
    expect((await image('?w=10', 'broken.png')).bytes.toString()).toBe('no picture')
    expect((await image('?w=10', 'nosuch.png')).status).toBe(404)
  })
})
