import { randomBytes } from 'node:crypto'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'
import { aCookieJar, type CookieJar } from '../identity/testing/cookie-jar.ts'

const STAFF = { username: 'e.lloyd', password: 'Demo-Staff-2026!' }
const ADMIN = { username: 'admin', password: 'Demo-Admin-2026!' }
const MEMBER = { username: 'a.member', password: 'Demo-Member-2026!' }
const ORIGIN = 'http://localhost:4001'
const PAGE = '/news'
const REAL = { remote: 'mfe-content', origin: ORIGIN }

let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({
    platformUrl: platform.url,
    remotes: [aContentRemote()],
    limits: { pageFreshMs: 60_000 },
    options: {
      sessions: { keys: [randomBytes(32).toString('base64url')] },
      allowedHosts: ['localhost', 'live.example.org'],
      site: {
        staffGroups: ['Staff', 'System Administrators'],
        overrides: { hosts: ['localhost'], origins: ['http://localhost:*'], groups: ['Staff'] },
      },
    },
  })
}, 60_000)
afterAll(async () => {
  await shell.close()
  await platform.close()
})

let addresses = 0
async function post(url: string, jar: CookieJar, fields: object, headers: Record<string, string> = {}) {
  const answer = await shell.app.inject({
    method: 'POST',
    url,
    remoteAddress: `10.1.0.${(addresses += 1)}`,
    headers: {
      'sec-fetch-site': 'same-origin',
      host: 'localhost',
      accept: 'text/html',
      cookie: jar.header(),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams({ ...fields }).toString(),
  })
  jar.keep(answer.headers['set-cookie'])
  return answer
}
const get = async (url: string, jar: CookieJar, headers: Record<string, string> = {}) => {
  const answer = await shell.get(url, { cookie: jar.header(), ...headers })
  jar.keep(answer.headers['set-cookie'])
  return answer
}
async function signedIn(who: object): Promise<CookieJar> {
  const jar = aCookieJar()
  await post('/account/login', jar, who)
  return jar
}
async function overriding(): Promise<CookieJar> {
  const jar = await signedIn(STAFF)
  expect((await post('/version/override', jar, REAL)).statusCode).toBe(303)
  return jar
}
const cookieOf = (jar: CookieJar) => /TesseraOverride=([^;]*)/.exec(jar.header())?.[1] ?? ''
const cleared = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).includes('TesseraOverride=; Max-Age=0')

describe('a remote that staff show themselves from their machine (docs/decisions/0085)', () => {
  it('is asked about first: an address changes nothing', async () => {
    const jar = await signedIn(STAFF)
    const asked = `/version/override?remote=mfe-content&origin=${encodeURIComponent(ORIGIN)}`
    const answer = await get(asked, jar)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).toContain('Show a remote from your machine')
    expect(answer.body).toContain(`value="${ORIGIN}"`)
    expect(cookieOf(jar)).toBe('')
    expect((await get(PAGE, jar)).body).not.toContain('data-override')
    const welsh = await get(`/cy${asked}`, jar)
    expect(welsh.body).toContain('Dangos rhaglen o’ch peiriant')
  })

  it('stands in the place of the live one for them alone, with a bar that leads back', async () => {
    const jar = await overriding()
    const answer = await get(PAGE, jar)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(`data-override="mfe-content@${ORIGIN}"`)
    expect(answer.body).toContain('data-override-wait')
    expect(answer.body).not.toContain('id="page-title"')
    expect(answer.body).toMatch(
      /<form method="post" action="\/version\/override">\s*<input type="hidden" name="reset"/,
    )
    expect(answer.body).toContain(`"mfe-content":{"version":"override@${ORIGIN}","integrity":""`)
    expect(answer.body).not.toContain('/_mfe/mfe-content/')
    const other = await shell.get(PAGE)
    expect(other.body).toContain('id="page-title"')
    expect(other.body).not.toContain('override')
  })

  it('says without script, under the page’s heading, that it is not shown, and leads back', async () => {
    const body = (await get(PAGE, await overriding())).body
    const [, said = ''] = /data-slot="main".*?<noscript>(.*?)<\/noscript>/s.exec(body) ?? []
    expect(said).toContain('<h1>Your mfe-content cannot be shown</h1>')
    expect(said).toContain(`mfe-content comes from ${ORIGIN}. It needs script`)
    expect(said).toMatch(
      /<form method="post" action="\/version\/override">\s*<input type="hidden" name="reset"/,
    )
    expect(body.match(/<h1/g)).toHaveLength(1)
  })

  it('may load from that one machine, and no other page may', async () => {
    const policies = String((await get(PAGE, await overriding())).headers['content-security-policy']).split(
      ', ',
    )
    expect(policies).toHaveLength(2)
    for (const policy of policies) expect(policy).toMatch(/script-src [^;]*http:\/\/localhost:4001/)
    expect(policies[0]).toMatch(
      /style-src 'self' http:\/\/localhost:4001;.*connect-src 'self' http:\/\/localhost:4001/,
    )
    expect((await shell.get(PAGE)).headers['content-security-policy']).not.toContain('4001')
  })

  it('gets into no cache, neither as a document nor as a state', async () => {
    const jar = await overriding()
    for (const url of [PAGE, `${PAGE}?redux=true`]) {
      const answer = await get(url, jar)
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'surrogate-control': 'no-store',
      })
      expect((await shell.get(url)).body).not.toContain('override@')
    }
  })

  it('is asked for its data as the live release has it', async () => {
    const state = (await get(`${PAGE}?redux=true`, await overriding())).json<{
      page: { slots: { hydrate: string }[] }
      routing: { entry: unknown }
    }>()
    expect(state.page.slots[0]?.hydrate).toBe('load')
    expect(state.routing.entry).not.toBeNull()
  })

  it('ends where its button stands, with the page as it was', async () => {
    const jar = await overriding()
    const answer = await post(
      '/version/override',
      jar,
      { reset: 'true' },
      { referer: 'http://localhost/news?a=1' },
    )
    expect(answer.headers.location).toBe('/news?a=1')
    expect((await get(PAGE, jar)).body).toContain('id="page-title"')
    const elsewhere = await post(
      '/cy/version/override',
      jar,
      { reset: 'true' },
      { referer: 'https://evil.example/x' },
    )
    expect(elsewhere.headers.location).toBe('/cy/version')
  })

  it('is in the log: begun, ended and refused, with who and from where', async () => {
    const jar = await overriding()
    await post('/version/override', jar, { reset: 'true' })
    await post('/version/override', jar, { ...REAL, origin: 'https://evil.example' })
    const said = shell.lines.filter(({ msg }) => String(msg).startsWith('an override'))
    const user = expect.any(String) as unknown
    expect(said).toContainEqual(
      expect.objectContaining({ msg: 'an override begins', user, app: 'mfe-content', origin: ORIGIN }),
    )
    expect(said).toContainEqual(expect.objectContaining({ msg: 'an override ends', user }))
    expect(said).toContainEqual(
      expect.objectContaining({
        msg: 'an override is refused',
        user,
        why: 'origin',
        origin: 'https://evil.example',
      }),
    )
  })
})

describe('an override that is refused', () => {
  it.each([
    [
      'an origin that the site does not name',
      { ...REAL, origin: 'https://evil.example' },
      'takes no remote from that address',
    ],
    [
      'what only looks like one',
      { ...REAL, origin: 'http://localhost.evil.example:4001' },
      'takes no remote from that address',
    ],
    [
      'an origin with something behind it',
      { ...REAL, origin: `${ORIGIN}/x` },
      'takes no remote from that address',
    ],
    [
      'an address that would end a policy',
      { ...REAL, origin: `${ORIGIN}; script-src *` },
      'takes no remote from that address',
    ],
    [
      'credentials in it',
      { ...REAL, origin: 'http://a:b@localhost:4001' },
      'takes no remote from that address',
    ],
    ['another scheme', { ...REAL, origin: 'javascript:alert(1)' }, 'takes no remote from that address'],
    ['a remote that is not live', { ...REAL, remote: 'mfe-nothing' }, 'No release of that remote is live'],
    ['the shell', { ...REAL, remote: 'shell' }, 'No release of that remote is live'],
  ])('is so for %s, in words', async (_what, asked, words) => {
    const jar = await signedIn(STAFF)
    const posted = await post('/version/override', jar, asked)
    expect(posted.statusCode).toBe(403)
    expect(posted.body).toContain(words)
    const seen = await get(`/version/override?${new URLSearchParams(asked).toString()}`, jar)
    expect(seen.statusCode).toBe(403)
    expect(cookieOf(jar)).toBe('')
  })

  it('is so for members, for staff whom the site does not name, and for anonymous visitors', async () => {
    for (const who of [MEMBER, ADMIN]) {
      const jar = await signedIn(who)
      const answer = await post('/version/override', jar, REAL)
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain('Only staff')
      expect((await get('/version/override', jar)).statusCode).toBe(403)
    }
    expect((await post('/version/override', aCookieJar(), REAL)).statusCode).toBe(403)
    const stranger = await shell.get('/version/override?remote=mfe-content')
    expect(stranger.statusCode).toBe(302)
    expect(stranger.headers.location).toBe(
      `/account/login?redirect_uri=${encodeURIComponent('/version/override?remote=mfe-content')}`,
    )
  })

  it('is so on a host that the site does not name, whatever cookie comes along', async () => {
    const jar = await overriding()
    const live = { host: 'live.example.org' }
    const answer = await post('/version/override', jar, REAL, live)
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('not shown on this host')
    expect((await get('/version/override', aCookieJar(), live)).statusCode).toBe(403)
    const page = await shell.get(PAGE, { ...live, cookie: jar.header() })
    expect(page.body).toContain('id="page-title"')
    expect(cleared(page)).toBe(true)
  })

  it('is refused for posts of other sites', async () => {
    const jar = await signedIn(STAFF)
    const answer = await post('/version/override', jar, REAL, { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(403)
    expect(cookieOf(jar)).toBe('')
  })

  it.each([
    [
      'of another user',
      async () => `${(await signedIn(ADMIN)).header()}; TesseraOverride=${cookieOf(await overriding())}`,
    ],
    [
      'that was changed',
      async () =>
        `${(await signedIn(STAFF)).header()}; TesseraOverride=${cookieOf(await overriding()).slice(0, -2)}AA`,
    ],
    ['of nobody who is signed in', async () => `TesseraOverride=${cookieOf(await overriding())}`],
    [
      'that is there twice',
      async () => {
        const jar = await overriding()
        return `${jar.header()}; TesseraOverride=${cookieOf(jar)}`
      },
    ],
  ])('is none by a cookie %s, which goes', async (_what, cookies) => {
    const answer = await shell.get(PAGE, { cookie: await cookies() })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('id="page-title"')
    expect(answer.body).not.toContain('data-override')
    expect(cleared(answer)).toBe(true)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })
})

describe('a site that names no host for overrides', () => {
  it('refuses the page of overrides, to staff too', async () => {
    const plain = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
    try {
      const answer = await plain.get('/version/override')
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain('not shown on this host')
    } finally {
      await plain.close()
    }
  })
})
