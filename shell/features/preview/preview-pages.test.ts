import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { signToken } from './preview-token.server.ts'

const secret = 'a-secret-of-at-least-32-characters-1'
const CMS = 'https://cms.example.org'
const PREVIEW_HOST = 'preview.larkmoor.example'
/** In the demonstration content: never published, and a published page with a newer draft. */
const UNPUBLISHED = '2e0a4d2e-5797-4d42-ac81-d5536664d415'
const CHANGED = 'af30ed6f-1919-4045-a3d9-546c0f93a9a7'

/** A page that exists only in Welsh. */
const withWelshRoute = {
  manifest: {
    ...aContentRemote().manifest,
    staticRoutes: [{ path: '/iaith', view: 'page', hydrate: 'never' as const, language: 'cy' }],
  },
}
const FOR_MEMBERS = '2fa74055-9391-464f-a0b5-67271c9476b9'

let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote(withWelshRoute)],
    options: {
      previewAccessToken: 'larkmoor-demo-preview',
      preview: { hosts: [PREVIEW_HOST], secrets: [secret], frameOrigins: [CMS] },
    },
  })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds
const linkTo = (path: string, given: object = {}) =>
  `/preview-session?token=${signToken('link', { host: 'localhost', path, expires: inSeconds(60), ...given }, secret)}`

/** The cookie of a session that a signed link has opened. */
async function openSession(): Promise<{ cookie: string }> {
  const answer = await shell.get(linkTo('/'))
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
}

const PRIVATE = {
  'cache-control': 'private, no-store',
  'surrogate-control': 'no-store',
  'x-robots-tag': 'noindex',
}

describe('a preview address without the right to drafts (specification 2)', () => {
  it.each([
    ['a draft', UNPUBLISHED],
    ['a page for members', FOR_MEMBERS],
    ['nothing at all', '00000000-0000-4000-8000-000000000000'],
  ])(
    'sends an anonymous visitor to sign in where there is %s: the answer does not tell which',
    async (_what, id) => {
      const answer = await shell.get(`/preview/${id}`)
      expect(answer.statusCode).toBe(302)
      expect(answer.headers.location).toBe(`/account/login?redirect_uri=%2Fpreview%2F${id}`)
      expect(answer.headers['cache-control']).toBe('private, no-store')
    },
  )

  it('shows the published version, which no cache and no search engine keeps', async () => {
    const answer = await shell.get(`/preview/${CHANGED}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject(PRIVATE)
    expect(answer.body).not.toContain('data-preview')
    expect(answer.body).toMatch(/<meta name="robots" content="noindex"/)
  })

  it.each([
    ['the parameter', `/preview/${UNPUBLISHED}?versionStatus=latest`, {}],
    ['the header', `/preview/${UNPUBLISHED}`, { 'x-entry-versionstatus': 'latest' }],
    ['a forwarded host', `/preview/${UNPUBLISHED}`, { 'x-forwarded-host': PREVIEW_HOST }],
    ['a cookie of its own making', `/preview/${UNPUBLISHED}`, { cookie: 'TesseraPreview=latest' }],
    ['the state', `/preview/${UNPUBLISHED}?redux=true`, {}],
  ])('stays so in spite of %s', async (_what, url, headers) => {
    const answer = await shell.get(url, headers)
    expect([302, 401]).toContain(answer.statusCode)
    expect(answer.body).not.toMatch(/nature recovery/i)
  })

  it.each(['a stranger', 'somebody with a preview link'])(
    'sends %s to sign in where the page is for members: a right to drafts is no membership',
    async (who) => {
      const headers = who === 'a stranger' ? {} : await openSession()
      const answer = await shell.get(`/preview/${FOR_MEMBERS}`, headers)
      expect(answer.statusCode).toBe(302)
      expect(answer.headers.location).toBe(`/account/login?redirect_uri=%2Fpreview%2F${FOR_MEMBERS}`)
    },
  )
})

describe('version status on a public host (reference security D9)', () => {
  it.each([
    ['parameter', '/services/bins-and-recycling/garden-waste?versionStatus=latest', {}],
    ['header', '/services/bins-and-recycling/garden-waste', { 'x-entry-versionstatus': 'latest' }],
  ])('is published, whatever the %s says', async (_what, url, headers) => {
    const state = (await shell.get(`${url}${url.includes('?') ? '&' : '?'}redux=true`, headers)).json<State>()
    expect(state.version.contensisVersionStatus).toBe('published')
    expect(state.page.preview).toBeUndefined()
  })
})

interface State {
  readonly version: { readonly contensisVersionStatus: string }
  readonly routing: {
    readonly entry: { readonly sys: { readonly versionStatus: string } } | null
    readonly currentNodeAncestors: readonly object[]
    readonly currentNode: { readonly path: string } | null
  }
  readonly page: {
    readonly preview?: {
      readonly status: string
      readonly exitPath: string | null
      readonly frameOrigins: readonly string[]
    }
    readonly head: { readonly language: string; readonly canonicalPath: string | null }
    readonly languages: readonly { readonly language: string; readonly path: string }[]
  }
}
const stateOf = async (url: string, headers: Record<string, string>): Promise<State> =>
  (await shell.get(`${url}?redux=true`, headers)).json<State>()

describe('a preview session (docs/decisions/0016)', () => {
  it('begins with a signed link, which leads to its page and leaves nothing of itself behind', async () => {
    const answer = await shell.get(linkTo(`/preview/${UNPUBLISHED}`))
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`/preview/${UNPUBLISHED}`)
    expect(answer.headers['set-cookie']).toMatch(
      /^TesseraPreview=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(answer.headers).toMatchObject({ ...PRIVATE, 'referrer-policy': 'no-referrer' })
    expect(JSON.stringify(shell.lines)).not.toContain('token=')
  })

  it('shows the draft with a preview bar, only to this visitor and uncached', async () => {
    const answer = await shell.get(`/preview/${UNPUBLISHED}`, await openSession())
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject(PRIVATE)
    expect(answer.headers['surrogate-key']).toBeUndefined()
    expect(answer.body).toContain('Draft, not published yet')
    expect(answer.body).toContain('action="/preview-session/exit"')
    expect((await shell.get(`/preview/${UNPUBLISHED}`)).statusCode).toBe(302)
  })

  it('goes on on ordinary pages, and those of visitors stay as they are', async () => {
    const url = '/services/bins-and-recycling/garden-waste'
    const before = await shell.get(url)
    const session = await openSession()
    const state = await stateOf(url, session)
    expect(state.version.contensisVersionStatus).toBe('latest')
    expect(state.routing.entry?.sys.versionStatus).toBe('latest')
    expect(state.page.preview?.status).toBe('Draft with changes that are not published')
    expect((await shell.get(url, session)).headers).toMatchObject(PRIVATE)
    const after = await shell.get(url)
    expect(after.body).toBe(before.body)
    expect(after.headers['surrogate-control']).toBe('max-age=3600')
  })

  it('places a previewed entry where its node is', async () => {
    const state = await stateOf(`/preview/${CHANGED}`, await openSession())
    expect(state.routing.currentNode?.path).toBe('/services/bins-and-recycling/garden-waste')
    expect(state.routing.currentNodeAncestors).toHaveLength(3)
    expect(state.page.preview?.exitPath).toBe('/services/bins-and-recycling/garden-waste')
    expect(state.page.head.canonicalPath).toBeNull()
  })

  it('marks its section in the menu', async () => {
    const { body } = await shell.get(`/preview/${CHANGED}`, await openSession())
    expect(body).toMatch(/<a href="\/services"[^>]* aria-current="true">Services/)
  })

  it('shows the published version when it is asked to, still as a preview', async () => {
    const answer = await shell.get(`/preview/${CHANGED}?versionStatus=published`, await openSession())
    expect(answer.body).toContain('Published version')
    expect(answer.headers).toMatchObject(PRIVATE)
  })

  it('ends with the form of the bar, and leads back to what visitors see', async () => {
    const answer = await exit({ 'sec-fetch-site': 'same-origin' }, 'to=%2Fservices')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/services')
    expect(answer.headers['set-cookie']).toMatch(/^TesseraPreview=; Max-Age=0; Path=\/;/)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 'to=%2F', 403, undefined],
    ['a target elsewhere', { 'sec-fetch-site': 'same-origin' }, 'to=https%3A%2F%2Fevil.example', 303, '/'],
    [
      'a target that looks like a path',
      { 'sec-fetch-site': 'same-origin' },
      'to=%2F%2Fevil.example',
      303,
      '/',
    ],
    ['no target', { 'sec-fetch-site': 'same-origin' }, '', 303, '/'],
  ])('is not ended to go elsewhere: %s', async (_what, headers, body, status, location) => {
    const answer = await exit(headers, body)
    expect([answer.statusCode, answer.headers.location]).toEqual([status, location])
  })

  it.each([
    ['is forged', '/preview-session?token=abc.def'],
    ['is missing', '/preview-session'],
    ['has expired', () => linkTo('/', { expires: inSeconds(-1) })],
    ['was made for another host', () => linkTo('/', { host: 'www.example.org' })],
  ])('does not begin with a link that %s, and says so even inside a frame', async (_what, url) => {
    const answer = await shell.get(typeof url === 'string' ? url : url())
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.body).toContain('<h1>This preview cannot be opened</h1>')
    expect(answer.body).toContain('This preview link has expired, or was not made for this site.')
    expect(answer.headers['content-security-policy']).toContain(`frame-ancestors ${CMS}`)
    expect(answer.headers['x-frame-options']).toBeUndefined()
  })

  it('says so in the language of the browser, since a bad link names no page', async () => {
    const answer = await shell.get(linkTo('/', { expires: inSeconds(-1) }), {
      'accept-language': 'cy, en;q=0.5',
    })
    expect(answer.body).toContain('<html lang="cy"')
    expect(answer.body).toContain('<h1>Ni ellir agor y rhagolwg hwn</h1>')
  })

  it('never leads off the site, even with a link that is signed', async () => {
    expect((await shell.get(linkTo('//evil.example'))).headers.location).toBe('/')
  })
})

const exit = (headers: Record<string, string>, payload: string) =>
  shell.app.inject({
    method: 'POST',
    url: '/preview-session/exit',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  })

describe('a preview host (specification 4, Version status)', () => {
  it('shows drafts without a session, and has none to leave', async () => {
    const state = await stateOf(`/preview/${UNPUBLISHED}`, { host: PREVIEW_HOST })
    expect(state.version.contensisVersionStatus).toBe('latest')
    expect(state.page.preview?.exitPath).toBeNull()
    expect((await shell.get('/', { host: PREVIEW_HOST })).headers).toMatchObject(PRIVATE)
  })
})

describe('frames (reference security 1.9)', () => {
  it('hold previews, for the content system alone', async () => {
    const { headers } = await shell.get(`/preview/${CHANGED}`, await openSession())
    expect(headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/cms\.example\.org;/)
    expect(headers['x-frame-options']).toBeUndefined()
  })

  it.each(['/', '/no/such/page', '/services/bins-and-recycling/garden-waste?versionStatus=latest'])(
    'hold nothing else: %s',
    async (url) => {
      const { headers } = await shell.get(url)
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
      expect(headers['x-frame-options']).toBe('DENY')
    },
  )
})

describe('languages of a preview (specification 9)', () => {
  it('are the one that is asked for, or the primary one', async () => {
    const session = await openSession()
    expect((await stateOf(`/preview/${CHANGED}`, session)).page.head.language).toBe('en-GB')
    const home = '54abc18a-4c1a-4ac1-b21c-c1e6dd031171'
    expect((await stateOf(`/preview/${home}/cy`, session)).page.head.language).toBe('cy')
    expect((await stateOf(`/preview/${home}/cy`, session)).page.languages).toEqual([
      { language: 'en-GB', path: `/preview/${home}/en-GB` },
      { language: 'cy', path: `/preview/${home}/cy` },
    ])
  })

  it('that an entry does not have are not found', async () => {
    expect((await shell.get(`/preview/${CHANGED}/fr`, await openSession())).statusCode).toBe(404)
  })
})

describe('language of a static route (specification 9)', () => {
  it('is the route’s own where it is in one language only, whatever its path says', async () => {
    const { page } = await stateOf('/iaith', {})
    expect(page.head.language).toBe('cy')
    expect(page.languages).toEqual([
      { language: 'en-GB', path: '/' },
      { language: 'cy', path: '/cy' },
    ])
  })
})
