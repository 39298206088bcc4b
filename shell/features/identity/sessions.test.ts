import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendJson, until } from '@tessera/shared/testing'
import { createMemoryStore, type SharedStore } from '../../store/shared-store.server.ts'
import { aTokenServer, type TokenServer } from './testing/a-token-server.ts'
import { aCookieJar, type CookieJar } from './testing/cookie-jar.ts'
import { PROOF, sessionSite, type SessionSite } from './testing/session-site.ts'

/** Waits until `Date.now()` has advanced. */
const clockMoves = async (): Promise<void> => {
  const now = Date.now()
  await until(() => Date.now() > now)
}
const TOKENS = ['ContensisSecurityBearerToken', 'ContensisCMSUserName', 'RefreshToken'] as const

let platform: TokenServer
let site: SessionSite
let folder: string

beforeEach(async () => {
  platform = await aTokenServer()
  folder = mkdtempSync(path.join(tmpdir(), 'sessions-'))
  site = await sessionSite({ cmsUrl: platform.url, dataDir: folder })
})
afterEach(async () => {
  await site.app.close()
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

const send: SessionSite['send'] = (...call) => site.send(...call)
const signIn: SessionSite['signIn'] = (jar) => site.signIn(jar)
const who = async (jar: CookieJar) =>
  (await send('GET', '/', jar)).json<{
    id: string | null
    user: { name: string } | null
    bearer: string | null
    failure: string | null
  }>()

describe('cookies of a session (specification 3 and 9, reference security D2)', () => {
  it('have the specified names, path and life, and no script can read them', async () => {
    const jar = await signIn()
    for (const name of TOKENS) {
      expect(jar.get(name)).toMatch(/^[\w-]+$/)
      expect(jar.attributes(name)).toBe('Max-Age=86400; Path=/; HttpOnly; SameSite=Lax')
    }
    expect(jar.attributes('sid')).toContain('HttpOnly')
  })

  it('contain no readable token', async () => {
    expect((await signIn()).header()).not.toMatch(/bearer-\d|refresh-\d|classic-\d/)
  })

  it('are Secure over https, with an id that no other host can set', async () => {
    const other = await sessionSite({
      cmsUrl: platform.url,
      dataDir: folder,
      publicUrl: 'https://www.larkmoor.example',
    })
    const jar = aCookieJar()
    const answer = await other.app.inject({ method: 'POST', url: '/start', payload: PROOF })
    jar.keep(answer.headers['set-cookie'])
    expect(jar.get('__Host-sid')).toBeDefined()
    for (const name of ['__Host-sid', ...TOKENS]) expect(jar.attributes(name)).toContain('Secure')
    await other.app.close()
  })

  it('include a hint that scripts may read, which has no information and changes with every sign-in', async () => {
    const jar = await signIn()
    const first = jar.get('tessera-session')
    expect(first).toMatch(/^in\.\w+$/)
    expect(jar.attributes('tessera-session')).not.toContain('HttpOnly')
    await clockMoves()
    await signIn(jar)
    expect(jar.get('tessera-session')).not.toBe(first)
    await send('POST', '/end', jar)
    expect(jar.get('tessera-session')).toBe('out')
  })

  it('stay below 6 KB together: longer values move to the store', async () => {
    const jar = await signIn()
    platform.failing = (response) =>
      sendJson(response, {
        access_token: 'x'.repeat(5_000),
        expires_in: 3_600,
        refresh_token: 'r'.repeat(3_000),
      })
    await send('POST', '/start', jar, PROOF)
    const lengths = TOKENS.map((name) => jar.get(name)?.length ?? 0)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3_800)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(6_000)
    expect((await who(jar)).bearer).toHaveLength(5_000)
  })

  it('keep the session while the store that has a longer value cannot be read', async () => {
    const memory = createMemoryStore()
    let isDown = false
    const supervised: SharedStore = {
      ...memory,
      get: (key) => (isDown ? Promise.reject(new Error('down')) : memory.get(key)),
    }
    await site.app.close()
    site = await sessionSite({ cmsUrl: platform.url, dataDir: folder, supervised })
    const jar = aCookieJar()
    platform.failing = (response) =>
      sendJson(response, { access_token: 'x'.repeat(5_000), expires_in: 3_600, refresh_token: 'refresh' })
    await send('POST', '/start', jar, PROOF)
    const cookies = jar.header()
    isDown = true
    expect(await who(jar)).toMatchObject({ id: null, failure: null })
    expect(jar.header()).toBe(cookies)
    isDown = false
    await until(async () => (await who(jar)).bearer?.length === 5_000)
  })

  it('make the answer that sets them uncacheable', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    const { headers } = await send('GET', '/', jar)
    expect(headers['set-cookie']).toBeDefined()
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' })
    expect(headers).not.toHaveProperty('surrogate-key')
  })
})

describe('a session (specification 4, Authentication)', () => {
  it('identifies the user until sign-out', async () => {
    const jar = await signIn()
    expect((await who(jar)).user).toMatchObject({
      name: 'Ann Member',
      groups: [{ id: 'g1', name: 'Members' }],
    })
    const kept = jar.header()
    await send('POST', '/end', jar)
    expect((await who(jar)).id).toBeNull()
    for (const name of TOKENS) expect(jar.get(name)).toBeUndefined()
    // The session has ended for copies of its cookies too, and the platform was called.
    const copy = await site.app.inject({ url: '/', headers: { cookie: kept } })
    expect(copy.json<{ id: null }>().id).toBeNull()
    const end = platform.requests.find(({ url }) => url === '/authenticate/logout?jsonResponseRequired=true')
    // Only the refresh token is sent: the session at another identity provider is ended only if the site is configured so.
    expect(end?.headers.cookie).toBe('RefreshToken=refresh-1')
    expect(jar.get('tessera-session')).toBe('out')
  })

  it('ends the federated session too where that is enabled, and has browsers delete its data (specification 4, 7)', async () => {
    const federated = await sessionSite({ cmsUrl: platform.url, dataDir: folder, federatedSignIn: true })
    const jar = aCookieJar()
    jar.keep(
      (await federated.app.inject({ method: 'POST', url: '/start', payload: PROOF })).headers['set-cookie'],
    )
    const out = await federated.app.inject({ method: 'POST', url: '/end', headers: { cookie: jar.header() } })
    jar.keep(out.headers['set-cookie'])
    const ends = platform.requests.filter(({ url }) => url?.startsWith('/authenticate/logout'))
    expect(ends.map(({ url, headers }) => [url, headers.cookie])).toEqual([
      [
        '/authenticate/logout?jsonResponseRequired=true',
        'RefreshToken=refresh-1; ContensisCMSUserName=classic-1',
      ],
    ])
    expect(jar.get('tessera-session')).toBe('out.federated')
    await federated.app.close()
  })

  it('is a new one at every sign-in, which ends the previous one (session fixation)', async () => {
    const jar = await signIn()
    const before = jar.header()
    const { id } = await who(jar)
    await signIn(jar)
    expect((await who(jar)).id).not.toBe(id)
    expect(
      (await site.app.inject({ url: '/', headers: { cookie: before } })).json<{ id: null }>().id,
    ).toBeNull()
  })

  describe.each([
    ['replaced by another one', (jar: CookieJar) => signIn(jar)],
    ['ended by signing out', (jar: CookieJar) => send('POST', '/end', jar)],
  ])('that its browser has %s', (_how, end) => {
    const ended = async () => {
      const jar = await signIn()
      const before = { id: jar.get('sid') ?? '', cookie: jar.header() }
      await end(jar)
      return before
    }
    const ask = async (cookie: string) => {
      const answer = await site.app.inject({ url: '/', headers: { cookie } })
      return { id: answer.json<{ id: string | null }>().id, setCookie: answer.headers['set-cookie'] }
    }

    it('is not given to a late request, whose answer does not change the cookies of a newer session', async () => {
      expect(await ask((await ended()).cookie)).toEqual({ id: null, setCookie: undefined })
    })

    it.each([
      ['a minute later', () => `${Date.now() - 60_000}`],
      ['where an earlier version has revoked it', () => '1'],
    ])('has its cookies cleared %s', async (_when, entry) => {
      const { id, cookie } = await ended()
      await site.store.set(`revoked-session:${id}`, entry(), 60_000)
      const answer = await ask(cookie)
      expect(answer.id).toBeNull()
      expect(answer.setCookie).toContainEqual(expect.stringMatching(/^sid=; Max-Age=0/))
      expect(answer.setCookie).toContainEqual(expect.stringMatching(/^tessera-session=over/))
    })
  })

  it('requests the user from the platform once, not for every page', async () => {
    const jar = await signIn()
    const before = platform.requests.length
    for (let n = 0; n < 5; n++) await who(jar)
    expect(platform.requests.length).toBe(before)
  })

  it('ends with all others of its user, except the one that requested it', async () => {
    const [here, there] = [await signIn(), await signIn()]
    await clockMoves()
    await send('POST', '/end-others', here)
    expect((await who(here)).id).not.toBeNull()
    expect((await who(there)).id).toBeNull()
    await clockMoves()
    expect((await who(await signIn())).id).not.toBeNull()
  })

  it.each(['sid', ...TOKENS])('is none when %s is forged or comes from another session', async (name) => {
    const [own, other] = [await signIn(), await signIn()]
    const swapped = aCookieJar()
    for (const one of ['sid', ...TOKENS]) swapped.set(one, own.get(one) ?? '')
    swapped.set(name, other.get(name) ?? '')
    const forged = aCookieJar()
    for (const one of ['sid', ...TOKENS]) forged.set(one, own.get(one) ?? '')
    forged.set(name, [...(forged.get(name) ?? '')].reverse().join(''))
    expect((await who(swapped)).id).toBeNull()
    expect((await who(forged)).id).toBeNull()
    expect(swapped.get('RefreshToken')).toBeUndefined()
  })

  it.each([
    [
      'a bomb',
      `sid=${'a'.repeat(24)}; RefreshToken=x; ${Array.from({ length: 400 }, (_, n) => `c${n}=${'v'.repeat(30)}`).join('; ')}`,
    ],
    ['rubbish', '=;;; =; sid; ====; \u007f=1'],
    ['names of objects', '__proto__=1; constructor=2; sid=toString'],
  ])('is none with cookies that are %s, and nothing breaks', async (_what, cookie) => {
    const answer = await site.app.inject({ url: '/', headers: { cookie } })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<{ id: null }>().id).toBeNull()
  })
})

describe('refreshing (specification 9: 60 seconds early)', () => {
  it('treats the bearer as expired a minute early, and refreshes once for all waiting requests', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    platform.bearerSeconds = 3_600
    const cookie = jar.header()
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => site.app.inject({ url: '/', headers: { cookie } })),
    )
    expect(platform.refreshes).toBe(1)
    expect(new Set(asked.map((answer) => answer.json<{ bearer: string }>().bearer))).toEqual(
      new Set(['bearer-2']),
    )
    jar.keep(asked[7]?.headers['set-cookie'])
    await who(jar)
    expect(platform.refreshes).toBe(1)
  })

  it('uses a bearer that has more than a minute left', async () => {
    platform.bearerSeconds = 65
    expect((await who(await signIn())).bearer).toBe('bearer-1')
    expect(platform.refreshes).toBe(0)
  })

  it('keeps its id, its hint and its classic token', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    const [sid, hint] = [jar.get('sid'), jar.get('tessera-session')]
    await who(jar)
    expect([jar.get('sid'), jar.get('tessera-session')]).toEqual([sid, hint])
  })

  describe('of a bearer that the platform refuses before it has expired by the clock of the shell', () => {
    /** The session in another process of the site, which has not yet read its user. */
    const inAnotherProcess = async (jar: CookieJar) => {
      await site.app.close()
      site = await sessionSite({ cmsUrl: platform.url, dataDir: folder })
      return who(jar)
    }

    it('keeps the session', async () => {
      const jar = await signIn()
      platform.refusedBearers.add('bearer-1')
      expect(await inAnotherProcess(jar)).toMatchObject({ bearer: 'bearer-2', user: { name: 'Ann Member' } })
      expect(await who(jar)).toMatchObject({ bearer: 'bearer-2', failure: null })
      expect(platform.refreshes).toBe(1)
    })

    it('ends the session if the new one is refused as well', async () => {
      const jar = await signIn()
      for (const bearer of ['bearer-1', 'bearer-2']) platform.refusedBearers.add(bearer)
      expect(await inAnotherProcess(jar)).toMatchObject({ id: null, failure: null })
      expect(jar.get('RefreshToken')).toBeUndefined()
      expect(platform.refreshes).toBe(1)
    })
  })

  it('ends the session when the platform reports the token as expired', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    platform.failing = (response) => sendJson(response, { error: 'invalid_grant' }, 400)
    expect(await who(jar)).toMatchObject({ id: null, failure: null })
    expect(jar.get('RefreshToken')).toBeUndefined()
    expect(jar.get('tessera-session')).toBe('over')
  })

  it.each([
    [
      'broken',
      (status: number) => (response: Parameters<NonNullable<TokenServer['failing']>>[0]) =>
        sendJson(response, {}, status),
    ],
  ])('keeps the session while the platform is %s: no outage signs anybody out', async (_how, fail) => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    const before = jar.header()
    platform.failing = fail(503)
    const during = await who(jar)
    expect(during).toMatchObject({ failure: 'session/unavailable', user: { name: 'Ann Member' } })
    expect(jar.header()).toBe(before)
    platform.failing = null
    platform.bearerSeconds = 3_600
    await until(async () => (await who(jar)).failure === null)
    expect(await who(jar)).toMatchObject({ failure: null, user: { name: 'Ann Member' } })
  })

  it('calls a failing platform once a second, not for every page', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    let asked = 0
    platform.failing = (response) => {
      asked += 1
      sendJson(response, {}, 503)
    }
    for (let n = 0; n < 5; n++) await who(jar)
    expect(asked).toBe(1)
  })
})
