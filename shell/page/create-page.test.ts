import { readSiteConfig, type SiteConfig } from '@tessera/shared/config'
import { createPlatformClient, type WireRequest } from '@tessera/shared/io'
import { parsePath, readRequestTarget } from '../http/paths.ts'
import type { Session } from '../http/session.ts'
import { routingTable } from '../releases/routing-table.ts'
import { createPage } from './create-page.server.ts'

const config = readSiteConfig({
  projects: [{ id: 'website', publicUrl: 'https://www.example.org' }],
  platform: { apiUrl: 'https://api.example' },
  accessToken: 'published-token',
  siteName: { 'en-GB': 'Site' },
})

/** A request for a page, and the requests that its clients send to the platform. */
function aPageRequest(
  url: string,
  session: Session | null = null,
  site = config,
  statusOf: (request: WireRequest) => number = () => 200,
) {
  const sent: WireRequest[] = []
  const platformClient = createPlatformClient({
    transport: {
      async send(request) {
        sent.push(request)
        const text = '{"id":"n1","path":"/bins","fields":[]}'
        return { status: statusOf(request), body: Buffer.from(text), keys: ['k1'], retryAfter: null }
      },
      close: async () => {},
    },
  })
  const target = readRequestTarget(url)
  const page = createPage(
    {
      request: { id: '0af76519-16cd-43dd-8448-eb211c80319c', headers: { host: 'www.example.org' } },
      signal: new AbortController().signal,
      target,
      parsedPath: parsePath(target.path, config.languages),
      session,
      view: { versionStatus: 'published', preview: null },
      visible: { releases: { table: routingTable([]) }, pinned: null } as never,
    },
    { config: site, platformClient, isStaff: () => false },
  )
  return { page, sent }
}

describe('the calls of a page (specification 7, Server-side requests)', () => {
  it('say which page they are for: the site’s public address and its path, without its query', async () => {
    const { page, sent } = aPageRequest('/caffi%20%C3%A9%3F?term=secret')
    await page.client.nodeByPath('/bins')
    expect(sent[0]?.headers['referer']).toBe('https://www.example.org/caffi%20%C3%A9%3F')
  })

  it('carry a trace of their own, and no cookie', async () => {
    const { page, sent } = aPageRequest('/bins')
    await page.client.nodeByPath('/bins')
    expect(sent[0]?.headers['traceparent']).toBe('00-0af7651916cd43dd8448eb211c80319c-0af7651916cd43dd-01')
    expect(sent[0]?.headers).not.toHaveProperty('cookie')
  })

  it('are made in the name of a visitor who is signed in only by the client that is theirs', async () => {
    const session = { bearerToken: 'bearer-1', user: { groups: [] } } as unknown as Session
    const { page, sent } = aPageRequest('/bins', session)
    await page.client.nodeByPath('/bins')
    await page.memberClient?.nodeByPath('/bins')
    expect(sent.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Bearer bearer-1'])
    expect(aPageRequest('/bins').page.memberClient).toBeNull()
  })

  it('carry the cookies of a visitor in their own name where the site hands them on, and nowhere else', async () => {
    const own = { bearerToken: 'bearer;1', securityToken: 'classic-1', user: { groups: [] } }
    const cookiesOf = async (session: object, names: SiteConfig['platformCookies']) => {
      const { page, sent } = aPageRequest('/bins', session as Session, { ...config, platformCookies: names })
      await page.client.nodeByPath('/bins')
      await page.memberClient?.nodeByPath('/bins')
      return sent.map(({ headers }) => headers['cookie'])
    }
    expect(await cookiesOf(own, [])).toEqual([undefined, undefined])
    expect(await cookiesOf(own, ['ContensisSecurityBearerToken', 'ContensisCMSUserName'])).toEqual([
      undefined,
      'ContensisSecurityBearerToken=bearer%3B1; ContensisCMSUserName=classic-1',
    ])
    const without = { ...own, securityToken: null }
    expect(await cookiesOf(without, ['ContensisCMSUserName'])).toEqual([undefined, undefined])
  })

  it("for a form that the platform refuses to anonymous requests are repeated with the visitor's token, and for no other form", async () => {
    const session = { bearerToken: 'bearer-1', user: { groups: [] } } as unknown as Session
    const own = (request: WireRequest) => request.headers['authorization']
    const refuse = (request: WireRequest) => (own(request) ? 200 : 401)
    const member = aPageRequest('/bins', session, config, refuse)
    await member.page.client.formContentType('ask')
    expect(member.sent.map(own)).toEqual([undefined, 'Bearer bearer-1'])
    await expect(
      aPageRequest('/bins', null, config, refuse).page.client.formContentType('ask'),
    ).rejects.toThrow()
    const open = aPageRequest('/bins', session)
    await open.page.client.formContentType('ask')
    expect(open.sent.map(own)).toEqual([undefined])
    const broken = aPageRequest('/bins', session, config, () => 404)
    await expect(broken.page.client.formContentType('ask')).rejects.toThrow()
    expect(broken.sent.map(own)).toEqual([undefined])
  })

  it('are noted, with their surrogate keys', async () => {
    const { page } = aPageRequest('/bins')
    await page.client.nodeByPath('/bins')
    expect(page.calls.list()).toMatchObject([{ status: 200, keyCount: 1 }])
    expect(page.calls.keys()).toEqual(['k1'])
  })
})
