import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { tmpdir } from 'node:os'
import { startServer, type ServerProcess } from '../../../scripts/start/server-process.ts'
import { describeWith, REDIS } from '../../../scripts/testing/system-programs.ts'
import { aRedis, type TestRedis } from '../../store/testing/a-redis.ts'
import { aTokenServer, type TokenServer } from './testing/a-token-server.ts'
import { aCookieJar } from './testing/cookie-jar.ts'

const PROCESSES = 4
const TABS = 2
const ROUNDS = 100
const STARTING_MS = 180_000
const SCRIPT = fileURLToPath(new URL('./testing/session-process.ts', import.meta.url))

const describeRedis = describeWith(REDIS)

describeRedis('several shell processes (reference security 1.2, 4.4)', () => {
  let redis: TestRedis
  let platform: TokenServer
  let processes: readonly ServerProcess[] = []
  let urls: readonly string[] = []

  beforeAll(async () => {
    redis = await aRedis()
    platform = await aTokenServer()
    const options = {
      cmsUrl: platform.url,
      dataDir: tmpdir(),
      keys: [randomBytes(32).toString('base64url')],
      storeUrl: redis.url,
    }
    const env = { ...process.env, NODE_OPTIONS: '', SESSION_SITE: JSON.stringify(options) }
    processes = Array.from({ length: PROCESSES }, () =>
      startServer({ name: 'shell', script: SCRIPT, env, readyTimeoutMs: STARTING_MS }),
    )
    urls = await Promise.all(processes.map(({ ready }) => ready))
  }, STARTING_MS)

  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()))
    await platform.close()
    await redis.close()
  })

  const post = (url: string, cookie: string, body: object = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const signIn = async (url: string) => {
    const jar = aCookieJar()
    const answer = await post(`${url}/start`, '', {
      type: 'password',
      username: 'a.member',
      password: 'right',
    })
    jar.keep(answer.headers.getSetCookie())
    return jar
  }

  it('refresh once for all tabs and processes, 100 times over, without a sign-out', async () => {
    platform.bearerSeconds = 60
    const jar = await signIn(urls[0] ?? '')
    let signOuts = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const cookie = jar.header()
      const asked = urls.flatMap((url) =>
        Array.from({ length: TABS }, () => fetch(url, { headers: { cookie } })),
      )
      const answers = await Promise.all(asked)
      const said = (await Promise.all(answers.map((answer) => answer.json()))) as {
        id: string | null
        bearer: string
      }[]
      signOuts += said.filter(({ id }) => id === null).length
      expect(new Set(said.map(({ bearer }) => bearer)).size).toBe(1)
      expect(platform.refreshes).toBe(round)
      jar.keep(answers[round % answers.length]?.headers.getSetCookie())
    }
    expect(signOuts).toBe(0)
    expect(platform.replays).toBe(0)
  }, 120_000)

  it('share the information that a user has signed out', async () => {
    platform.bearerSeconds = 3_600
    const jar = await signIn(urls[0] ?? '')
    const cookie = jar.header()
    const who = async (url: string) =>
      ((await (await fetch(url, { headers: { cookie } })).json()) as { id: string | null }).id
    expect(await Promise.all(urls.map(who))).not.toContain(null)
    await post(`${urls[1]}/end`, cookie)
    expect(await Promise.all(urls.map(who))).toEqual(urls.map(() => null))
  })
})
