import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { aPlatform, type TestPlatform, until } from '@tessera/shared/testing'
import { startServer, type ServerProcess } from '../../../scripts/start/server-process.ts'
import { describeWith, REDIS } from '../../../scripts/testing/system-programs.ts'
import { aCookieJar } from './testing/cookie-jar.ts'
import { aRedis, type TestRedis } from '../../store/testing/a-redis.ts'
import { readStoredMail } from './mail/outbox.server.ts'
import type { ProcessOptions } from './testing/account-process.ts'
import { linkIn } from './testing/an-account-site.ts'

const PROCESSES = 2
const STARTING_MS = 180_000
const TEST_MS = 120_000
const SCRIPT = fileURLToPath(new URL('./testing/account-process.ts', import.meta.url))
const FRESH = 'a quite new password'

const describeRedis = describeWith(REDIS)

describeRedis('accounts across two shell processes and a real Redis (reference security 1.17, 4.4)', () => {
  let redis: TestRedis
  let platform: TestPlatform
  let dataDir: string
  let processes: readonly ServerProcess[] = []
  let urls: readonly string[] = []
  let addresses = 0
  const from = () => `198.51.100.${(addresses += 1)}`

  beforeAll(async () => {
    redis = await aRedis()
    platform = await aPlatform()
    dataDir = mkdtempSync(path.join(tmpdir(), 'accounts-'))
    const key = randomBytes(32).toString('base64url')
    const options: ProcessOptions = { platformUrl: platform.url, dataDir, storeUrl: redis.url, key }
    const env = { ...process.env, NODE_OPTIONS: '', ACCOUNT_SITE: JSON.stringify(options) }
    processes = Array.from({ length: PROCESSES }, () =>
      startServer({ name: 'shell', script: SCRIPT, env, readyTimeoutMs: STARTING_MS }),
    )
    urls = await Promise.all(processes.map(({ ready }) => ready))
  }, STARTING_MS)

  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()))
    await platform.platformClient.close()
    await platform.close()
    await redis.close()
    rmSync(dataDir, { recursive: true, force: true })
  }, STARTING_MS)

  /** Posts to one of the processes, as a page of the site does. */
  const post = (process: number, url: string, body: object, address = from(), cookie = '') =>
    fetch(`${urls[process % PROCESSES]}${url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
      },
      body: JSON.stringify(body),
    })
  const codesOf = async (asked: readonly (() => Promise<Response>)[]) => {
    const codes: number[] = []
    for (const ask of asked) codes.push((await ask()).status)
    return codes
  }
  const times = (count: number, ask: (index: number) => Promise<Response>) =>
    codesOf(Array.from({ length: count }, (_, index) => () => ask(index)))

  const read = new Set<string>()
  /** The token in the newest unread message to an address. */
  async function tokenTo(address: string): Promise<string> {
    const folder = path.join(dataDir, 'outbox')
    const newest = () =>
      filesOf(folder)
        .filter((name) => name.endsWith('.eml') && !read.has(name))
        .map((name) => ({ name, mail: readStoredMail(readFileSync(path.join(folder, name), 'utf8')) }))
        .find(({ mail }) => mail.to === address && /account\/reset-password/.test(mail.text))
    await until(() => newest() !== undefined)
    const found = newest()
    read.add(found?.name ?? '')
    return (found && linkIn(found.mail).searchParams.get('token')) ?? ''
  }
  const filesOf = (folder: string): readonly string[] => {
    try {
      return readdirSync(folder)
    } catch {
      return [] // nothing was sent yet
    }
  }
  async function resetTokenFor(email: string): Promise<string> {
    await post(0, '/account/reset', { userEmail: email })
    return tokenTo(email)
  }

  it(
    'count attempts on one account from one address together, and both answer how long to wait',
    async () => {
      const address = from()
      const signIn = (process: number) =>
        post(process, '/account/login', { username: 'j.visitor', password: 'wrong password' }, address)
      expect(await times(7, signIn)).toEqual([401, 401, 401, 401, 401, 429, 429])
      const waits = await Promise.all([signIn(0), signIn(1)])
      for (const { headers } of waits) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(900)
      }
    },
    TEST_MS,
  )

  it(
    'let a user sign in from another address, however many attempts on the account came from one address',
    async () => {
      const signIn = (process: number, password: string, address: string) =>
        post(process, '/account/login', { username: 't.friend', password }, address)
      const stranger = from()
      const tries = Array.from({ length: 60 }, (_, index) => signIn(index, 'wrong password', stranger))
      expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toHaveLength(55)
      expect((await signIn(0, 'Demo-Friend-2026!', from())).status).toBe(200)
    },
    TEST_MS,
  )

  it(
    'allow no more attempts when all arrive at the same time',
    async () => {
      const address = from()
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          post(index, '/account/login', { username: 'a.stranger', password: 'wrong password' }, address),
        ),
      )
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(11)
    },
    TEST_MS,
  )

  it(
    'count requests for one account together, from any address',
    async () => {
      const ask = (index: number) => post(index, '/account/reset', { userEmail: 'nobody@post.example' })
      expect(await times(5, ask)).toEqual([200, 200, 200, 429, 429])
    },
    TEST_MS,
  )

  it(
    'accept one of many uses of a link, whichever process gets it',
    async () => {
      const token = await resetTokenFor('t.friend@post.example')
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          post(index, '/account/reset/password', { token, password: `${FRESH} ${index}` }),
        ),
      )
      const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      expect(codes).toEqual([200, 410, 410, 410, 410, 410, 410, 410])
      const winner = answers.findIndex(({ status }) => status === 200)
      const again = [0, 1].map(
        (index) => () => post(index, '/account/reset/password', { token, password: FRESH }),
      )
      expect(await codesOf(again)).toEqual([410, 410])
      const signIn = await post(1, '/account/login', { username: 't.friend', password: `${FRESH} ${winner}` })
      expect(signIn.status).toBe(200)
    },
    TEST_MS,
  )

  it(
    'end every session of a user whose password one of them has replaced',
    async () => {
      const jar = aCookieJar()
      const signedIn = await post(0, '/account/login', {
        username: 'a.member',
        password: 'Demo-Member-2026!',
      })
      jar.keep(signedIn.headers.getSetCookie())
      const who = async (index: number) => {
        const answer = await fetch(`${urls[index]}/api/session`, { headers: { cookie: jar.header() } })
        return ((await answer.json()) as { isAuthenticated: boolean }).isAuthenticated
      }
      expect([await who(0), await who(1)]).toEqual([true, true])
      const token = await resetTokenFor('a.member@post.example')
      expect((await post(1, '/account/reset/password', { token, password: FRESH })).status).toBe(200)
      expect([await who(0), await who(1)]).toEqual([false, false])
    },
    TEST_MS,
  )

  it('keep no personal data, password or token in the store', async () => {
    const text = await everythingIn(redis.url)
    expect(text).toMatch(/tessera:test:limit:sign-in/)
    for (const secret of ['t.friend', 'nobody@post', 'j.visitor', FRESH, 'Demo-'])
      expect(text).not.toContain(secret)
  })

  it(
    'work without the store while it fails: users sign in, and a used link stays used',
    async () => {
      const token = await resetTokenFor('m.okafor@larkmoor.example')
      expect((await post(0, '/account/reset/password', { token, password: FRESH })).status).toBe(200)
      redis.pause()
      try {
        const signIn = await post(1, '/account/login', { username: 'm.okafor', password: FRESH })
        expect(signIn.status).toBe(200)
        expect(
          (await post(1, '/account/reset/password', { token, password: 'yet another one' })).status,
        ).toBe(410)
        const address = from()
        const guess = () =>
          post(1, '/account/login', { username: 'e.lloyd', password: 'wrong password' }, address)
        expect(await times(6, guess)).toEqual([401, 401, 401, 401, 401, 429])
      } finally {
        redis.resume()
      }
    },
    TEST_MS,
  )
})

/** All keys and values of a store, as one text. */
async function everythingIn(url: string): Promise<string> {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url })
  await client.connect()
  const keys = await client.keys('*')
  const values = await Promise.all(keys.map((key) => client.get(key)))
  await client.close()
  return [...keys, ...values].join('\n')
}
