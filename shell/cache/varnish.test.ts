import http from 'node:http'
import { until } from '@tessera/shared/testing'
import { freePort } from '../../scripts/testing/ports.ts'
import { describeWith, VARNISH } from '../../scripts/testing/system-programs.ts'
import { anAuthoredSite, type AuthoredSite } from './testing/an-authored-site.ts'
import { aVarnish, type TestVarnish } from './testing/a-varnish.ts'

const STARTING_MS = 180_000
const SHORT_LIVED = '/contact'
/** Valid for an hour only, as its remote says: must-revalidate. */
const TRUE_FOR_A_WHILE = '/today'
const SHORT_LIVED_MS = 100
const MEMBERS = '/your-council/members-area'

const title = 'Varnish in front of a shell (reference security 4.3)'
const describeVarnish = describeWith(VARNISH)

let site: AuthoredSite
let varnish: TestVarnish
let ops: string
let shellPort: number

const see = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(varnish.url + path, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
const cacheOf = async (path: string) => (await see(path)).headers.get('cache-status')

/** The status of an answer to PURGEKEYS. */
const purge = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-keys': 'test-app', connection: 'close' }
    const call = http.request(url, { method: 'PURGEKEYS', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode))
    })
    call.on('error', reject).end()
  })

async function start(): Promise<void> {
  const [httpPort, opsPort] = [await freePort(), await freePort()]
  shellPort = await freePort()
  ops = `http://127.0.0.1:${opsPort}/`
  site = await anAuthoredSite({
    port: shellPort,
    options: { purgeUrls: [ops], trustedProxies: ['127.0.0.1'] },
  })
  varnish = await aVarnish({
    shellPort,
    httpPort,
    opsPort,
    shortLived: `^(${SHORT_LIVED}|${TRUE_FOR_A_WHILE}[?]again)$`,
  })
  await until(async () => (await see('/')).status === 200)
}

describeVarnish(title, () => {
  beforeAll(start, STARTING_MS)
  afterAll(async () => {
    await varnish?.close()
    await site?.close()
  }, STARTING_MS)

  it('keeps public pages, and shows no visitor how', async () => {
    await see('/news')
    const { headers } = await see('/news')
    expect(headers.get('cache-status')).toBe('edge; hit')
    for (const name of ['surrogate-key', 'surrogate-control', 'xkey', 'via', 'x-varnish'])
      expect([name, headers.get(name)]).toEqual([name, null])
    expect(headers.get('cache-control')).toBe('private')
  })

  it('keeps a page once, however its visitors come, and hands on what those came with who are led elsewhere', async () => {
    await see('/events?b=2&utm_source=x&a=1')
    for (const query of ['?a=1&b=2', '?gclid=3&b=2&a=1', '?a=1&UTM_Medium=mail&b=2&fbclid=4'])
      expect([query, await cacheOf(`/events${query}`)]).toEqual([query, 'edge; hit'])
    for (const source of ['one', 'two']) {
      const { status, headers } = await see(`/events/?utm_source=${source}`)
      expect([status, headers.get('location')]).toEqual([302, `/events?utm_source=${source}`])
    }
  })

  it('asks again for a page that is true for a while only, and shows nothing of it from before', async () => {
    const own = await fetch(`http://localhost:${shellPort}${TRUE_FOR_A_WHILE}`)
    expect(own.headers.get('surrogate-control')).toMatch(/^max-age=35\d\d, must-revalidate$/)
    await see(TRUE_FOR_A_WHILE)
    expect(await cacheOf(TRUE_FOR_A_WHILE)).toBe('edge; hit')
    const pastItsTime = `${TRUE_FOR_A_WHILE}?again`
    await see(pastItsTime)
    await see(SHORT_LIVED)
    const seen = performance.now()
    await until(() => performance.now() - seen > 2 * SHORT_LIVED_MS)
    expect(await cacheOf(SHORT_LIVED)).toBe('edge; hit')
    expect(await cacheOf(pastItsTime)).toMatch(/^shell; /)
  })

  it('shows what an author publishes, and keeps the pages beside it', async () => {
    const page = '/services/bins-and-recycling'
    for (const path of [page, '/news', '/events']) await see(path)
    const state = JSON.parse((await see(`${page}?redux=true`)).body) as { routing: { entryID: string } }
    const id = state.routing.entryID
    const before = await site.author('GET', `/${id}`)
    await site.author('PUT', `/${id}`, { ...before, title: 'Renamed behind the edge' })
    await site.author('POST', `/${id}/workflow/events`, { event: 'draft.publish', language: 'en-GB' })
    await until(async () => (await see(page)).body.includes('Renamed behind the edge'))
    for (const path of ['/news', '/events']) expect([path, await cacheOf(path)]).toEqual([path, 'edge; hit'])
  })

  it('keeps nothing for visitors who may be signed in, and gives them nothing that was kept', async () => {
    await see('/news')
    const { headers } = await see('/news', { cookie: 'RefreshToken=x' })
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('cache-status')).toBeNull()
    expect(await cacheOf('/news')).toBe('edge; hit')
  })

  it('shows the shell no cookie of a visitor with a page that it keeps for everybody', async () => {
    const cookies: (string | undefined)[] = []
    const note = ({ headers }: http.IncomingMessage) => void cookies.push(headers.cookie)
    site.shell.app.server.on('request', note)
    const { headers } = await see('/your-council', { cookie: 'consent=all' })
    site.shell.app.server.off('request', note)
    expect(headers.get('cache-status')).toBe('shell; fwd=miss')
    // Varnish's own cookie, for visitors who see only the live releases.
    expect(cookies).toEqual(['site-canary=99'])
  })

  it('passes on the address of the visitor, which the shell takes from it', async () => {
    await see('/news', { cookie: 'sid=x', 'x-forwarded-for': '203.0.113.7' })
    const isPassed = () => site.shell.lines.some(({ remote }) => remote === '203.0.113.7')
    await until(isPassed)
    expect(site.shell.lines.filter(({ msg }) => String(msg).includes('trustedProxies'))).toEqual([])
  })

  it.each([8_186, 9_000, 30_000])('lets the shell delete %i characters of cookies', async (length) => {
    const cookie = `sid=x; site-canary=7; a=${'x; b=y'.repeat(5_000)}`.slice(0, length)
    const passed = await see('/news', { cookie })
    const isTooLarge = length > 8_192
    expect(passed.status).toBe(isTooLarge ? 431 : 200)
    expect(passed.headers.get('clear-site-data')).toBe(isTooLarge ? '"cookies"' : null)
    // A page that is kept for everybody is not asked for with them.
    expect((await see('/news', { cookie: cookie.replace('sid=', 'aid=') })).status).toBe(200)
  })

  it('sends every visitor of a page for members to sign in, and keeps none of it', async () => {
    for (let visit = 0; visit < 2; visit += 1) {
      const { status, headers } = await see(MEMBERS)
      expect([status, headers.get('cache-status')]).toEqual([302, 'shell; fwd=miss'])
    }
  })

  it('accepts no purge from visitors, and only purges from shells', async () => {
    expect(await purge(varnish.url)).toBe(405)
    expect((await fetch(ops)).status).toBe(405)
    expect(await purge(ops)).toBe(200)
    expect(await cacheOf('/events')).not.toBe('edge; hit')
  })

  it('serves stale pages when no shell answers, and an error page for all others', async () => {
    const before = await see(SHORT_LIVED)
    const seen = performance.now()
    await site.shell.app.close()
    await until(() => performance.now() - seen > 2 * SHORT_LIVED_MS)
    const { status, body } = await see(SHORT_LIVED)
    expect([status, body]).toEqual([200, before.body])
    const unknown = await see('/never-asked-for')
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '5'])
  })
})
