import { createMemoryStore } from '../../store/shared-store.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { register } from './register.server.ts'
import { createAdminToken } from './security-api.server.ts'
import { anAccountSite, cookiesOf, linkIn, postedOn, type AccountSite } from './testing/an-account-site.ts'

const PASSWORD = 'correct horse battery'
let site: AccountSite
let host = 0
/** A new client address with each call, because attempts are counted by address. */
const from = () => `203.0.113.${(host += 1)}`
const userCalls = () => site.calls.filter((call) => !call.endsWith('/token'))
const signIn = (username: string, password: string) =>
  site.json('/account/login', { username, password }, { from: from() })

/** Posts the token of a message's link, as the button on its screen does. */
const confirm = (link: URL, registered: Parameters<typeof cookiesOf>[0]) =>
  site.form(
    '/account/verify',
    { token: link.searchParams.get('token') ?? '' },
    { from: from(), cookies: cookiesOf(registered) },
  )

beforeAll(async () => {
  site = await anAccountSite()
})
afterAll(() => site.close())

describe('registration (specification 4, Account flows; 7, POST /account/register)', () => {
  it('answers with the created user, who may sign in once the address is confirmed', async () => {
    const email = 'gwen.parry@post.example'
    const answer = await site.json(
      '/account/register',
      { email, password: PASSWORD, firstName: 'Gwen', lastName: 'Parry' },
      { from: from() },
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ email, username: email, firstName: 'Gwen', lastName: 'Parry' })
    expect(answer.body).not.toContain(PASSWORD)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401)

    const mail = await site.mailTo(email)
    expect(mail.text).toContain('Hello Gwen,')
    const link = linkIn(mail)
    expect(link.origin).toBe('http://localhost')
    expect(link.pathname).toBe('/account/verify')
    const confirmed = await confirm(link, answer)
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, '/account/verify?done=verified'])
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
  })

  it('gives the same answer, after the same calls, for an address that has an account', async () => {
    const post = (email: string) =>
      site.json(
        '/account/register',
        { email, password: PASSWORD, firstName: 'A', lastName: 'B' },
        { from: from() },
      )
    const answers = []
    for (const email of ['new.person@post.example', 'a.member@post.example']) {
      const before = userCalls().length
      const answer = await post(email)
      const { id, ...rest } = answer.json<Record<string, unknown>>()
      answers.push({
        status: answer.statusCode,
        keys: Object.keys(answer.json<object>()),
        headers: Object.keys(answer.headers),
        hasId: /^[\da-f-]{36}$/.test(String(id)),
        rest: JSON.stringify(rest).replaceAll(email, 'EMAIL'),
        firstCall: userCalls()[before],
      })
      await site.mailTo(email)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.firstCall).toBe('POST /api/security/users')
  })

  it('notifies the owner of an address that is in use, without changing the account', async () => {
    await site.json(
      '/account/register',
      { email: 'J.Visitor@post.example', password: PASSWORD },
      { from: from() },
    )
    const mail = await site.mailTo('j.visitor@post.example')
    expect(mail.subject).toBe('You already have an account – Larkmoor Council')
    expect(linkIn(mail).pathname).toBe('/account/forgot-password')
    expect((await signIn('j.visitor', 'Demo-Visitor-2026!')).statusCode).toBe(200)
    expect((await signIn('j.visitor', PASSWORD)).statusCode).toBe(401)
  })

  it('reveals only by mail that a username is in use', async () => {
    const email = 'other.person@post.example'
    const answer = await site.json(
      '/account/register',
      { email, username: 'admin', password: PASSWORD },
      { from: from() },
    )
    expect(answer.statusCode).toBe(200)
    expect((await site.mailTo(email)).subject).toBe('Please choose another username – Larkmoor Council')
  })

  it('takes the address itself as username, however it is written', async () => {
    const email = 'Ada.Both@post.example'
    const wanted = { email, username: email.toLowerCase(), password: PASSWORD }
    const answer = await site.json('/account/register', wanted, { from: from() })
    expect(answer.json()).toMatchObject({ username: 'ada.both@post.example' })
    expect((await site.mailTo(email)).subject).toBe('Confirm your email address – Larkmoor Council')
  })

  it('reads only the fields that a visitor may set', async () => {
    const email = 'would.be@post.example'
    const answer = await site.json(
      '/account/register',
      {
        email,
        password: PASSWORD,
        id: 'x',
        groupIds: ['6a4d1c52-8c0e-4f6b-9b1a-3f5de1a00001'],
        groups: ['System Administrators'],
        status: { suspended: false },
        custom: { emailConfirmed: true },
      },
      { from: from() },
    )
    expect(answer.json()).toMatchObject({ groups: [] })
    expect(answer.json<{ id: string }>().id).not.toBe('x')
    expect((await signIn(email, PASSWORD)).statusCode).toBe(401)
    const link = linkIn(await site.mailTo(email))
    await confirm(link, answer)
    const signedIn = await signIn(email, PASSWORD)
    expect(signedIn.json()).toMatchObject({ user: { email, groups: [] } })
  })

  it.each([
    [{}, ['email.missing', 'password.missing']],
    [{ email: 'nobody', password: PASSWORD }, ['email.invalid']],
    [{ email: 'a@b.example', password: 'short' }, ['password.too-short']],
    [{ email: 'a@b.example', password: 'x'.repeat(201) }, ['password.too-long']],
    [{ email: 'a@b.example', password: 'Password2026!' }, ['password.too-common']],
    [{ email: 'llewelyn@b.example', password: 'mrs-llewelyn-2026' }, ['password.too-personal']],
    [{ email: 'a@b.example', password: PASSWORD, username: 'two words' }, ['username.invalid']],
    [{ email: 'a@b.example', password: PASSWORD, username: 'a.member@post.example' }, ['username.invalid']],
    [{ email: 'a@b.example', password: PASSWORD, username: 'nobody@post.example' }, ['username.invalid']],
  ])('refuses %j, and says every reason', async (body, wanted) => {
    const before = site.calls.length
    const answer = await site.json('/account/register', body, { from: from() })
    const { error } = answer.json<{
      error: { message: string; status: number; issues: { field: string; code: string }[] }
    }>()
    expect([answer.statusCode, error.status]).toEqual([422, 422])
    expect(error.issues.map(({ field, code }) => `${field}.${code}`)).toEqual(wanted)
    expect(error.message).not.toBe('')
    expect(site.calls.length).toBe(before)
  })

  it.each([
    ['no object', '[]'],
    ['a number', '7'],
    ['not JSON', '{"email":'],
    ['an object where text belongs', '{"email":{"$ne":""},"password":"x"}'],
    ['a prototype', '{"__proto__":{"email":"a@b.example"}}'],
    ['depth', `{"email":${'['.repeat(7_000)}${']'.repeat(7_000)}}`],
    ['a control character', '{"email":"a@b.example\\r\\nBcc: c@d.example"}'],
  ])('refuses %s', async (_name, payload) => {
    const answer = await site.shell.app.inject({
      method: 'POST',
      url: '/account/register',
      payload,
      remoteAddress: from(),
      headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ error: { message: 'Invalid object', status: 400 } })
  })

  it('does not count a refused registration: it is corrected and sent again', async () => {
    const address = from()
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect((await site.json('/account/register', {}, { from: address })).statusCode).toBe(422)
    const body = { email: 'corrected@b.example', password: PASSWORD }
    expect((await site.json('/account/register', body, { from: address })).statusCode).toBe(200)
  })

  it('refuses a body that is too large', async () => {
    const answer = await site.json('/account/register', { email: 'x'.repeat(20_000) }, { from: from() })
    expect(answer.statusCode).toBe(413)
    expect(answer.json()).toMatchObject({ error: { status: 413 } })
  })
})

describe('the notice to the owner of a taken address', () => {
  it('is sent once an hour, and again later when the platform or the mail server failed at first', async () => {
    const jobs: (() => Promise<void>)[] = []
    const failing = new Set(['platform', 'mail server'])
    const answerOf = async <T>(whose: string, answer: T): Promise<T> => {
      if (failing.has(whose)) throw new Error(`no ${whose}`)
      return answer
    }
    const sent: string[] = []
    const owner = { id: '1', username: 'ada', email: 'ada@post.example', language: 'en-GB' }
    const accounts = {
      config: {
        publicUrl: 'http://localhost',
        languages: { primary: 'en-GB', supported: ['en-GB'] },
        siteName: {},
      },
      limit: { countAttempt: async () => null },
      store: createMemoryStore(),
      sealer: { seal: () => 'sealed', open: () => null },
      jobs: { add: (_name: string, work: () => Promise<void>) => jobs.push(work) },
      api: { createUser: async () => null, findUser: () => answerOf('platform', owner) },
      mailer: { send: ({ to }: { to: string }) => answerOf('mail server', void sent.push(to)) },
    } as unknown as Accounts
    const fields = { email: 'Ada@post.example', password: PASSWORD }
    const post = { isForm: false, fields, language: 'en-GB', address: from() }
    await register(accounts, post, { headers: {} })
    const [work] = jobs
    await expect(work?.()).rejects.toThrow('no platform')
    failing.delete('platform')
    await expect(work?.()).rejects.toThrow('no mail server')
    failing.delete('mail server')
    sent.splice(0)
    await work?.()
    expect(sent).toEqual(['ada@post.example'])
    await register(accounts, post, { headers: {} })
    await jobs.at(-1)?.()
    expect(sent).toHaveLength(1)
  })
})

describe('registration without script (specification 4: after success a redirect is followed)', () => {
  const fields = { email: 'ann.form@post.example', password: PASSWORD, firstName: 'Ann', lastName: 'Form' }

  it('goes back to the screen, which shows the message', async () => {
    const answer = await site.form('/account/register', fields, { from: from() })
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/account/registration?done=registered',
    ])
  })

  it.each(['redirect', 'redirect_uri'])('follows %s to a place of this site', async (name) => {
    const posted = { ...fields, email: `${name}@post.example`, [name]: '/news?pageIndex=2' }
    expect((await site.form('/account/register', posted, { from: from() })).headers.location).toBe(
      '/news?pageIndex=2',
    )
  })

  it('prefers redirect over redirect_uri, as the screen does', async () => {
    const returnPaths = { redirect: '/news', redirect_uri: '/services' }
    const answer = await site.form('/account/register', { ...fields, ...returnPaths }, { from: from() })
    expect(answer.headers.location).toBe('/news')
    const elsewhere = { redirect: 'https://evil.test/', redirect_uri: '/services' }
    const other = await site.form('/account/register', { ...fields, ...elsewhere }, { from: from() })
    expect(other.headers.location).toBe('/services')
  })

  it('comes back with the reasons in the address and the values in the form, never a password', async () => {
    const answer = await site.form(
      '/account/register',
      { ...fields, email: 'ann.form', redirect_uri: '/news' },
      { from: from() },
    )
    expect(answer.headers.location).toBe('/account/registration?error=email.invalid&redirect_uri=%2Fnews')
    const cookies = cookiesOf(answer)
    expect(JSON.stringify(cookies)).not.toContain('ann.form')
    const page = await site.get('/account/registration?error=email.invalid', { cookies })
    expect(postedOn(page)).toMatchObject({ email: 'ann.form', firstName: 'Ann', lastName: 'Form' })
    expect(page.body).not.toContain(PASSWORD)
    expect(page.headers['cache-control']).toBe('private, no-store')
    // The values are read once: the answer deletes the cookie.
    expect(page.cookies.find(({ name }) => name === 'form-values')).toMatchObject({ value: '', maxAge: 0 })
  })

  it('stays in the language of its page', async () => {
    const answer = await site.form(
      '/account/register',
      { ...fields, email: 'cymraes@post.example' },
      { from: from(), headers: { referer: 'http://localhost/cy/account/registration' } },
    )
    expect(answer.headers.location).toBe('/cy/account/registration?done=registered')
    const mail = await site.mailTo('cymraes@post.example')
    expect(mail.subject).toBe('Cadarnhewch eich cyfeiriad e-bost – Cyngor Larkmoor')
    expect(linkIn(mail).pathname).toBe('/cy/account/verify')
  })
})

describe('registration while the platform is not there', () => {
  it('is an error, in JSON with a message and a status, and on the form', async () => {
    const down = await anAccountSite({ cmsUrl: 'http://127.0.0.1:9' })
    try {
      const body = { email: 'a@b.example', password: PASSWORD }
      const answer = await down.json('/account/register', body)
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toMatchObject({
        error: { status: 503, message: 'Accounts are not available at the moment.' },
      })
      const form = await down.form('/account/register', body)
      expect(form.headers.location).toBe('/account/registration?error=unavailable')
      expect(JSON.stringify(down.shell.lines)).not.toContain(PASSWORD)
    } finally {
      await down.close()
    }
  })

  it('makes no call when the site has no API key', async () => {
    const ask = () => Promise.reject(new Error('asked'))
    const token = createAdminToken('http://127.0.0.1:9', null, ask, Date.now)
    await expect(token.read()).rejects.toMatchObject({
      code: 'account/unavailable',
      status: 503,
      message: 'client_credentials requires clientDetails.',
    })
  })
})
