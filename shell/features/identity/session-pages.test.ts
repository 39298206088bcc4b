import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { aCookieJar, type CookieJar } from './testing/cookie-jar.ts'
import { hostileTargets } from '../../../scripts/attack/hostile-targets.ts'

const MEMBERS = '/your-council/members-area'
const MEMBER = { username: 'a.member', password: 'Demo-Member-2026!' }
const VISITOR = { username: 'j.visitor', password: 'Demo-Visitor-2026!' }
const sessions = { keys: [randomBytes(32).toString('base64url')] }
const FROM_HERE = { 'sec-fetch-site': 'same-origin', host: 'localhost', accept: 'text/html' }

let addresses = 0
/** A new client address for each post, so that rate limits do not apply. */
const anAddress = () => `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`

let platform: TestPlatform
let shell: TestShell

/** Every token that the platform has given to the shell. */
const tokens: string[] = []
/** How often the platform was asked about a security token. */
let asked = 0
const { fetch: realFetch } = globalThis

beforeAll(async () => {
  globalThis.fetch = async (...call) => {
    if (String(call[0]).endsWith('/IsAuthenticated')) asked += 1
    const answer = await realFetch(...call)
    if (String(call[0]).endsWith('/connect/token') && answer.ok) {
      const given = (await answer.clone().json()) as { access_token: string; refresh_token: string }
      tokens.push(
        given.access_token,
        given.refresh_token,
        answer.headers.get('x-contensis-classic-token') ?? 'none',
      )
    }
    return answer
  }
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote(), anAccountRemote],
    options: { sessions },
  })
}, 60_000)
afterAll(async () => {
  globalThis.fetch = realFetch
  await shell.close()
  await platform.close()
})

/** A minimal stand-in for the site's account remote. */
const anAccountRemote = {
  app: 'mfe-account',
  manifest: {
    staticRoutes: [
      { path: '/account/login', view: 'sign-in', hydrate: 'idle' as const, private: true },
      { path: '/account/access-denied', view: 'access-denied', hydrate: 'never' as const, private: true },
      { path: '/account/change-password', view: 'change', hydrate: 'never' as const, requireLogin: true },
    ],
    frameSlots: [{ id: 'header-user', view: 'user-menu', hydrate: 'never' as const }],
    stateKeys: ['account'],
  },
  render: `const { user, routing } = p.store.getState();
    return '<p class="who">' + (user && user.id ? user.name : 'nobody') + '</p><!--version--><i>' + (routing && routing.currentPath) + '</i>'`,
}

const get = async (url: string, jar: CookieJar, headers: Record<string, string> = {}) => {
  const cookie = jar.header()
  const answer = await shell.get(url, { ...headers, ...(cookie && { cookie }) })
  jar.keep(answer.headers['set-cookie'])
  return answer
}
async function post(url: string, jar: CookieJar, fields: object, headers: Record<string, string> = {}) {
  const answer = await shell.app.inject({
    method: 'POST',
    url,
    remoteAddress: anAddress(),
    headers: {
      ...FROM_HERE,
      cookie: jar.header(),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams({ ...fields }).toString(),
  })
  jar.keep(answer.headers['set-cookie'])
  return answer
}
const postJson = (url: string, fields: object, headers: Record<string, string> = {}) =>
  shell.app.inject({
    method: 'POST',
    url,
    remoteAddress: anAddress(),
    headers: { ...FROM_HERE, accept: 'application/json', ...headers },
    payload: fields,
  })

async function signedIn(who: object): Promise<CookieJar> {
  const jar = aCookieJar()
  await post('/account/login', jar, who)
  expect(jar.get('RefreshToken')).toBeDefined()
  return jar
}

describe('a preview address for a member without a right to drafts (decision 0016)', () => {
  it('is not found where nothing is published, and shows the reason', async () => {
    const answer = await get('/preview/2e0a4d2e-5797-4d42-ac81-d5536664d415', await signedIn(MEMBER))
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).toMatch(/<title>Page Not Found – /)
    expect(answer.body).toContain('There is no published version of this page.')
  })
})

describe('a page whose address has the token of a message (reference security 1.5)', () => {
  it('sends no referrer, and its form is accepted all the same', async () => {
    const jar = aCookieJar()
    const page = await get('/account/login?token=secret', jar)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect((await get('/account/login', jar)).headers['referrer-policy']).not.toBe('no-referrer')
    // With `no-referrer` browsers send `Origin: null`, but still send Sec-Fetch-Site.
    const answer = await post('/account/login', jar, MEMBER, { origin: 'null' })
    expect(jar.get('RefreshToken')).toBeDefined()
    expect(answer.headers.location).toBe('/')
  })
})

describe('signing in with a form, before any script (specification 2, after login)', () => {
  it('goes to redirect_uri or ReturnURL', async () => {
    for (const field of ['redirect_uri', 'ReturnURL']) {
      const answer = await post('/account/login', aCookieJar(), {
        ...MEMBER,
        [field]: '/news?pageIndex=2#top',
      })
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe('/news?pageIndex=2#top')
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
  })

  it("also takes the target from the query of the form's address, unless the form has one", async () => {
    const sent = async (fields = {}) =>
      (await post('/account/login?redirect_uri=%2Fnews', aCookieJar(), { ...MEMBER, ...fields })).headers
        .location
    expect(await sent()).toBe('/news')
    expect(await sent({ redirect_uri: '/events' })).toBe('/events')
    const hostile = await post('/account/login?redirect_uri=%2F%2Fevil.example', aCookieJar(), MEMBER)
    expect(hostile.headers.location).toBe('/')
  })

  it.each([{ redirect_uri: '' }, { ReturnURL: `/${'x'.repeat(3_000)}` }, { redirect: '/a\nb' }])(
    'signs in with %j, which is left out',
    async (unusable) => {
      const answer = await post('/account/login?redirect_uri=%2Fnews', aCookieJar(), {
        ...MEMBER,
        ...unusable,
      })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/news'])
    },
  )

  it('reads JSON by its media type in any case', async () => {
    const answer = await postJson('/account/login', MEMBER, { 'content-type': 'Application/JSON' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ user: { username: 'a.member' } })
  })

  it('goes to the home page without one, in the language of the page', async () => {
    expect((await post('/account/login', aCookieJar(), MEMBER)).headers.location).toBe('/')
    expect((await post('/account/login', aCookieJar(), { ...MEMBER, language: 'cy' })).headers.location).toBe(
      '/cy',
    )
  })

  it('returns to the form with the target kept, without a session, when the password is wrong', async () => {
    const jar = aCookieJar()
    const answer = await post('/account/login', jar, {
      ...MEMBER,
      password: 'wrong',
      redirect_uri: '/your-council/members-area',
    })
    expect(answer.headers.location).toBe(
      '/account/login?error=credentials&redirect_uri=%2Fyour-council%2Fmembers-area',
    )
    expect(jar.get('RefreshToken')).toBeUndefined()
    expect(JSON.stringify(answer.headers)).not.toContain('wrong')
  })

  it('is refused from another site, and without any header about the origin', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const jar = aCookieJar()
      await post('/account/login', jar, MEMBER, headers)
      expect(jar.get('RefreshToken')).toBeUndefined()
      // Values that another site has posted are not kept for the form.
      expect(jar.get('form-values')).toBeUndefined()
    }
  })

  it('stays on the site whatever the target says', async () => {
    // A sign-in for each of them would be 250 password hashes: a session's own page makes the same decision.
    const { signIn } = await import('./sign-in.server.ts')
    const accounts = {
      config: { publicUrl: 'http://localhost', languages: { primary: 'en-GB', supported: ['en-GB', 'cy'] } },
      sessions: { start: async () => ({ user: {}, credentials: {} }) },
      limit: { countAttempt: async () => null, reset: async () => undefined },
    } as unknown as Parameters<typeof signIn>[0]
    expect(hostileTargets.length).toBeGreaterThanOrEqual(200)
    for (const target of hostileTargets)
      for (const field of ['redirect_uri', 'ReturnURL']) {
        const fields = { ...MEMBER, [field]: target }
        const visit = { isForm: true, fields, language: 'en-GB', address: '127.0.0.1' }
        const { next } = await signIn(accounts, visit, {} as Parameters<typeof signIn>[2])
        expect(new URL(next, 'http://localhost').origin).toBe('http://localhost')
        expect(next).toMatch(/^\/(?![/\\])/)
      }
  })
})

describe('signing in with script (specification 7)', () => {
  it('answers with the user, the expiry and the target, without a token', async () => {
    const answer = await postJson('/account/login', { ...MEMBER, redirect_uri: '/your-council/members-area' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      user: expect.objectContaining({
        username: 'a.member',
        name: expect.any(String),
        groups: [expect.objectContaining({ name: 'Members' })],
      }),
      credentials: { bearerTokenExpiryDate: expect.any(String), refreshTokenExpiryDate: expect.any(String) },
      location: '/your-council/members-area',
    })
    expect(answer.body).not.toMatch(/bearerToken"|refreshToken"|classic/i)
  })

  it("gives the platform's reason as an authentication error", async () => {
    const answer = await postJson('/account/login', { ...MEMBER, password: 'wrong' })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({
      error: {
        message: 'The user name or password is wrong, or the account cannot sign in',
        issues: [{ field: null, code: 'credentials' }],
      },
    })
  })
})

describe('access on the server (specification 4, Access and routing; 6)', () => {
  it('sends a visitor without a session to sign-in, with the return address, without revealing the page', async () => {
    const to = `/account/login?redirect_uri=${encodeURIComponent(MEMBERS)}`
    const answer = await get(MEMBERS, aCookieJar())
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([302, to, ''])
    const state = await get(`${MEMBERS}?redux=true`, aCookieJar())
    expect([state.statusCode, state.json()]).toEqual([401, { redirect: to }])
    for (const { headers } of [answer, state]) expect(headers['cache-control']).toBe('private, no-store')
  })

  it('sends a user without the group to access denied, with the requested path', async () => {
    const answer = await get(MEMBERS, await signedIn(VISITOR))
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe(`/account/access-denied?original_uri=${encodeURIComponent(MEMBERS)}`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('shows a member the page, uncached', async () => {
    const jar = await signedIn(MEMBER)
    for (const flag of ['', '?redux=true']) {
      const answer = await get(`${MEMBERS}${flag}`, jar)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'surrogate-control': 'no-store',
      })
      expect(answer.headers).not.toHaveProperty('surrogate-key')
    }
    // The next visitor is not served from a cache.
    expect((await get(MEMBERS, aCookieJar())).statusCode).toBe(302)
  })

  it('requires a session for a static route that is configured so', async () => {
    const path = '/account/change-password'
    expect((await get(path, aCookieJar())).headers.location).toBe(
      `/account/login?redirect_uri=${encodeURIComponent(path)}`,
    )
    expect((await get(path, await signedIn(VISITOR))).statusCode).toBe(200)
  })
})

describe('what pages contain about the signed-in user', () => {
  it("is only in the user's own pages: public pages stay cached for all, and a member's page is not cached", async () => {
    const jar = await signedIn(MEMBER)
    const own = await get('/news', jar)
    expect(own.body).toContain('<p class="who">Asha Member')
    expect(own.headers['cache-control']).toBe('private, no-store')
    const others = await get('/news', aCookieJar())
    expect(others.body).toContain('<p class="who">nobody</p>')
    expect(others.headers['surrogate-control']).toBe('max-age=3600')
    expect(others.headers).not.toHaveProperty('set-cookie')
    expect(JSON.parse((await get('/news?redux=true', aCookieJar())).body)).not.toHaveProperty('user')
  })

  it('contain no token: not in markup, state, headers or the log', async () => {
    const jar = await signedIn(MEMBER)
    const session = (await get('/api/session', jar)).json<{ user: { id: string } }>()
    expect(tokens.length).toBeGreaterThanOrEqual(2)
    for (const url of [MEMBERS, `${MEMBERS}?redux=true`, '/news', '/news?redux=true', '/api/session']) {
      const { body, headers } = await get(url, jar)
      const said = body + JSON.stringify(headers)
      expect(tokens.filter((token) => said.includes(token))).toEqual([])
      if (url.includes('redux')) expect(JSON.parse(body)).toMatchObject({ user: { id: session.user.id } })
    }
    const log = JSON.stringify(shell.lines)
    expect([...tokens, MEMBER.password].filter((secret) => log.includes(secret))).toEqual([])
  })

  it('is at an endpoint with user, groups and expiry, whose answer is not cached', async () => {
    const jar = await signedIn(MEMBER)
    const answer = await get('/api/session', jar)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json()).toMatchObject({
      isAuthenticated: true,
      isCertain: true,
      user: { username: 'a.member', groups: [{ name: 'Members' }] },
    })
    expect((await get('/api/session', aCookieJar())).json()).toEqual({
      isAuthenticated: false,
      isCertain: true,
      user: null,
      credentials: null,
    })
  })

  it('is available as the markup of the account menu', async () => {
    const jar = await signedIn(MEMBER)
    const answer = await get('/api/session/menu?path=%2Fnews', jar)
    expect(answer.body).toMatch(
      /^(<link rel="stylesheet" href="\/_[^"]+">)*<div data-slot="header-user"[^>]*><p class="who">Asha Member/,
    )
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect((await get('/api/session/menu?path=%2F%2Fevil.test', aCookieJar())).body).toContain('nobody')
  })

  it.each([
    ['that a sign-in does not lead back to', '/cy/account/access-denied', '/cy/account/access-denied'],
    ['that is too long to lead back to', `/cy/search?term=${'x'.repeat(3_000)}`, '/cy/search'],
    ['of another site', '//evil.test', '/'],
  ])('has an account menu made for the path of a page %s', async (_what, path, expected) => {
    const { body } = await get(`/api/session/menu?path=${encodeURIComponent(path)}`, aCookieJar())
    expect(body).toContain(`<i>${expected}</i>`)
  })
})

describe('a form of a page that was rendered for one user (specification 4: a 401 leads to sign-in)', () => {
  const send = (jar: CookieJar, headers: Record<string, string> = { 'x-made-for': 'member' }) =>
    post('/REST/UI/FormsModule/postform/72/0', jar, { 1: 'Ada' }, headers)

  it('is sent while the user is signed in', async () => {
    expect((await send(await signedIn(MEMBER))).statusCode).toBe(200)
  })

  it('is refused once the session has ended, and nothing reaches the content system', async () => {
    const jar = await signedIn(MEMBER)
    const copy = aCookieJar()
    for (const name of ['sid', 'RefreshToken', 'ContensisSecurityBearerToken'])
      copy.set(name, jar.get(name) ?? '')
    await post('/account/logout', jar, {})
    const answer = await send(copy)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toEqual({
      success: false,
      code: 'gateway/signed-out',
      errors: [expect.any(String)],
    })
    expect((await send(aCookieJar())).statusCode).toBe(401)
  })

  it('is sent from any other page without a session', async () => {
    expect((await send(aCookieJar(), {})).statusCode).toBe(200)
    expect((await send(aCookieJar(), { 'x-made-for': 'visitor' })).statusCode).toBe(200)
  })
})

describe('signing out (specification 4, Authentication)', () => {
  it('deletes the cookies, ends the session and goes to the sign-in page, or to a given path of this site', async () => {
    const jar = await signedIn(MEMBER)
    const copy = jar.header()
    const answer = await post('/account/logout', jar, {})
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe('/account/login?done=signed-out')
    for (const name of ['sid', 'RefreshToken', 'ContensisSecurityBearerToken', 'ContensisCMSUserName'])
      expect(jar.get(name)).toBeUndefined()
    expect((await shell.get('/your-council/members-area', { cookie: copy })).statusCode).toBe(302)
    const next = await post('/account/logout', await signedIn(MEMBER), { redirect_uri: '/news' })
    expect(next.headers.location).toBe('/news')
    const evil = await post('/account/logout', await signedIn(MEMBER), { redirect_uri: '//evil.test' })
    expect(evil.headers.location).toBe('/account/login?done=signed-out')
  })

  it('is not possible by a link, or for another site', async () => {
    const jar = await signedIn(MEMBER)
    await get('/account/logout', jar)
    await post('/account/logout', jar, {}, { 'sec-fetch-site': 'cross-site' })
    expect((await get('/your-council/members-area', jar)).statusCode).toBe(200)
  })
})

describe('a security token in the address (specification 2, Routes; 5; 8)', () => {
  const classicToken = () => tokens.findLast((_token, at) => at % 3 === 2) ?? ''
  const visit = (url: string, jar = aCookieJar()) => get(url, jar).then((answer) => ({ answer, jar }))
  beforeAll(async () => void (await signedIn(MEMBER)))

  it.each(['securityToken', 'securitytoken'])(
    '%s signs in on a page that requires it, and is removed from the address',
    async (name) => {
      const query = new URLSearchParams({ a: '1', [name]: classicToken(), b: 'x y' })
      const { answer, jar } = await visit(`${MEMBERS}?${query}`)
      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe(`${MEMBERS}?a=1&b=x+y`)
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'surrogate-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect((await get(MEMBERS, jar)).statusCode).toBe(200)
    },
  )

  it('goes to ReturnURL or redirect_uri after it has signed in, if that is on this site', async () => {
    const to = async (query: object) => {
      const address = new URLSearchParams({ ...query, securityToken: classicToken() })
      return (await visit(`${MEMBERS}?${address}`)).answer.headers.location
    }
    expect(await to({ redirect_uri: '/news' })).toBe('/news')
    expect(await to({ ReturnURL: '/events', redirect_uri: '/news' })).toBe('/events')
    expect(await to({ redirect_uri: '//evil.example' })).toBe(`${MEMBERS}?redirect_uri=%2F%2Fevil.example`)
  })

  it('is only removed on a public page, or when the visitor is signed in already', async () => {
    const { answer, jar } = await visit(`/news?securityToken=${encodeURIComponent(classicToken())}`)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/news'])
    expect(jar.get('RefreshToken')).toBeUndefined()
    const visitor = await signedIn(VISITOR)
    const before = visitor.get('sid')
    const next = await get(`${MEMBERS}?securityToken=${encodeURIComponent(classicToken())}`, visitor)
    expect([next.statusCode, next.headers.location]).toEqual([303, MEMBERS])
    expect(visitor.get('sid')).toBe(before)
  })

  it('is not cached when the address has to be normalised too', async () => {
    const { answer } = await visit(`${MEMBERS}//?securityToken=t`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers.location).not.toContain('securityToken')
  })

  it('that is invalid leads to the sign-in page, whose state has the message: Security token is invalid', async () => {
    const { answer, jar } = await visit(`${MEMBERS}?securityToken=forged-token`)
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `/account/login?error=link&redirect_uri=${encodeURIComponent(MEMBERS)}`,
    ])
    const page = await get('/account/login?error=link&redux=true', jar)
    expect(page.json()).toMatchObject({
      user: {
        authenticationState: {
          isAuthenticated: false,
          isAuthenticationError: true,
          isError: true,
          errorMessage: 'Security token is invalid',
        },
      },
    })
    expect((await get('/account/login?redux=true', jar)).body).not.toContain('Security token')
  })

  /** Requests a page with a token from one address; gives where to, and how often the platform was asked about a token. */
  const visitFrom = async (remoteAddress: string, token: string) => {
    const before = asked
    const answer = await shell.app.inject({
      url: `${MEMBERS}?a=1&securityToken=${encodeURIComponent(token)}`,
      remoteAddress,
      headers: { host: 'localhost' },
    })
    return { status: answer.statusCode, location: answer.headers.location, asked: asked - before }
  }
  const REFUSED = `/account/login?error=link&redirect_uri=${encodeURIComponent(`${MEMBERS}?a=1`)}`

  it.each([
    ['empty', ''],
    ['longer than any', 'x'.repeat(2_049)],
  ])(
    'that is %s is refused without a call to the platform, and is gone from the address',
    async (_what, token) => {
      expect(await visitFrom(anAddress(), token)).toEqual({ status: 303, location: REFUSED, asked: 0 })
    },
  )

  it('can be tried thirty times a minute from one address; after that the platform is not asked', async () => {
    const [one, other] = [anAddress(), anAddress()]
    for (let count = 0; count < 30; count += 1) await visitFrom(one, `guess-${count}`)
    expect(await visitFrom(one, classicToken())).toEqual({
      status: 303,
      location: expect.stringMatching(/^\/account\/login\?error=limited&wait=\d+&redirect_uri=/),
      asked: 0,
    })
    expect(await visitFrom(other, 'guess')).toEqual({ status: 303, location: REFUSED, asked: 1 })
  })

  it('is not in the log', () => {
    const log = JSON.stringify(shell.lines)
    expect(shell.lines.length).toBeGreaterThan(10)
    expect(['forged-token', classicToken()].filter((secret) => log.includes(secret))).toEqual([])
  })
})

describe('a failing platform (an outage does not sign users out)', () => {
  it('gives an error on a page that requires a session; no user is sent to sign in again', async () => {
    const jar = await signedIn(MEMBER)
    const before = jar.header()
    const far = Date.now() + 2 * 3_600_000
    const { now } = Date
    Date.now = () => far
    globalThis.fetch = () => Promise.reject(new Error('down'))
    try {
      const answer = await get('/account/change-password', aCookieJarOf(before))
      // The shell decides by the user data that it has in memory.
      expect(answer.statusCode).toBe(200)
      const other = await aRestartedShell(before)
      expect(other.statusCode).toBe(503)
      expect(other.headers.location).toBeUndefined()
      expect(String(other.headers['set-cookie'])).not.toMatch(/RefreshToken|sid=/)
    } finally {
      Date.now = now
    }
  })

  it('that is slow for the session is waited for half of the time of a page at most', async () => {
    globalThis.fetch = realFetch
    const jar = await signedIn(MEMBER)
    globalThis.fetch = async (...call) => {
      if (String(call[0]).includes('/users/@current')) await wait(400)
      return realFetch(...call)
    }
    try {
      for (const [requestDeadlineMs, status] of [
        [500, 503],
        [30_000, 200],
      ] as const)
        expect(await aRestartedShell(jar.header(), MEMBERS, { requestDeadlineMs })).toMatchObject({
          statusCode: status,
        })
    } finally {
      globalThis.fetch = realFetch
    }
  })

  const aCookieJarOf = (header: string) => {
    const jar = aCookieJar()
    for (const pair of header.split('; '))
      jar.set(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
    return jar
  }
  /** The same site after a restart: requests have cookies, but the shell has no user data in memory. */
  async function aRestartedShell(
    cookie: string,
    url = '/account/change-password',
    limits: Readonly<Record<string, number>> = {},
  ) {
    const other = await aShell({
      platformUrl: platform.url,
      remotes: [aContentRemote(), anAccountRemote],
      options: { sessions },
      limits,
    })
    const answer = await other.get(url, { cookie })
    await other.close()
    return answer
  }
})
