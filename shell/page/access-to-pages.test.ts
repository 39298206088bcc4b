import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aCookieJar } from '../features/identity/testing/cookie-jar.ts'
import { aContentRemote, aShell, type TestShell } from '../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell
let member: string
let staff: string
let visitor: string

const MEMBERS = { name: 'Members' }
/** A content page that the platform gives to all visitors. */
const RESTRICTED_TYPE_ENTRY = '64d5d6c1-6a9c-45a6-b0fa-53efd6b0e676'
const page = { view: 'page', hydrate: 'never' as const }

/** The manifest restricts content pages to members, and the author the members' area; all other pages are public. */
const remote = aContentRemote({
  manifest: {
    contentTypes: [
      { ...page, contentTypeId: 'contentPage', requireLogin: [MEMBERS], nodeOptions: { siblings: true } },
      {
        ...page,
        contentTypeId: 'landingPage',
        nodeOptions: { children: { fields: ['entryTitle', 'summary'] } },
      },
      { ...page, contentTypeId: 'homePage', linkDepth: 3 },
      { ...page, contentTypeId: '*' },
    ],
    staticRoutes: [
      { ...page, path: '/account/login', private: true },
      { ...page, path: '/account/access-denied', private: true },
      { path: '/seek', view: 'seek', hydrate: 'never' },
      {
        path: '/club',
        requireLogin: [MEMBERS],
        children: [{ ...page }, { ...page, path: ':room', fetchNode: { params: [] } }],
      },
    ],
    stateKeys: ['content'],
  },
  load: `
    const ofType = { field: 'sys.contentTypeId', equalTo: 'contentPage' }
    const found = await r.client.search({ where: [ofType], pageSize: 5 })
    const one = await r.client.entry('${RESTRICTED_TYPE_ENTRY}')
    const said = { found: found.totalCount, items: found.items.length, one: Object.keys(one ?? {}) }
    return r.slot.view === 'seek' ? { head: { title: JSON.stringify(said) } } : {}`,
})

const PROTECTED = '/services/environment/climate-plan'
const RESTRICTED = '/your-council/members-area'

async function signIn(username: string, password: string): Promise<string> {
  const jar = aCookieJar()
  const answer = await shell.app.inject({
    method: 'POST',
    url: '/account/login',
    headers: {
      host: 'localhost',
      origin: 'http://localhost',
      'sec-fetch-site': 'same-origin',
      accept: 'application/json',
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ username, password }),
  })
  jar.keep(answer.headers['set-cookie'])
  return jar.header()
}

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [remote],
    options: { site: { staffGroups: ['Staff'] } },
  })
  member = await signIn('a.member', 'Demo-Member-2026!')
  staff = await signIn('e.lloyd', 'Demo-Staff-2026!')
  visitor = await signIn('j.visitor', 'Demo-Visitor-2026!')
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

interface FoundEntry {
  readonly sys: { readonly contentTypeId?: string }
}

/** Every entry of a state, at any depth. */
function entriesIn(value: unknown): readonly FoundEntry[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(entriesIn)
  return 'sys' in value ? [value as FoundEntry, ...below] : below
}

const bothWays = (path: string) => [path, `${path}?redux=true`]

describe('the state of a page (specification 3, apiCalls; reference security 1.11)', () => {
  it('tells staff alone which calls it was made from, in an answer that no cache keeps', async () => {
    const routingFor = async (cookie: string) => {
      const answer = await shell.get('/services?redux=true&includeApiCalls', { cookie })
      expect(answer.headers['cache-control']).toBe('private, no-store')
      return answer.json<{ routing: Record<string, unknown> }>().routing
    }
    expect(await routingFor(staff)).toMatchObject({
      apiCalls: expect.arrayContaining([
        { status: 200, keyCount: expect.any(Number), url: expect.stringContaining('/nodes/') },
      ]),
      surrogateKeys: expect.arrayContaining([expect.any(String)]),
    })
    expect(await routingFor(member)).not.toHaveProperty('apiCalls')
  })
})

describe('a page for some visitors only (specification 4 and 6)', () => {
  it.each([
    PROTECTED,
    RESTRICTED,
    '/club',
    '/club/lounge',
    '/Club/Lounge',
    '/club/what%3F',
    '/club/c%23',
    '/club/100%25',
  ])(
    '%s sends an anonymous visitor to sign in with the return address, as a document and as state',
    async (path) => {
      const location = `/account/login?redirect_uri=${encodeURIComponent(`${path}?a=b`)}`
      const document = await shell.get(`${path}?a=b`)
      expect([document.statusCode, document.headers['location'], document.body]).toEqual([302, location, ''])
      expect(document.headers['content-type']).toBe('text/plain; charset=utf-8')
      const state = await shell.get(`${path}?a=b&redux=true`)
      expect([state.statusCode, state.json()]).toEqual([401, { redirect: location }])
      for (const answer of [document, state])
        expect(answer.headers['cache-control']).toBe('private, no-store')
    },
  )

  it.each([PROTECTED, RESTRICTED, '/club'])(
    '%s sends a visitor of other groups to access denied',
    async (path) => {
      const location = `/account/access-denied?original_uri=${encodeURIComponent(path)}`
      const document = await shell.get(path, { cookie: visitor })
      expect([document.statusCode, document.headers['location']]).toEqual([302, location])
      const state = await shell.get(`${path}?redux=true`, { cookie: visitor })
      expect([state.statusCode, state.json()]).toEqual([403, { redirect: location }])
    },
  )

  it.each([PROTECTED, RESTRICTED, '/club', '/CLUB'])(
    '%s is there for a member, and in no cache',
    async (path) => {
      for (const url of bothWays(path)) {
        const answer = await shell.get(url, { cookie: member })
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['cache-control']).toBe('private, no-store')
        expect(answer.headers['surrogate-control']).toBe('no-store')
        expect(answer.headers['surrogate-key']).toBeUndefined()
      }
      expect((await shell.get(path)).statusCode).toBe(302)
    },
  )

  it('names the groups that it is for in its state', async () => {
    const { routing } = (await shell.get(`${PROTECTED}?redux=true`, { cookie: member })).json<{
      routing: Record<string, unknown>
    }>()
    expect(routing).toMatchObject({
      allowedGroups: ['Members'],
      entryID: expect.any(String),
      statusCode: 200,
    })
  })

  it.each(['out', 'over', 'in.lz4'])(
    'tells the sign-in page, with and without script, that a session is over: %s',
    async (hint) => {
      const cookie = `tessera-session=${hint}`
      const location = `/account/login?redirect_uri=${encodeURIComponent(PROTECTED)}&done=session-over`
      expect((await shell.get(PROTECTED, { cookie })).headers['location']).toBe(location)
      expect((await shell.get(`${PROTECTED}?redux=true`, { cookie })).json()).toEqual({ redirect: location })
    },
  )

  it.each([
    ['a document', PROTECTED],
    ['its state', `${PROTECTED}?redux=true`],
    ['a document with tracking parameters', `${PROTECTED}?utm_source=mail`],
  ])(
    'says that a session is over only to the visitor whose session is over, whoever comes at the same time: %s',
    async (_what, url) => {
      const ask = async (cookie: string) => {
        const { headers, body } = await shell.get(url, cookie ? { cookie } : {})
        return String(headers['location'] ?? body)
      }
      const over = 'tessera-session=over'
      for (const cookies of [
        [over, '', over],
        ['', over, ''],
      ]) {
        const answers = await Promise.all(cookies.map(ask))
        expect(answers.map((answer) => answer.includes('done=session-over'))).toEqual(cookies.map(Boolean))
        for (const answer of answers) expect(answer).toContain(encodeURIComponent(PROTECTED))
      }
    },
  )

  it('sends to the sign-in page in the language of the path', async () => {
    const { headers } = await shell.get('/cy/club')
    expect(headers['location']).toBe('/cy/account/login?redirect_uri=%2Fcy%2Fclub')
  })

  it.each(['/cy/club', '/cy/eich-cyngor/ardal-yr-aelodau'])(
    'leads from %s to the screens in Welsh, as a document and as state, and with a bad security token',
    async (path) => {
      const from = encodeURIComponent(path)
      const signIn = `/cy/account/login?redirect_uri=${from}`
      const denied = `/cy/account/access-denied?original_uri=${from}`
      expect((await shell.get(path)).headers['location']).toBe(signIn)
      expect((await shell.get(`${path}?redux=true`)).json()).toEqual({ redirect: signIn })
      expect((await shell.get(path, { cookie: visitor })).headers['location']).toBe(denied)
      expect((await shell.get(`${path}?redux=true`, { cookie: visitor })).json()).toEqual({
        redirect: denied,
      })
      expect((await shell.get(`${path}?securityToken=forged`)).headers['location']).toBe(
        `/cy/account/login?error=link&redirect_uri=${from}`,
      )
    },
  )

  it('holds nothing of a protected entry among what an open page links to', async () => {
    const linked = async (cookie = '') => {
      const answer = await shell.get('/?redux=true', cookie ? { cookie } : {})
      expect(answer.statusCode).toBe(200)
      return entriesIn(answer.json()).filter(({ sys }) => sys.contentTypeId === 'contentPage')
    }
    const strangers = await linked()
    expect(strangers.length).toBeGreaterThan(0)
    for (const entry of strangers) expect(Object.keys(entry)).toEqual(['sys'])
    expect((await linked(member)).filter((entry) => 'entryTitle' in entry).length).toBeGreaterThan(0)
  })

  it('is found, counted and read by a remote only for those who may see it', async () => {
    const seek = async (cookie = '') => {
      const { body } = await shell.get('/seek', cookie ? { cookie } : {})
      const title = /<title>([^<]*)/.exec(body)?.[1]?.replaceAll('&quot;', '"') ?? ''
      return JSON.parse(title.slice(0, title.lastIndexOf('}') + 1)) as Record<string, unknown>
    }
    expect(await seek()).toEqual({ found: 0, items: 0, one: ['sys'] })
    expect(await seek(visitor)).toEqual({ found: 0, items: 0, one: ['sys'] })
    const { found, one } = await seek(member)
    expect(found).toBeGreaterThan(5)
    expect(one).toContain('entryTitle')
  })

  it('shows nothing of a protected entry among the relatives of an open page', async () => {
    const open = '/services/environment'
    const children = async (cookie = '') => {
      const answer = await shell.get(`${open}?redux=true`, cookie ? { cookie } : {})
      expect(answer.statusCode).toBe(200)
      const { routing } = answer.json<{
        routing: { currentNodeChildren: { entry?: Record<string, unknown> }[] }
      }>()
      return routing.currentNodeChildren.flatMap(({ entry }) => (entry ? [Object.keys(entry)] : []))
    }
    const strangers = await children()
    expect(strangers.length).toBeGreaterThan(0)
    expect(new Set(strangers.flat())).toEqual(new Set(['sys']))
    expect((await children(member)).flat()).toContain('entryTitle')
  })
})
