import { until } from '@tessera/shared/testing'
import { anAccountSite, cookiesOf, linkIn, type AccountSite } from './testing/an-account-site.ts'

const PASSWORD = 'correct horse battery'
let site: AccountSite
let host = 0
const from = () => `203.0.113.${(host += 1)}`
/** Cookies of the browser that registered last. */
let cookies: Readonly<Record<string, string>> = {}
const registered = async (email: string) => {
  cookies = cookiesOf(await site.json('/account/register', { email, password: PASSWORD }, { from: from() }))
  return linkIn(await site.mailTo(email))
}
const signIn = (username: string, password: string, at = from()) =>
  site.json('/account/login', { username, password }, { from: at })

beforeAll(async () => {
  site = await anAccountSite()
})
afterAll(() => site.close())

/** Posts the token of a message's link, as the button on its screen does. */
const confirm = (link: URL) =>
  site.form('/account/verify', { token: link.searchParams.get('token') ?? '' }, { from: from(), cookies })

describe('confirming an address (docs/decisions/0012)', () => {
  it('may be repeated', async () => {
    const link = await registered('twice@post.example')
    for (const _time of [1, 2]) {
      const answer = await confirm(link)
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account/verify?done=verified'])
      expect(answer.headers['cache-control']).toBe('private, no-store')
    }
    expect((await signIn('twice@post.example', PASSWORD)).statusCode).toBe(200)
  })

  it('leads in Welsh to the Welsh screen, and answers scripts with JSON', async () => {
    const link = await registered('cymro@post.example')
    const token = link.searchParams.get('token') ?? ''
    const page = await site.form('/account/verify', { token, language: 'cy' }, { from: from(), cookies })
    expect(page.headers.location).toBe('/cy/account/verify?done=verified')
    const data = await site.json('/account/verify', { token }, { from: from() })
    expect(data.json()).toEqual({ success: true, outcome: 'verified' })
  })

  it.each(['', 'x', 'A'.repeat(300)])(
    'answers to the token %j that the link does not work',
    async (token) => {
      const answer = await site.form('/account/verify', { token }, { from: from() })
      expect(answer.headers.location).toBe('/account/verify?error=link')
      expect((await site.json('/account/verify', { token }, { from: from() })).statusCode).toBe(410)
    },
  )

  it('in another browser than the one that registered begins with a new password: a stranger may have registered', async () => {
    const link = await registered('stranger.chose@post.example')
    await registered('stranger@post.example')
    const token = link.searchParams.get('token') ?? ''
    for (const own of [{}, cookies, { registered: 'forged' }]) {
      const page = await site.form(
        '/account/verify',
        { token, language: 'cy' },
        { from: from(), cookies: own },
      )
      expect(page.headers.location).toMatch(
        /^\/cy\/account\/reset-password\?done=first-password&token=[\w-]{50,}$/,
      )
    }
    // A refusal, so that a release of the account remote that does not know `next` does not call the address confirmed.
    const data = await site.json('/account/verify', { token }, { from: from() })
    expect(data.statusCode).toBe(409)
    expect(data.json()).toMatchObject({ error: { message: expect.stringContaining('not confirmed yet') } })
    const { next } = data.json<{ readonly next: string }>()
    expect((await signIn('stranger.chose@post.example', PASSWORD)).statusCode).toBe(401)

    const own = 'my own long password'
    const reset = { token: new URL(next, 'http://localhost').searchParams.get('token') ?? '', password: own }
    const refused = { ...reset, password: 'short', done: 'first-password' }
    expect((await site.form('/account/reset/password', refused, { from: from() })).headers.location).toMatch(
      /^\/account\/reset-password\?error=password\.too-short&token=[\w-]{50,}&done=first-password$/,
    )
    const saved = await site.form('/account/reset/password', reset, { from: from() })
    expect(saved.headers.location).toBe('/account/login?done=reset')
    expect((await signIn('stranger.chose@post.example', PASSWORD)).statusCode).toBe(401)
    expect((await signIn('stranger.chose@post.example', own)).statusCode).toBe(200)
    // The account has a password of its owner now, which the link no longer replaces.
    expect((await confirm(link)).headers.location).toBe('/account/verify?done=verified')
  })

  it('is done at once also when the browser has registered again since: the button pressed twice, or somebody who forgot', async () => {
    const link = await registered('pressed.twice@post.example')
    const lengths = new Set([cookies['registered']?.length])
    for (const email of ['pressed.twice@post.example', 'another@post.example']) {
      const again = { email, password: PASSWORD }
      cookies = cookiesOf(await site.json('/account/register', again, { from: from(), cookies }))
      lengths.add(cookies['registered']?.length)
    }
    expect((await confirm(link)).headers.location).toBe('/account/verify?done=verified')
    // What the cookie holds does not show: neither whether an address had an account, nor how many were registered.
    expect([...lengths]).toEqual([expect.any(Number)])
  })

  it('does not happen by opening the link, however often and with any headers: mail scanners open links', async () => {
    const email = 'scanned@post.example'
    const link = await registered(email)
    const headers = [{}, { accept: 'application/json' }, { 'sec-purpose': 'prefetch' }, { accept: '*/*' }]
    for (const method of ['GET', 'HEAD'] as const)
      for (const said of headers) {
        const { statusCode } = await site.shell.app.inject({
          method,
          url: link.pathname + link.search,
          remoteAddress: from(),
          headers: { host: 'localhost', accept: 'text/html', ...said },
        })
        expect([method, said, statusCode]).toEqual([method, said, 200])
      }
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401)
    await confirm(link)
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
  })

  it('is refused from another site, and the link stays valid', async () => {
    const link = await registered('foreign@post.example')
    const token = link.searchParams.get('token') ?? ''
    const answer = await site.form(
      '/account/verify',
      { token },
      { from: from(), headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } },
    )
    expect(answer.headers.location).toBe(`/account/verify?error=cross-site&token=${token}`)
    expect((await signIn('foreign@post.example', PASSWORD)).statusCode).toBe(401)
  })

  it('is on an uncached page that sends no Referer to other sites', async () => {
    const link = await registered('kept.by.nobody@post.example')
    const { headers } = await site.get(link.pathname + link.search)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['surrogate-control']).toBe('no-store')
    expect(headers['referrer-policy']).toMatch(/^(same-origin|no-referrer|strict-origin-when-cross-origin)$/)
  })

  it('is marked again later where the platform fails to: the visitor may sign in at once', async () => {
    const link = await registered('marked.later@post.example')
    site.failing.add('PATCH')
    const answer = await confirm(link).finally(() => site.failing.clear())
    expect(answer.headers.location).toBe('/account/verify?done=verified')
    expect((await signIn('marked.later@post.example', PASSWORD)).statusCode).toBe(200)
    const marks = () => site.calls.filter((call) => call.startsWith('PATCH')).length
    const before = marks()
    await until(() => marks() > before)
  })

  it('never opens an account that others have suspended', async () => {
    const link = await registered('later.suspended@post.example')
    await confirm(link)
    const admin = await signIn('admin', 'Demo-Admin-2026!')
    expect(admin.statusCode).toBe(200)
    const token = await tokenOfSite()
    const user = await (await api(token, '/later.suspended@post.example')).json()
    await api(token, `/${(user as { id: string }).id}/actions`, { type: 'suspend' })
    expect((await confirm(link)).headers.location).toBe('/account/verify?done=verified')
    expect((await signIn('later.suspended@post.example', PASSWORD)).statusCode).toBe(401)
  })
})

describe('sending the link again (specification 7, GET /account/verify/resend)', () => {
  it('mails users who have not confirmed, and has the same answer for all', async () => {
    const email = 'resend@post.example'
    await registered(email)
    const answers = []
    for (const user of [email, 'a.member@post.example', 'nobody@post.example']) {
      const answer = await site.get(`/account/verify/resend?user=${encodeURIComponent(user)}`, {
        from: from(),
        headers: { accept: 'application/json' },
      })
      answers.push([answer.statusCode, answer.body])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
    expect(answers[0]).toEqual([200, '{"success":true,"outcome":"sent"}'])
    await confirm(linkIn(await site.mailTo(email)))
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
    expect(site.mails().filter(({ to }) => to === 'a.member@post.example')).toHaveLength(0)
  })

  it('accepts a form too, so that no email address is in a URL', async () => {
    const answer = await site.form('/account/verify/resend', { user: 'a@b.example' }, { from: from() })
    expect(answer.headers.location).toBe('/account/verify?done=sent')
  })

  it('requires a user', async () => {
    const answer = await site.get('/account/verify/resend', {
      from: from(),
      headers: { accept: 'application/json' },
    })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { error: { message: 'Invalid object' } }])
  })

  it.each(['', '&token=x'])('is refused from another site%s', async (more) => {
    const answer = await site.get(`/account/verify/resend?user=a@b.example${more}`, {
      from: from(),
      headers: { 'sec-fetch-site': 'cross-site', accept: 'application/json' },
    })
    expect(answer.statusCode).toBe(403)
  })
})

describe('changing a password (specification 5 and 7)', () => {
  const INVALID = 'Invalid action object sent to changePassword saga'
  const NEW = 'another fine password'
  const change = (body: object, cookies = {}) =>
    site.json('/account/change-password', body, { from: from(), cookies })

  it.each([
    [{}, ['userId', 'currentPassword', 'newPassword']],
    [{ userId: 'x', newPassword: NEW }, ['currentPassword']],
    [{ currentPassword: 'x', newPassword: NEW }, ['userId']],
  ])('says what the specification says to %j', async (body, missing) => {
    const answer = await change(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      error: { message: INVALID, issues: missing.map((field) => ({ field, code: 'missing' })) },
    })
  })

  it.each([{ userId: 'x', currentPassword: 1, newPassword: NEW }, []])(
    'says the same of %j, whose fields cannot be read',
    async (body) => {
      const answer = await change(body)
      expect(answer.json()).toMatchObject({ error: { message: INVALID, status: 400 } })
    },
  )

  it("requires a session, and changes only the user's own password", async () => {
    const body = {
      userId: '7c1e5b90-3d2f-4a6c-8e4b-0d9f6a100004',
      currentPassword: 'Demo-Visitor-2026!',
      newPassword: NEW,
    }
    expect((await change(body)).statusCode).toBe(401)
    const cookies = cookiesOf(await signIn('j.visitor', 'Demo-Visitor-2026!'))
    expect((await change(body, cookies)).statusCode).toBe(401)
    // The platform itself would let an administrator do it.
    const admin = cookiesOf(await signIn('admin', 'Demo-Admin-2026!'))
    expect((await change({ ...body, currentPassword: 'Demo-Member-2026!' }, admin)).statusCode).toBe(401)
    expect((await signIn('a.member', 'Demo-Member-2026!')).statusCode).toBe(200)
  })

  it('leads to sign-in without script once the session is over, and from there to the form as it is at first', async () => {
    const answer = await site.form(
      '/account/change-password',
      { userId: 'x', currentPassword: 'x', newPassword: NEW },
      { from: from() },
    )
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/account/login?redirect_uri=%2Faccount%2Fchange-password&done=session-over',
    ])
  })

  it('says without script that it was refused to whom is still signed in', async () => {
    const cookies = cookiesOf(await signIn('j.visitor', 'Demo-Visitor-2026!'))
    const fields = { userId: 'x', currentPassword: 'x', newPassword: NEW }
    const { headers } = await site.form('/account/change-password', fields, { from: from(), cookies })
    expect(headers.location).toBe('/account/change-password?error=expired')
  })

  it('requires the existing password, keeps this session, ends the others and sends a mail about it', async () => {
    const here = await signIn('t.friend', 'Demo-Friend-2026!')
    const elsewhere = cookiesOf(await signIn('t.friend', 'Demo-Friend-2026!'))
    const { id: userId } = here.json<{ user: { id: string } }>().user
    const wrong = await change(
      { userId, currentPassword: 'not this one at all', newPassword: NEW },
      cookiesOf(here),
    )
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({
      error: {
        data: [{ message: 'The existing password is wrong' }],
        issues: [{ field: 'currentPassword', code: 'credentials' }],
      },
    })
    const weak = await change(
      { userId, currentPassword: 'Demo-Friend-2026!', newPassword: 'short' },
      cookiesOf(here),
    )
    expect(weak.json()).toMatchObject({ error: { issues: [{ field: 'newPassword', code: 'too-short' }] } })

    const done = await change(
      { userId, currentPassword: 'Demo-Friend-2026!', newPassword: NEW },
      cookiesOf(here),
    )
    expect([done.statusCode, done.json()]).toEqual([200, { success: true, outcome: 'changed' }])
    const now = { ...cookiesOf(here), ...cookiesOf(done) }
    expect((await site.get('/account/my-environments', { cookies: now })).statusCode).toBe(200)
    expect((await site.get('/account/my-environments', { cookies: elsewhere })).statusCode).toBe(401)
    expect((await site.get('/account/my-environments', { cookies: cookiesOf(here) })).statusCode).toBe(401)
    expect((await signIn('t.friend', NEW)).statusCode).toBe(200)
    expect((await site.mailTo('t.friend@post.example')).subject).toBe(
      'Newidiwyd eich cyfrinair – Cyngor Larkmoor',
    )
  })

  it('keeps this session where a new one cannot be created, and ends the others all the same (0033)', async () => {
    const old = 'Demo-Visitor-2026!'
    const here = await signIn('j.visitor', old)
    const elsewhere = cookiesOf(await signIn('j.visitor', old))
    const { id: userId } = here.json<{ user: { id: string } }>().user
    // After too many wrong passwords the platform refuses every sign-in by this name for a while.
    for (let at = 0; at < 10; at += 1)
      await fetch(`${site.platform.url}/authenticate/connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'contensis_classic',
          username: 'j.visitor',
          password: 'wrong',
        }),
      })
    const done = await change({ userId, currentPassword: old, newPassword: NEW }, cookiesOf(here))
    expect([done.statusCode, done.json()]).toEqual([200, { success: true, outcome: 'changed' }])
    const now = { ...cookiesOf(here), ...cookiesOf(done) }
    expect((await site.get('/account/my-environments', { cookies: now })).statusCode).toBe(200)
    expect((await site.get('/account/my-environments', { cookies: elsewhere })).statusCode).toBe(401)
  })
})

describe('environments of a user (specification 7, my-environments)', () => {
  it('lists them for the signed-in user, in an answer that is not cached', async () => {
    const cookies = cookiesOf(await signIn('a.member', 'Demo-Member-2026!'))
    const answer = await site.get('/account/my-environments', { cookies })
    expect(answer.json()).toMatchObject([{ alias: 'larkmoor' }])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect((await site.get('/account/my-environments')).json()).toMatchObject({ error: { status: 401 } })
  })
})

const api = (token: string, path: string, body?: object) =>
  fetch(`${site.platform.url}/api/security/users${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

async function tokenOfSite(): Promise<string> {
  const answer = await fetch(`${site.platform.url}/authenticate/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: '5d0c6a0e-2f0b-4f0e-9a53-1a7b2c3d4e01',
      client_secret: 'larkmoor-demo-shared-secret',
    }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}
