import { until } from '@tessera/shared/testing'
import { freePort } from '../../scripts/testing/ports.ts'
import { describeWith, VARNISH } from '../../scripts/testing/system-programs.ts'
import { aFormSite, type FormSite } from '../features/forms/testing/a-form-site.ts'
import { aVarnish, type TestVarnish } from './testing/a-varnish.ts'

const STARTING_MS = 180_000
const MEMBERS = '/members-form'

let site: FormSite
let varnish: TestVarnish

const see = async (path: string, cookie = '') => {
  const answer = await fetch(varnish.url + path, { headers: { cookie }, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}
const post = (path: string, fields: Readonly<Record<string, string>>) =>
  fetch(varnish.url + path, {
    method: 'POST',
    body: new URLSearchParams({ 'x-form': 'classic/1', ...fields }),
    headers: { 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  })
const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ')

async function start(): Promise<void> {
  const [httpPort, opsPort] = [await freePort(), await freePort()]
  site = await aFormSite()
  const shellPort = Number(new URL(site.url).port)
  varnish = await aVarnish({ shellPort, httpPort, opsPort, shortLived: '^/never$' })
  await until(async () => (await see('/')).status === 200)
}

describeWith(VARNISH)('behind Varnish (reference security 4.3)', () => {
  beforeAll(start, STARTING_MS)
  afterAll(async () => {
    await varnish?.close()
    await site?.close()
  }, STARTING_MS)

  it('a form that was sent without script is confirmed, each time, only to its sender', async () => {
    const sent = await post('/', { action: 'submit', name: 'Grace' })
    const [way, cookie] = [sent.headers.get('location') ?? '', `consent=all; ${cookiesOf(sent)}`]
    expect([sent.status, way]).toEqual([303, expect.stringMatching(/^\/\?form-sent=/)])
    expect((await see(way)).body.includes('Grace')).toBe(false)
    for (const address of [way, `${way}&a=1`, way.replace('?', '?a=1&'), way]) {
      const { body, headers } = await see(address, cookie)
      expect([address, body.includes('Grace')]).toEqual([address, true])
      expect(headers.get('cache-control')).toBe('private, no-store')
    }
    const strangers = [await see(way), await see(way, 'consent=all'), await see(way)]
    expect(strangers.map(({ body }) => body.includes('Grace'))).toEqual([false, false, false])
    expect(strangers[2]?.headers.get('cache-status')).toBe('edge; hit')
  })

  it('a form that waits for its sender to sign in keeps waiting', async () => {
    const held = await post(MEMBERS, { action: 'next', name: 'Grace' })
    const signIn = new URL(held.headers.get('location') ?? '', varnish.url)
    const way = signIn.searchParams.get('redirect_uri') ?? ''
    expect(way).toMatch(/^\/members-form\?form-held=/)
    const signedIn = await post('/account/login', {
      ...{ username: 'a.member', password: 'Demo-Member-2026!', redirect_uri: way },
    })
    expect(signedIn.headers.get('location')).toBe(way)
    const { body } = await see(way, `${cookiesOf(held)}; ${cookiesOf(signedIn)}`)
    expect(body.includes('Grace')).toBe(true)
  })

  it.each(['out', 'over', 'in.lz4'])('whose session is over is told so at sign-in: %s', async (hint) => {
    const signIn = `/account/login?redirect_uri=${encodeURIComponent(MEMBERS)}`
    const cookies = ['', `consent=all; tessera-session=${hint}`, 'consent=all', `tessera-session=${hint}`]
    for (const cookie of cookies) {
      const isOver = cookie.includes('tessera-session')
      const { headers } = await see(MEMBERS, cookie)
      expect([cookie, headers.get('location')]).toEqual([
        cookie,
        `${signIn}${isOver ? '&done=session-over' : ''}`,
      ])
      const state = await see(`${MEMBERS}?redux=true`, cookie)
      expect([state.status, state.body.includes('done=session-over')]).toEqual([401, isOver])
    }
  })

  it('public pages are kept also for those whose session is over', async () => {
    await see('/')
    expect((await see('/', 'tessera-session=over')).headers.get('cache-status')).toBe('edge; hit')
  })
})
