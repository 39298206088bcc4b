import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { aPlatform, until, type TestPlatform } from '@tessera/shared/testing'
import { WEBHOOK_PATH } from '../features/content-webhook/content-webhook.server.ts'
import { readStoredMail } from '../features/identity/mail/outbox.server.ts'
import { aCookieJar } from '../features/identity/testing/cookie-jar.ts'
import { linkIn } from '../features/identity/testing/an-account-site.ts'
import { aTokenServer, type TokenServer } from '../features/identity/testing/a-token-server.ts'
import { aSupervisor, type TestSupervisor } from './testing/a-supervisor.ts'
import type { SiteOptions } from './testing/site-worker.ts'

const LONG_MS = 180_000
const script = (url: string) => fileURLToPath(new URL(url, import.meta.url))

/** Starts two processes; gives the supervisor and the URL of each process. */
async function start(file: string): Promise<readonly [TestSupervisor, readonly string[]]> {
  const supervisor = await aSupervisor(2, script(file))
  await supervisor.ready
  await supervisor.whole()
  return [supervisor, await supervisor.urls()]
}

describe('sessions in two processes of one supervisor, without a server beside them (reference security 1.2, 4.4)', () => {
  let platform: TokenServer
  let supervisor: TestSupervisor
  let urls: readonly string[]
  beforeAll(async () => {
    platform = await aTokenServer()
    const keys = [randomBytes(32).toString('base64url')]
    process.env['SESSION_SITE'] = JSON.stringify({ cmsUrl: platform.url, dataDir: tmpdir(), keys })
    ;[supervisor, urls] = await start('../features/identity/testing/session-process.ts')
  }, LONG_MS)
  afterAll(async () => {
    await supervisor.stop()
    await platform.close()
  })

  const post = (url: string, cookie: string, body: object = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const signIn = async () => {
    const jar = aCookieJar()
    const proof = { type: 'password', username: 'a.member', password: 'right' }
    jar.keep((await post(`${urls[0]}/start`, '', proof)).headers.getSetCookie())
    return jar
  }
  const who = async (url: string, cookie: string) =>
    (await (await fetch(url, { headers: { cookie } })).json()) as { id: string | null; bearer: string }

  it('are refreshed once for all tabs and processes', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn()
    for (let round = 1; round <= 20; round += 1) {
      const cookie = jar.header()
      const answers = await Promise.all(
        [...urls, ...urls, ...urls].map((url) => fetch(url, { headers: { cookie } })),
      )
      const said = (await Promise.all(answers.map((answer) => answer.json()))) as { bearer: string }[]
      expect(new Set(said.map(({ bearer }) => bearer)).size).toBe(1)
      expect(platform.refreshes).toBe(round)
      jar.keep(answers[round % answers.length]?.headers.getSetCookie())
    }
    expect(platform.replays).toBe(0)
  }, 60_000)

  it('end everywhere by a sign-out', async () => {
    platform.bearerSeconds = 3_600
    const cookie = (await signIn()).header()
    for (const url of urls) expect((await who(url, cookie)).id).not.toBeNull()
    await post(`${urls[1]}/end`, cookie)
    for (const url of urls) expect((await who(url, cookie)).id).toBeNull()
  })
})

describe('two shells of one supervisor, without a server beside them (reference security 1.17, 4.3, 4.4)', () => {
  let platform: TestPlatform
  let dataDir: string
  let supervisor: TestSupervisor
  let urls: readonly string[]
  const webhookSecret = 'a-secret-of-this-test'
  beforeAll(async () => {
    platform = await aPlatform()
    dataDir = mkdtempSync(path.join(tmpdir(), 'agreement-'))
    const key = randomBytes(32).toString('base64url')
    const options: SiteOptions = { platformUrl: platform.url, dataDir, key, webhookSecret }
    process.env['SITE'] = JSON.stringify(options)
    ;[supervisor, urls] = await start('./testing/site-worker.ts')
  }, LONG_MS)
  afterAll(async () => {
    await supervisor.stop()
    await platform.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const post = (process: number, url: string, body: object) =>
    fetch(`${urls[process % 2]}${url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': '198.51.100.1',
      },
      body: JSON.stringify(body),
    }).then(({ status }) => status)

  it('count tries of one account from one address together', async () => {
    const codes: number[] = []
    for (let index = 0; index < 7; index += 1)
      codes.push(await post(index, '/account/login', { username: 'j.visitor', password: 'wrong password' }))
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429])
  }, 60_000)

  it('let one of many uses of a link through', async () => {
    await post(0, '/account/reset', { userEmail: 't.friend@post.example' })
    const outbox = path.join(dataDir, 'outbox')
    const mails = () => readdirSync(outbox).filter((name) => name.endsWith('.eml'))
    await until(() => readdirSync(dataDir).includes('outbox') && mails().length > 0)
    const mail = readStoredMail(readFileSync(path.join(outbox, mails()[0] ?? ''), 'utf8'))
    const token = linkIn(mail).searchParams.get('token')
    const uses = Array.from({ length: 6 }, (_, index) =>
      post(index, '/account/reset/password', { token, password: `a quite new password ${index}` }),
    )
    expect((await Promise.all(uses)).toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410, 410, 410])
  }, 60_000)

  it('both forget the pages of what is published before the platform has its answer', async () => {
    const page = (url: string) => fetch(`${url}/contact`, { headers: { accept: 'text/html' } })
    const statuses = () => Promise.all(urls.map(async (url) => (await page(url)).headers.get('cache-status')))
    const [first] = await Promise.all(urls.map(page))
    const surrogateKeys = first?.headers
      .get('surrogate-key')
      ?.split(' ')
      .filter((key) => key.includes('_e_'))
    expect(await statuses()).toEqual(['shell; hit', 'shell; hit'])
    const body = JSON.stringify({ event: 'entry.published', surrogateKeys })
    const seconds = Math.floor(Date.now() / 1_000)
    const mac = createHmac('sha256', webhookSecret).update(`${seconds}.${body}`).digest('hex')
    const told = await fetch(`${urls[0]}${WEBHOOK_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-platform-signature': `t=${seconds},v1=${mac}` },
      body,
    })
    expect(await told.json()).toEqual({ handled: true })
    expect(await statuses()).not.toContain('shell; hit')
  }, 60_000)
})
