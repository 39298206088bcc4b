import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendJson } from '@tessera/shared/testing'
import { aTokenServer, type TokenServer } from './testing/a-token-server.ts'
import { aCookieJar, type CookieJar } from './testing/cookie-jar.ts'
import { PROOF, sessionSite, type SessionSite } from './testing/session-site.ts'

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

/** The site after a restart: it has no user in memory. */
async function restart(options: { readonly requestDeadlineMs?: number } = {}) {
  await site.app.close()
  site = await sessionSite({ cmsUrl: platform.url, dataDir: folder, ...options })
}
const send: SessionSite['send'] = (...call) => site.send(...call)
const signIn = (): Promise<CookieJar> => site.signIn()
const read = async (jar: CookieJar) =>
  (await send('GET', '/', jar)).json<{ user: { name: string } | null; failure: string | null }>()
/** The refresh tokens whose sessions were ended at the platform. */
const ended = () =>
  platform.requests
    .filter(({ url }) => url?.startsWith('/authenticate/logout'))
    .map(({ headers }) => headers.cookie)

describe('a platform that is slow to confirm a session', () => {
  it('gives the new tokens to the browser, however long the user then takes', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    await restart({ requestDeadlineMs: 400 })
    platform.bearerSeconds = 3_600
    platform.refreshDelayMs = 400
    platform.userDelayMs = 200
    const before = jar.get('RefreshToken')
    expect(await read(jar)).toMatchObject({ user: null, failure: 'session/unavailable' })
    expect(jar.get('RefreshToken')).not.toBe(before)
  })

  it('does not sign in again who has signed out meanwhile, and the newest tokens are ended', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    await restart({ requestDeadlineMs: 400 })
    platform.refreshDelayMs = 400
    await send('POST', '/end', jar)
    expect(jar.get('RefreshToken')).toBeUndefined()
    expect(jar.get('tessera-session')).toBe('out')
    expect(ended()).toEqual(['RefreshToken=refresh-2'])
  })

  it('leaves at least half of the time of a page to the page', async () => {
    const jar = await signIn()
    await restart({ requestDeadlineMs: 400 })
    platform.userDelayMs = 1_500
    const began = performance.now()
    expect(await read(jar)).toMatchObject({ user: null, failure: 'session/unavailable' })
    expect(performance.now() - began).toBeLessThan(1_200)
  })

  it('confirms all of many sessions after a restart', async () => {
    const jars = await Promise.all(Array.from({ length: 30 }, signIn))
    await restart()
    platform.userDelayMs = 300
    const users = await Promise.all(jars.map(read))
    expect(users.filter(({ failure }) => failure !== null)).toEqual([])
  })
})

describe('a platform that has failed to confirm sessions', () => {
  const down = (response: Parameters<NonNullable<TokenServer['failing']>>[0]) => sendJson(response, {}, 503)

  /** Enough sessions fail that the platform is not asked about the next one, which does not end. */
  async function fail() {
    const [next = aCookieJar(), ...jars] = await Promise.all(Array.from({ length: 21 }, signIn))
    await restart()
    platform.failingUser = down
    for (const jar of jars) await read(jar)
    const before = platform.requests.length
    expect((await read(next)).failure).toBe('session/unavailable')
    expect(next.get('RefreshToken')).toBeDefined()
    expect(platform.requests).toHaveLength(before)
  }

  it('is asked all the same by who signs in', async () => {
    await fail()
    platform.failingUser = null
    const jar = aCookieJar()
    expect((await send('POST', '/start', jar, PROOF)).statusCode).toBe(200)
    expect(await read(jar)).toMatchObject({ user: { name: 'Ann Member' }, failure: null })
  })

  it('keeps no session of a sign-in that fails', async () => {
    platform.failingUser = down
    expect((await send('POST', '/start', aCookieJar(), PROOF)).statusCode).toBe(503)
    expect(ended()).toEqual(['RefreshToken=refresh-1'])
  })

  it('for one user only is asked about the others', async () => {
    const [odd, other] = [await signIn(), await signIn()]
    const many = await Promise.all(Array.from({ length: 20 }, signIn))
    await restart()
    platform.failingUser = (response) => sendJson(response, {}, 404)
    for (const jar of [odd, ...many]) expect((await read(jar)).failure).toBe('session/unavailable')
    platform.failingUser = null
    expect(await read(other)).toMatchObject({ user: { name: 'Ann Member' }, failure: null })
  })
})
