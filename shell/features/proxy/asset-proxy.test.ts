import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import {
  aFaultServer,
  aPlatform,
  sendJson,
  type FaultServer,
  type TestPlatform,
} from '@tessera/shared/testing'
import { WEBHOOK_PATH } from '../content-webhook/content-webhook.server.ts'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

const PROJECT = { id: 'website', name: 'Site', primaryLanguage: 'en-GB', supportedLanguages: ['en-GB'] }
const IMAGE = '/image-library/scenes/town-hall.x83d52f00.svg'
const FILE = '/asset-library/documents/council-plan-2025-2029.pdf'

describe('files of the platform (specification 9, reference security 1.10)', () => {
  let platform: TestPlatform
  let shell: TestShell
  beforeAll(async () => {
    platform = await aPlatform()
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
  })
  afterAll(async () => {
    await shell.close()
    await platform.close()
  })

  it('are the same bytes under the site’s own address, and say nothing of the platform', async () => {
    const own = await shell.get(FILE)
    const there = Buffer.from(await (await fetch(`${platform.url}${FILE}`)).arrayBuffer())
    const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(hash(own.rawPayload)).toBe(hash(there))
    expect(own.headers['content-type']).toBe('application/pdf')
    expect(own.headers).not.toHaveProperty('set-cookie')
    expect(own.headers).not.toHaveProperty('access-control-allow-origin')
    expect(own.headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  it('of images may be shown by pages of other sites, where there are such sites, and nothing else may', async () => {
    const policyOf = async (site: TestShell, path: string, headers = {}) =>
      (await site.get(path, headers)).headers['cross-origin-resource-policy']
    expect(await policyOf(shell, IMAGE)).toBe('same-origin')
    const options = { site: { embedOrigins: ['https://www.elsewhere.example'] } }
    const open = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options })
    const { etag } = (await open.get(IMAGE)).headers
    expect(await policyOf(open, IMAGE)).toBe('cross-origin')
    expect(await policyOf(open, IMAGE, { 'if-none-match': String(etag) })).toBe('cross-origin')
    expect(await policyOf(open, FILE)).toBe('same-origin')
    await open.close()
  })

  it('are given in parts, and not at all to those who have them', async () => {
    const whole = await shell.get(FILE)
    const part = await shell.get(FILE, { range: 'bytes=5-9', 'accept-encoding': 'br' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([
      206,
      `bytes 5-9/${whole.rawPayload.length}`,
    ])
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(5, 10))
    const image = await shell.get(IMAGE, { range: 'bytes=0-1999', 'accept-encoding': 'br' })
    expect([image.statusCode, image.headers['content-encoding'], image.rawPayload.length]).toEqual([
      206,
      undefined,
      2_000,
    ])
    const known = await shell.get(FILE, { 'if-none-match': String(whole.headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    const none = await shell.get(FILE, { range: 'bytes=99999999-' })
    expect([none.statusCode, none.body, none.headers['content-type']]).toEqual([416, '', undefined])
    expect(none.headers['content-range']).toBe(`bytes */${whole.rawPayload.length}`)
  })

  it('that can be compressed have a weak validator, and no ranges, when they are', async () => {
    const plain = await shell.get(IMAGE)
    const packed = await shell.get(IMAGE, { 'accept-encoding': 'gzip' })
    const tag = String(plain.headers.etag)
    expect(tag).toMatch(/^"/)
    expect([plain, packed].map(({ headers: { vary } }) => vary)).toEqual([
      'accept-encoding',
      'accept-encoding',
    ])
    expect(plain.headers['accept-ranges']).toBe('bytes')
    expect(packed.headers).toMatchObject({ etag: `W/${tag}`, 'content-encoding': 'gzip' })
    expect(packed.headers).not.toHaveProperty('accept-ranges')
    expect(gunzipSync(packed.rawPayload)).toEqual(plain.rawPayload)
    for (const known of [tag, `W/${tag}`]) {
      const answer = await shell.get(IMAGE, {
        'if-none-match': `"other", ${known}`,
        'accept-encoding': 'gzip',
      })
      expect([answer.statusCode, answer.headers.etag, answer.headers.vary]).toEqual([
        304,
        known,
        'accept-encoding',
      ])
    }
    const range = { range: 'bytes=0-99', 'accept-encoding': 'gzip' }
    const part = await shell.get(IMAGE, { ...range, 'if-range': tag })
    expect([part.statusCode, part.headers.etag, part.headers.vary]).toEqual([206, tag, 'accept-encoding'])
    expect((await shell.get(IMAGE, { ...range, 'if-range': `W/${tag}` })).statusCode).toBe(200)
  })

  it('answer HEAD without a body, and no other method', async () => {
    const head = await shell.app.inject({ method: 'HEAD', url: FILE, headers: { host: 'localhost' } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const answer = await shell.app.inject({ method, url: FILE, headers: { host: 'localhost' } })
      expect([method, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([method, true])
    }
  })

  it('that a browser could run as a page are locked in', async () => {
    const { headers } = await shell.get(IMAGE)
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('that are not there are a 404 of the site’s own', async () => {
    const answer = await shell.get('/asset-library/no-such.pdf')
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
    expect(answer.body).toContain('Page Not Found')
    expect(answer.body).not.toMatch(/logId|There is no such file on/)
  })
})

describe('what reaches the platform by way of a file’s address', () => {
  let platform: FaultServer
  let shell: TestShell

  async function start(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    options: Readonly<Record<string, unknown>> = {},
  ) {
    platform = await aFaultServer((request, response) =>
      request.url?.startsWith('/api/delivery/projects/website')
        ? sendJson(response, PROJECT)
        : answer(request, response),
    )
    shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()], options })
  }
  afterEach(async () => {
    await shell.close()
    await platform.close()
  })
  const files = () => platform.requests.filter(({ url }) => !url?.startsWith('/api/'))
  const sendFile = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, {
      'content-type': 'image/png',
      'set-cookie': 'a=b',
      server: 'IIS/8',
      'x-powered-by': 'them',
      'cache-control': 'public, max-age=60',
      location: 'https://evil.example/',
    })
    response.end('png')
  }

  it('is its path and query alone: nothing of who asks, and nothing that would change what is read', async () => {
    await start(sendFile)
    const answer = await shell.get(
      '/image-library/a b.png?w=100&accessToken=x&AccessToken=y&securityToken=z&redux=true',
      {
        cookie: 'session=1',
        authorization: 'Bearer visitor',
        'x-forwarded-for': '1.2.3.4',
        'x-entry-versionstatus': 'latest',
        'user-agent': 'curious',
        referer: 'http://localhost/private?token=1',
      },
    )
    expect(answer.body).toBe('png')
    const [request] = files()
    expect(request?.url).toBe('/image-library/a%20b.png?w=100')
    expect(Object.keys(request?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'x-require-surrogate-key',
    ])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=60',
    })
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'location'])
      expect(answer.headers).not.toHaveProperty(name)
  })

  it.each([
    '/image-library/../api/management/projects',
    '/image-library/%2e%2e/api/management',
    '/image-library/..%2fapi',
    '/image-library/..%5capi',
    '/image-library/%252e%252e/api',
    '/image-library/%252e%252e%252fapi',
    '/image-library/a%00.png',
    '/image-library/a%0d%0aX-Evil:%201',
    '/image-library/%c0%ae%c0%ae/api',
    '/image-library/',
  ])('is nothing for %s', async (target) => {
    await start(sendFile)
    const { status } = await shell.raw(target)
    expect([400, 404]).toContain(status)
    expect(files()).toEqual([])
  })

  it.each([
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/xml',
    'text/xsl',
    'application/xml;charset=utf-8',
    'application/rdf+xml',
    'application/atom+xml',
    'Application/XSLT+XML',
    'application/mathml+xml',
    'text/plain, text/html',
  ])('of the type %s is locked in: a browser could run it as a page', async (type) => {
    await start((_request, response) => response.writeHead(200, { 'content-type': type }).end('<a/>'))
    const { headers } = await shell.get('/asset-library/a.bin')
    expect([headers['content-type'], headers['content-security-policy']]).toEqual([
      type,
      expect.stringContaining('sandbox'),
    ])
  })

  it.each(['image/png', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'])(
    'of the type %s is not',
    async (type) => {
      await start((_request, response) => response.writeHead(200, { 'content-type': type }).end('a'))
      expect((await shell.get('/asset-library/a.bin')).headers).not.toHaveProperty('content-security-policy')
    },
  )

  it('is read under the paths that the site has chosen, and no others', async () => {
    await start(sendFile, { site: { reverseProxyPaths: ['/media/*'] } })
    expect((await shell.get('/media/x.png')).statusCode).toBe(200)
    expect(files().map(({ url }) => url)).toEqual(['/media/x.png'])
    await shell.get('/image-library/x.png')
    expect(files()).toHaveLength(1)
  })

  it.each([
    ['hangs up', (request: IncomingMessage) => void request.socket.destroy(), 502],
    ['never answers', () => undefined, 504],
    [
      'answers 500',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(500).end('stack at x.cs:1'),
      502,
    ],
    [
      'redirects to another host',
      (_: IncomingMessage, response: ServerResponse) =>
        void response.writeHead(302, { location: 'https://evil.example/' }).end(),
      502,
    ],
    [
      'sends more than it may',
      (_: IncomingMessage, response: ServerResponse) =>
        void response
          .writeHead(200, { 'content-type': 'image/png', 'content-length': 5_000 })
          .end(Buffer.alloc(5_000)),
      502,
    ],
  ])('that %s is an answer with a body that nobody keeps', async (_what, answer, status) => {
    // Long enough for a busy machine.
    await start(answer, { proxyLimits: { headersMs: 2_000, maxBytes: 4_000 } })
    const page = await shell.get('/image-library/x.png')
    expect([page.statusCode, page.headers['cache-control']]).toEqual([status, 'no-store'])
    expect(page.body).toContain('Sorry, something went wrong')
    expect(page.body).not.toMatch(/evil|stack at/)
    const image = await shell.get('/image-library/x.png', { accept: 'image/*' })
    expect([image.statusCode, image.body]).toEqual([status, 'Something went wrong.'])
  })

  it('is cut off when it does not say how long it is and does not end', async () => {
    await start(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'image/png' })
        const push = () => {
          while (response.write(Buffer.alloc(64 * 1024)));
        }
        response.on('drain', push)
        push()
      },
      { proxyLimits: { maxBytes: 1024 * 1024 } },
    )
    await shell.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shell.app.server.address() as AddressInfo
    const bytes = await new Promise<number>((resolve) => {
      let count = 0
      http.get({ port, path: '/image-library/x.png', headers: { host: 'localhost' } }, (answer) => {
        answer.on('data', (chunk: Buffer) => (count += chunk.length))
        answer.on('close', () => resolve(count))
        answer.on('error', () => undefined)
      })
    })
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
  })

  it('asked with HEAD has the length that the platform tells', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 12_345 })
      response.end()
    })
    const head = await shell.app.inject({
      method: 'HEAD',
      url: '/asset-library/x.pdf',
      headers: { host: 'localhost' },
    })
    expect([files()[0]?.method, head.headers['content-length'], head.body]).toEqual(['HEAD', '12345', ''])
  })

  it('flows no faster than the visitor reads', async () => {
    let sent = 0
    await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' })
      const push = () => {
        while (sent < 64 * 1024 * 1024) {
          sent += 64 * 1024
          if (!response.write(Buffer.alloc(64 * 1024))) return
        }
        response.end()
      }
      response.on('drain', push)
      push()
    })
    await shell.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shell.app.server.address() as AddressInfo
    const request = http.get({ port, path: '/video-library/x.mp4', headers: { host: 'localhost' } })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.pause()
    let before = -1
    while (before !== sent) {
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    expect(sent).toBeLessThan(32 * 1024 * 1024)
    request.destroy()
  })

  it('ends with the visitor', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' })
      response.write('begin')
    })
    await shell.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shell.app.server.address() as AddressInfo
    const request = http.get({ port, path: '/image-library/x.png', headers: { host: 'localhost' } })
    await once(request, 'response')
    const ended = once(files()[0]!.socket, 'close')
    request.destroy()
    await ended
  })

  it('that is for some visitors only is not cached, and leads anonymous visitors to sign in', async () => {
    await start((_request, response) => void response.writeHead(401).end('{}'))
    const page = await shell.get('/asset-library/members.pdf?v=1')
    expect([page.statusCode, page.headers.location]).toEqual([
      302,
      '/account/login?redirect_uri=%2Fasset-library%2Fmembers.pdf%3Fv%3D1',
    ])
    expect(page.headers['cache-control']).toBe('private, no-store')
    const image = await shell.get('/asset-library/members.png', { accept: 'image/*' })
    expect([image.statusCode, image.headers['surrogate-control']]).toEqual([401, 'no-store'])
  })

  it('that the platform calls private stays private', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'private, max-age=60' })
      response.end('x')
    })
    expect((await shell.get('/image-library/x.png')).headers).toMatchObject({
      'cache-control': 'private, no-store',
      'surrogate-control': 'no-store',
    })
  })

  describe('of a platform that hangs', () => {
    const late = { proxyLimits: { cachedHeadersMs: 50, imageHeadersMs: 100 } }
    /** Starts a platform that answers only the first request for a file. */
    const startOnce = (headers: Record<string, string> = {}, options: object = {}) => {
      let sent = 0
      return start(
        (_request, response) => {
          sent += 1
          if (sent > 1) return
          response.writeHead(200, {
            'content-type': 'image/png',
            'content-length': 3,
            'cache-control': 'public, max-age=60',
            etag: '"one"',
            ...headers,
          })
          response.end('png')
        },
        { ...late, ...options },
      )
    }

    it('are served as before, and not to clients that have them', async () => {
      await startOnce()
      const first = await shell.get('/image-library/x.png?w=100')
      const again = await shell.get('/image-library/x.png?w=100')
      expect([again.statusCode, again.body]).toEqual([200, 'png'])
      expect(again.headers['content-type']).toBe('image/png')
      expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
      for (const known of ['"one"', 'W/"one"', '"other", "one"']) {
        const answer = await shell.get('/image-library/x.png?w=100', { 'if-none-match': known })
        expect([known, answer.statusCode, answer.body]).toEqual([known, 304, ''])
      }
    })

    it.each([
      ['cuts its answers off', (response: ServerResponse) => void response.destroy()],
      ['stops in the middle of its answers', () => undefined],
    ])('are served as they were served before where it %s', async (_how, fail) => {
      let sent = 0
      await start((_request, response) => {
        sent += 1
        response.writeHead(200, {
          'content-type': 'image/png',
          'content-length': 3,
          'cache-control': 'public, max-age=60',
        })
        if (sent === 1) response.end('png')
        else response.write('p', () => fail(response))
      }, late)
      await shell.get('/image-library/x.png')
      const again = await shell.get('/image-library/x.png')
      expect([again.statusCode, again.body]).toEqual([200, 'png'])
    })

    it('fail with an error of the proxy where an answer is cut off and nothing is cached', async () => {
      await start((_request, response) => {
        response.writeHead(200, {
          'content-type': 'image/png',
          'content-length': 3,
          'cache-control': 'public, max-age=60',
        })
        response.write('p', () => void response.destroy())
      }, late)
      expect((await shell.get('/image-library/x.png', { accept: 'image/*' })).statusCode).toBe(502)
    })

    it.each([
      ['another one', '/image-library/y.png', {}],
      ['another size of it', '/image-library/x.png?w=200', {}],
    ])('fail fast where it is %s, and say when to come again', async (_what, url, headers) => {
      await startOnce(headers)
      await shell.get('/image-library/x.png?w=100')
      const answer = await shell.get(url, { 'sec-fetch-dest': 'image', accept: 'image/*' })
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([504, '2'])
    })

    it.each([
      ['is not for everybody', { 'cache-control': 'private, max-age=60' }],
      ['differs from reader to reader', { vary: 'accept' }],
    ])('are not kept where a file %s', async (_what, headers) => {
      await startOnce(headers)
      await shell.get('/image-library/x.png')
      const answer = await shell.get('/image-library/x.png', { 'sec-fetch-dest': 'image' })
      expect(answer.statusCode).toBe(504)
    })

    it('are not kept beyond a change of content, which may be one of who sees them', async () => {
      const secret = 'a-webhook-secret-of-at-least-32-characters'
      await startOnce({}, { webhookSecrets: [secret] })
      await shell.get('/image-library/x.png')
      expect((await tellOfChange(secret)).statusCode).toBeLessThan(300)
      const answer = await shell.get('/image-library/x.png', { 'sec-fetch-dest': 'image' })
      expect(answer.statusCode).toBe(504)
    })
  })

  /** Sends the platform's webhook message that an entry was published. */
  async function tellOfChange(secret: string) {
    const payload = JSON.stringify({ event: 'entry.published', surrogateKeys: ['test_e_1'] })
    const seconds = Math.floor(Date.now() / 1_000)
    const hash = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
    return shell.app.inject({
      method: 'POST',
      url: WEBHOOK_PATH,
      headers: {
        host: 'localhost',
        'content-type': 'application/json',
        'x-platform-signature': `t=${seconds},v1=${hash}`,
      },
      payload,
    })
  }
})
