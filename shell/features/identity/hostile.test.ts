import { jest } from '@jest/globals'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '@tessera/shared/testing'
import { anAccountSite, cookiesOf, linkIn, type AccountSite } from './testing/an-account-site.ts'

const PASSWORD = 'correct horse battery'
let site: AccountSite
let host = 0
const from = () => `203.0.113.${(host += 1)}`

beforeAll(async () => {
  site = await anAccountSite()
})
afterAll(() => site.close())

/** A post whose body, headers and address are exactly these. */
const raw = (url: string, payload: string, headers: Record<string, string>, remoteAddress = from()) =>
  site.shell.app.inject({
    method: 'POST',
    url,
    payload,
    remoteAddress,
    headers: { host: 'localhost', 'sec-fetch-site': 'same-origin', accept: 'application/json', ...headers },
  })
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

describe('addresses in messages (reference security 1.17: absolute addresses from configuration alone)', () => {
  it("have the site's host, whatever host the request names", async () => {
    const body = JSON.stringify({ userEmail: 'a.member@post.example' })
    const headers = {
      ...JSON_TYPE,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
      'x-original-url': 'https://evil.example/',
      'x-host': 'evil.example',
      referer: 'http://localhost/account/forgot-password',
    }
    expect((await raw('/account/reset', body, headers)).statusCode).toBe(200)
    const mail = await site.mailTo('a.member@post.example')
    expect(linkIn(mail).origin).toBe('http://localhost')
    expect(`${mail.text}${mail.html}`).not.toContain('evil')
  })

  it.each(['evil.example', 'localhost.evil.example', 'localhost@evil.example', 'evil.example:80'])(
    "are refused for the host %s, which is not the site's",
    async (name) => {
      const before = site.mails().length
      const body = JSON.stringify({ userEmail: 'j.visitor@post.example' })
      const answer = await raw('/account/reset', body, { ...JSON_TYPE, host: name })
      expect(answer.statusCode).toBe(421)
      expect(site.mails()).toHaveLength(before)
    },
  )

  it('are refused for a request that names two hosts', async () => {
    await site.shell.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = site.shell.app.server.address() as AddressInfo
    const body = JSON.stringify({ userEmail: 'j.visitor@post.example' })
    const status = await new Promise<number>((resolve, reject) => {
      const request = http.request({
        port,
        method: 'POST',
        path: '/account/reset',
        headers: [
          'Host',
          'localhost',
          'Host',
          'evil.example',
          'Content-Type',
          'application/json',
          'Sec-Fetch-Site',
          'same-origin',
          'Content-Length',
          String(body.length),
        ],
      })
      request.on('response', (answer) => resolve(answer.statusCode ?? 0)).on('error', reject)
      request.end(body)
    })
    expect(status).toBe(400)
  })
})

describe('who a message goes to', () => {
  it.each([
    'victim@post.example, other@evil.example',
    'victim@post.example;other@evil.example',
    'other@evil.example <victim@post.example>',
    '"x" <other@evil.example>',
    'victim@post.example\r\nBcc: other@evil.example',
    'victim@post.example%0d%0aBcc:other@evil.example',
    'victim@post.example\u0000@evil.example',
    'victim@post.example\u2028@evil.example',
    'victim@post.example other@evil.example',
    'victim@[127.0.0.1]',
    '@evil.example',
    'victim',
  ])('is nobody for %j: that is not one address', async (email) => {
    const before = site.mails().length
    for (const [url, body] of [
      ['/account/register', { email, password: PASSWORD }],
      ['/account/reset', { userEmail: email }],
    ] as const)
      expect([400, 422]).toContain((await site.json(url, body, { from: from() })).statusCode)
    expect(site.mails()).toHaveLength(before)
  })

  it('gets one message an hour about registrations with their address, however many there are', async () => {
    const register = () =>
      site.json('/account/register', { email: 't.friend@post.example', password: PASSWORD }, { from: from() })
    const answers = []
    for (let tries = 0; tries < 4; tries += 1) answers.push((await register()).statusCode)
    expect(answers).toEqual([200, 200, 200, 200])
    await site.mailTo('t.friend@post.example')
    // A message to another address is sent after any that the attempts above still had queued.
    await site.json(
      '/account/register',
      { email: 'last.one@post.example', password: PASSWORD },
      { from: from() },
    )
    await site.mailTo('last.one@post.example')
    const told = () => site.mails().filter(({ to }) => to === 't.friend@post.example').length
    expect(told()).toBe(1)
    const { now } = performance
    const later = jest.spyOn(performance, 'now')
    later.mockImplementation(() => now.call(performance) + 59 * 60_000)
    await register()
    await site.json(
      '/account/register',
      { email: 'one.more@post.example', password: PASSWORD },
      { from: from() },
    )
    await site.mailTo('one.more@post.example')
    expect(told()).toBe(1)
    later.mockImplementation(() => now.call(performance) + 61 * 60_000)
    await register()
    await until(() => told() === 2)
    later.mockRestore()
  })

  it.each([
    'Claim your prize at evil.example/win',
    'Claim your prize at evil.example now',
    'prize: https:evil',
    'prize <evil>',
    'prize at evil@evil',
  ])('reads no words of a stranger in it but a name that leads nowhere: %s', async (firstName) => {
    const email = `pretty.words${host}@post.example`
    await site.json('/account/register', { email, password: PASSWORD, firstName }, { from: from() })
    const { text, html } = await site.mailTo(email)
    expect(text).toContain('Hello,')
    expect(`${text}${html}`).not.toMatch(/evil|prize/)
  })
})

describe('names of users', () => {
  it.each([
    ['what cannot be seen', 'ad\u200bmin'],
    ['what turns the reading round', 'admin\u202enimda'],
    ['letters of another width', 'ａｄｍｉｎ'],
    ['one letter that looks like two', 'oﬃce'],
    ['an accent written apart', 'e\u0301lise'],
    ['a private letter', 'admin\ue000'],
    ['markup', '<b>admin</b>'],
    ['a space', 'ad min'],
    ['a space that is none', 'admin\u00a0x'],
  ])('are refused with %s', async (_what, username) => {
    const body = { email: 'name@post.example', password: PASSWORD, username }
    const answer = await site.json('/account/register', body, { from: from() })
    expect(answer.json()).toMatchObject({ error: { issues: [{ field: 'username', code: 'invalid' }] } })
  })

  it.each([
    ['a control character', '\u001b[2J'],
    ['a control character of eight bits', '\u009b2J'],
    ['half a character', '\ud83d'],
  ])('and other fields are refused with %s, without a call', async (_what, text) => {
    const before = site.calls.length
    for (const [url, body] of [
      ['/account/register', { email: 'n@post.example', password: PASSWORD, firstName: `Ada${text}` }],
      ['/account/register', { email: 'n@post.example', password: `${PASSWORD}${text}` }],
      ['/account/verify/resend', { user: `ada${text}` }],
    ] as const)
      expect((await site.json(url, body, { from: from() })).statusCode).toBe(400)
    expect(site.calls.length).toBe(before)
  })

  it.each(['élise', 'łukasz.ż', '王小明', "o'brien", 'Ceridwen_ŵ'])(
    'may be in any script: %s',
    async (username) => {
      const email = `script${host}@post.example`
      const body = { email, password: PASSWORD, username }
      const answer = await site.json('/account/register', body, { from: from() })
      expect([answer.statusCode, answer.json<{ username: string }>().username]).toEqual([200, username])
    },
  )
})

describe('passwords of any kind', () => {
  it('that are too long are refused without being hashed', async () => {
    const before = site.calls.length
    for (const [url, body] of [
      ['/account/login', { username: 'admin', password: 'x'.repeat(1_025) }],
      ['/account/login', { username: 'admin', password: '🔑'.repeat(600) }],
      ['/account/reset/password', { token: 'x', password: 'x'.repeat(10_000) }],
      ['/account/register', { email: 'a@b.example', password: 'x'.repeat(15_000) }],
    ] as const)
      expect([400, 422]).toContain((await site.json(url, body, { from: from() })).statusCode)
    expect(
      (await site.json('/account/login', { password: 'x'.repeat(17_000) }, { from: from() })).statusCode,
    ).toBe(413)
    expect(site.calls.length).toBe(before)
  })

  it('that have letters of any script, and spaces at their ends, are stored as they were typed', async () => {
    const [email, password] = ['script.password@post.example', ' пароль 🔑 cyfrinair  ']
    const registered = await site.json('/account/register', { email, password }, { from: from() })
    const token = linkIn(await site.mailTo(email)).searchParams.get('token') ?? ''
    await site.json('/account/verify', { token }, { from: from(), cookies: cookiesOf(registered) })
    const signIn = (given: string) =>
      site.json('/account/login', { username: email, password: given }, { from: from() })
    expect((await signIn(password.trim())).statusCode).toBe(401)
    expect((await signIn(password)).statusCode).toBe(200)
  })
})

describe('repeated parameters, and bodies of other types', () => {
  it('in a form the first value is used, both for the check and for the action', async () => {
    const body = 'redirect_uri=%2Fnews&redirect_uri=https%3A%2F%2Fevil.example&redirect_uri[]=//evil.example'
    const answer = await raw('/account/logout', body, { ...FORM_TYPE, accept: 'text/html' })
    expect(answer.headers.location).toBe('/news')
    const twice = 'username=j.visitor&username=admin&password=wrong+one&password=Demo-Admin-2026!'
    const signIn = await raw('/account/login', twice, { ...FORM_TYPE, accept: 'text/html' })
    expect(signIn.headers.location).toBe('/account/login?error=credentials')
  })

  it('in an address they are refused, and ignored beside a body', async () => {
    const twice = await site.get('/account/verify/resend?user=a@b.example&user=c@d.example', {
      from: from(),
      headers: { accept: 'application/json' },
    })
    expect(twice.statusCode).toBe(400)
    const beside = await site.json(
      '/account/login?username=j.visitor&password=Demo-Visitor-2026!',
      {},
      { from: from() },
    )
    expect(beside.json()).toMatchObject({ error: { issues: [{ field: 'username' }, { field: 'password' }] } })
  })

  it.each([
    ['text/plain', JSON.stringify({ username: 'j.visitor', password: 'Demo-Visitor-2026!' })],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="username"\r\n\r\na\r\n--x--',
    ],
    ['application/xml', '<username>j.visitor</username>'],
    ['application/json', '{"username":["j.visitor"],"password":"Demo-Visitor-2026!"}'],
    ['application/json', '{"constructor":{"prototype":{"username":"j.visitor"}}}'],
  ])('sign nobody in as %s: %s', async (type, payload) => {
    const answer = await raw('/account/login', payload, { 'content-type': type })
    expect([303, 400, 415]).toContain(answer.statusCode)
    expect(JSON.stringify(answer.headers['set-cookie'] ?? '')).not.toContain('RefreshToken')
    expect(String(answer.headers.location ?? 'error=')).toContain('error=')
  })
})

describe('the client address of a request (reference security 1.17)', () => {
  it('is not taken from a proxy that the site does not trust: attempts are counted all the same', async () => {
    const address = from()
    const codes = []
    for (let tries = 0; tries < 6; tries += 1) {
      const body = JSON.stringify({ username: 'e.lloyd', password: 'wrong password' })
      const claims = {
        'x-forwarded-for': `192.0.2.${tries}`,
        forwarded: `for=192.0.2.${tries}`,
        'x-real-ip': '192.0.2.9',
      }
      codes.push((await raw('/account/login', body, { ...JSON_TYPE, ...claims }, address)).statusCode)
    }
    expect(codes).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('counts all addresses of an IPv6 /64 network as one', async () => {
    const codes = []
    for (let tries = 0; tries < 6; tries += 1) {
      const body = JSON.stringify({ username: 'e.lloyd', password: 'wrong password' })
      codes.push((await raw('/account/login', body, JSON_TYPE, `2001:db8:1:2:${tries}::${tries}`)).statusCode)
    }
    expect(codes).toEqual([401, 401, 401, 401, 401, 429])
  })
})

describe('links of messages', () => {
  it('are valid for one purpose, one site and one user only', async () => {
    await site.json('/account/reset', { userEmail: 'm.okafor@larkmoor.example' }, { from: from() })
    const token = linkIn(await site.mailTo('m.okafor@larkmoor.example')).searchParams.get('token') ?? ''
    expect((await site.json('/account/verify', { token }, { from: from() })).statusCode).toBe(410)
    const other = await anAccountSite()
    try {
      const body = { token, password: 'taken from elsewhere' }
      expect((await other.json('/account/reset/password', body)).statusCode).toBe(410)
    } finally {
      await other.close()
    }
  })

  it('for a new password may be opened any number of times: only sending the form uses them up', async () => {
    await site.json('/account/reset', { userEmail: 'm.okafor@larkmoor.example' }, { from: from() })
    const link = linkIn(await site.mailTo('m.okafor@larkmoor.example'))
    for (const method of ['GET', 'HEAD'] as const)
      for (const accept of ['text/html', 'application/json', '*/*']) {
        const { statusCode } = await site.shell.app.inject({
          method,
          url: link.pathname + link.search,
          headers: { host: 'localhost', accept },
        })
        expect(statusCode).toBe(200)
      }
    const body = { token: link.searchParams.get('token'), password: 'opened many times over' }
    expect((await site.json('/account/reset/password', body, { from: from() })).statusCode).toBe(200)
  })
})
