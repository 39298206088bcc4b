import type { Platform } from '../create-platform.ts'
import { aPlatform, ask, PROJECT, search, TOKEN } from '../testing/a-platform.ts'

const FERN = `${PROJECT}/entries/d0000000-0000-4000-8000-000000000001`

describe('tags of delivery answers (protocol 1.7)', () => {
  let platform: Platform
  beforeAll(async () => void (platform = await aPlatform()))
  afterAll(() => platform.close())
  const known = (url: string, tag: string, method: 'GET' | 'HEAD' = 'GET') =>
    platform.inject({ method, url, headers: { accesstoken: TOKEN, 'if-none-match': tag } })

  test('an answer has an ETag of its content, and a client that has it gets 304 without a body', async () => {
    for (const url of [FERN, PROJECT, `${PROJECT}/nodes/root?depth=2`, `${PROJECT}/entries?pageSize=3`]) {
      const { headers } = await ask(platform, url)
      const tag = String(headers['etag'])
      expect([url, tag]).toEqual([url, expect.stringMatching(/^"[\w-]{20,}"$/)])
      for (const method of ['GET', 'HEAD'] as const) {
        const again = await known(url, `W/${tag}`, method)
        expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
        expect([undefined, headers['content-length']]).toContain(again.headers['content-length'])
      }
      expect((await known(url, '"another"')).statusCode).toBe(200)
    }
  })

  test('another request has another ETag; errors, searches by POST and other addresses have none', async () => {
    const tag = async (url: string) => (await ask(platform, url)).headers['etag']
    expect(await tag(FERN)).not.toBe(await tag(`${FERN}?fields=title`))
    expect(await tag(`${PROJECT}/entries/nowhere`)).toBeUndefined()
    expect((await search(platform, [])).headers['etag']).toBeUndefined()
    expect(await tag('/health/ready')).toBeUndefined()
  })
})
