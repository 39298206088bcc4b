import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

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

const PAGE = '/services/bins-and-recycling'

describe('a page (design 5)', () => {
  it('is complete HTML with its title, its frame and its state as data', async () => {
    const answer = await shell.get(PAGE)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<h1 id="page-title">Bins and recycling</h1>')
    expect(answer.body).toContain('<title>Bins and recycling – Larkmoor Council</title>')
    expect(answer.body).toContain(`<link rel="canonical" href="http://localhost${PAGE}"`)
    expect(answer.body).toMatch(/<script type="application\/json" id="state">/)
  })

  it('is the same page as its state', async () => {
    const state = (await shell.get(`${PAGE}?redux=true`)).json<Record<string, Record<string, unknown>>>()
    expect(state['routing']).toMatchObject({
      currentPath: PAGE,
      canonicalPath: PAGE,
      statusCode: 200,
      notFound: false,
      currentProject: 'website',
    })
    expect(state['navigation']).toMatchObject({ isReady: true, error: { isError: false } })
    expect(state['version']).toMatchObject({ contensisVersionStatus: 'published', commitRef: 'abc1234' })
    expect(state['page']).toMatchObject({ slots: [{ id: 'main', remote: 'mfe-content' }] })
  })

  it('never serialises notes about calls, and keeps the document to what its islands need', async () => {
    const whole = (await shell.get(`${PAGE}?redux=true`)).body
    expect(whole).not.toMatch(/surrogateKeys|apiCalls|larkmoor-demo/)
    const page = await shell.get(PAGE)
    const inline = /id="state">(.*?)<\/script>/.exec(page.body)?.[1] ?? ''
    expect(inline).not.toMatch(/navigation|mappedEntry|entryTitle/)
    expect(inline.length).toBeLessThan(page.body.length / 4)
  })

  it('carries a strict policy, no unsafe script source, and the headers of its class', async () => {
    const { headers } = await shell.get(PAGE)
    expect(headers['content-security-policy']).toMatch(
      /script-src 'sha256-[^']+' 'sha384-[^']+' 'strict-dynamic';/,
    )
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers).toMatchObject({
      'cache-control': 'private',
      'surrogate-control': 'max-age=3600',
      'x-content-type-options': 'nosniff',
    })
    expect(String(headers['surrogate-key'])).toMatch(/^test-app \S/)
  })

  it('is not found with status 404, for a short time only, in HTML and in state', async () => {
    const page = await shell.get('/no/such/page')
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('Page Not Found')
    expect(page.headers['surrogate-control']).toBe('max-age=5')
    const state = await shell.get('/no/such/page?redux=true')
    expect(state.statusCode).toBe(404)
    expect(state.json<{ routing: { notFound: boolean } }>().routing.notFound).toBe(true)
    const found = await shell.get(`${PAGE}?redux=true`)
    expect(found.json<{ routing: { notFound?: boolean } }>().routing.notFound ?? false).toBe(false)
  })

  it('answers HEAD as GET without a body', async () => {
    const answer = await shell.app.inject({ method: 'HEAD', url: PAGE, headers: { host: 'localhost' } })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
  })

  it('sends an anonymous visitor from a protected page to sign in, uncached', async () => {
    const answer = await shell.get('/your-council/members-area')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/account/login?redirect_uri=%2Fyour-council%2Fmembers-area')
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('asks the platform for each thing once', async () => {
    platform.platformClient.clear()
    const before = shell.platformClient.stats()
    shell.platformClient.clear()
    const state = await shell.get(`${PAGE}/missed-collection`)
    expect(state.statusCode).toBe(200)
    expect(shell.platformClient.stats().cached - before.cached).toBeLessThanOrEqual(4)
  })
})

describe('an address (design 5.1)', () => {
  it('with needless slashes is cleaned by a redirect, before any call', async () => {
    const answer = await shell.get('//services//bins-and-recycling/?a=1')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/services/bins-and-recycling?a=1')
  })

  it.each([
    ['an encoded traversal', '/services/%2e%2e/%2e%2e/etc/passwd', 400],
    ['an encoded slash', '/services/%2e%2e%2fetc', 400],
    ['a null byte', '/a%00b', 400],
    ['malformed percent encoding', '/%zz', 400],
    ['14,000 slashes', `/x${'/'.repeat(14_000)}`, 414],
    ['an 8 KB query', `/services?q=${'x'.repeat(8_192)}`, 200],
    ['repeated parameters', '/services?term=a&term=b&term=c', 200],
    ['parameters that reach for a prototype', '/services?__proto__[x]=1&constructor=2', 200],
    ['characters outside Latin-1', '/%F0%9F%92%A9', 404],
    ['a release file', '/_mfe/mfe-content/1.0.0/web/remoteEntry.js', 200],
    ['a traversal out of the release', '/_mfe/mfe-content/1.0.0/web/../release.json', 404],
    ['a release that never was', '/_mfe/mfe-content/9.9.9/web/remoteEntry.js', 404],
    ["a remote's server half", '/_mfe/mfe-content/1.0.0/node/remoteEntry.js', 404],
  ])('with %s gets its answer', async (_what, url, status) => {
    const answer = await shell.raw(url)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toMatch(/at .*\.ts:\d+/)
  })

  it('of an unknown host is refused', async () => {
    expect((await shell.get('/', { host: 'evil.example' })).statusCode).toBe(421)
    expect((await shell.get('/', { host: 'localhost:3000' })).statusCode).toBe(200)
  })

  it('answers probes of its health under any host name, and no other path below theirs', async () => {
    const statusOf = async (path: string) => (await shell.get(path, { host: 'evil.example' })).statusCode
    for (const path of ['/health/live', '/health/ready', '/health/versions', '/health/live?from=probe'])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    for (const path of ['/health', '/health/', '/health/page', '/health/live/', '/health/liveliness'])
      expect([path, await statusOf(path)]).toEqual([path, 421])
  })

  it('tells balancers how it is, by whatever address they know it', async () => {
    for (const path of ['/health/live', '/health/ready'])
      expect((await shell.get(path, { host: '10.0.0.7:3000' })).statusCode).toBe(200)
  })

  it('with another method is refused', async () => {
    const answer = await shell.app.inject({
      method: 'DELETE',
      url: '/services',
      headers: { host: 'localhost' },
    })
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  it('with another method is told which ones are offered there', async () => {
    const allowed = async (url: string) =>
      (await shell.app.inject({ method: 'PUT', url, headers: { host: 'localhost' } })).headers['allow']
    expect(await allowed('/account/login')).toBe('GET, HEAD, POST')
    expect(await allowed('/services?a=1')).toBe('GET, HEAD')
  })

  it.each(['GET', 'HEAD', 'PUT', 'DELETE'] as const)(
    'by %s is no way to register: a post alone is',
    async (method) => {
      const request = { method, url: '/account/register', headers: { host: 'localhost' } }
      const answer = await shell.app.inject(request)
      expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST'])
    },
  )

  it('whose address cannot be read is refused in our own words', async () => {
    const answer = await shell.raw('/%zz')
    expect(answer.status).toBe(400)
    expect(answer.body).toContain('<p class="lead">The address is malformed.</p>')
    expect(answer.body).not.toContain('%zz')
    const asText = await shell.raw('/%zz', 'text/plain')
    expect([asText.status, asText.body]).toEqual([400, 'The address is malformed.'])
  })
})

describe('health', () => {
  it('is live and ready, and says how the platform is', async () => {
    expect((await shell.get('/health/live')).json()).toEqual({ status: 'ok' })
    expect((await shell.get('/health/ready')).json()).toMatchObject({
      status: 'ok',
      platform: 'closed',
      remotes: 1,
    })
  })
})

describe('logs', () => {
  it('have one id per request that is also on the answer, and no query', async () => {
    const answer = await shell.get('/services?securityToken=secret-token')
    const id = answer.headers['x-request-id']
    expect(shell.lines.some((line) => line['reqId'] === id)).toBe(true)
    expect(JSON.stringify(shell.lines)).not.toContain('secret-token')
  })
})
