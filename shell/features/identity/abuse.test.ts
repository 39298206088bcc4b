import { FORM_COOKIE, FORM_TOKEN_FIELD } from '../../http/csrf-guard.server.ts'
import { readRequestTarget } from '../../http/paths.ts'
import { hostileTargets } from '../../../scripts/attack/hostile-targets.ts'
import { anAccountSite, cookiesOf, postedOn, type AccountSite } from './testing/an-account-site.ts'

const PASSWORD = 'correct horse battery'
let site: AccountSite
let host = 0
const from = () => `203.0.113.${(host += 1)}`

beforeAll(async () => {
  site = await anAccountSite()
})
afterAll(() => site.close())

const ENDPOINTS = [
  '/account/register',
  '/account/reset',
  '/account/reset/password',
  '/account/change-password',
  '/account/verify/resend',
  '/account/login',
  '/account/logout',
]

/** A post with exactly these headers. */
const post = (
  url: string,
  headers: Record<string, string>,
  fields: Record<string, string> = {},
  address = from(),
) =>
  site.shell.app.inject({
    method: 'POST',
    url,
    remoteAddress: address,
    payload: new URLSearchParams(fields).toString(),
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const refusedAsForeign = (location: unknown) => String(location).includes('error=cross-site')

describe('posts from other sites (reference security 1.9: Fetch-Metadata, Origin, token)', () => {
  it.each(ENDPOINTS)('%s refuses requests that the browser marks as cross-site', async (url) => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      {},
    ]
    const before = site.calls.length
    for (const headers of foreign) {
      const answer = await post(url, headers)
      expect([headers, answer.statusCode, refusedAsForeign(answer.headers.location)]).toEqual([
        headers,
        303,
        true,
      ])
      const data = await site.shell.app.inject({
        method: 'POST',
        url,
        payload: '{}',
        headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
      })
      expect([headers, data.statusCode]).toEqual([headers, 403])
    }
    expect(site.calls.length).toBe(before)
  })

  it('accepts a post with a same-site origin in either header', async () => {
    const own: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost' },
    ]
    for (const headers of own) {
      const answer = await post('/account/reset', headers, { userEmail: 'nobody@post.example' })
      expect(answer.headers.location).toBe('/account/forgot-password?done=sent')
    }
  })

  it('accepts a post without these headers only with the token of its form', async () => {
    const page = await site.get('/account/forgot-password')
    const token = postedOn(page)?.[FORM_TOKEN_FIELD] ?? ''
    const seed = cookiesOf(page)[FORM_COOKIE] ?? ''
    expect(page.cookies.find(({ name }) => name === FORM_COOKIE)).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
    })
    // Routes match in any case.
    expect(postedOn(await site.get('/Account/Forgot-Password'))?.[FORM_TOKEN_FIELD]).toBeDefined()
    const other = postedOn(await site.get('/account/forgot-password'))?.[FORM_TOKEN_FIELD] ?? ''
    const send = (formToken: string, cookie: string) =>
      post('/account/reset', { cookie }, { userEmail: 'nobody@post.example', [FORM_TOKEN_FIELD]: formToken })
    const own = `${FORM_COOKIE}=${seed}`
    expect((await send(token, own)).headers.location).toBe('/account/forgot-password?done=sent')
    for (const [bad, cookie] of [
      [token, ''],
      [other, own],
      ['', own],
      [token, `${own}; ${FORM_COOKIE}=${'A'.repeat(22)}`],
      [token, `${FORM_COOKIE}=x`],
    ] as const)
      expect(refusedAsForeign((await send(bad, cookie)).headers.location)).toBe(true)
  })

  it('gives the same token to a form that is opened again, and none to pages without a form', async () => {
    const page = await site.get('/account/login')
    const again = await site.get('/account/login', { cookies: cookiesOf(page) })
    expect(postedOn(again)).toEqual(postedOn(page))
    expect(again.cookies.filter(({ name }) => name === FORM_COOKIE)).toHaveLength(0)
    expect((await site.get('/')).cookies.filter(({ name }) => name === FORM_COOKIE)).toHaveLength(0)
  })
})

describe('limits on tries (reference security 1.17)', () => {
  it('allows five registrations an hour from one address, then says how long to wait', async () => {
    const address = from()
    const register = (index: number) =>
      site.json(
        '/account/register',
        { email: `limit${index}@post.example`, password: PASSWORD },
        { from: address },
      )
    for (let index = 0; index < 5; index += 1) expect((await register(index)).statusCode).toBe(200)
    const answer = await register(5)
    expect(answer.statusCode).toBe(429)
    const wait = Number(answer.headers['retry-after'])
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThanOrEqual(3_600)
    expect(answer.json()).toMatchObject({
      error: { status: 429, retryAfterSeconds: wait, issues: [{ field: null, code: 'limited' }] },
    })
    const form = await post(
      '/account/register',
      { origin: 'http://localhost' },
      { email: 'a@b.example', password: PASSWORD },
      address,
    )
    expect(form.headers.location).toMatch(/^\/account\/registration\?error=limited&wait=3[56]\d\d$/)
    expect(
      (
        await site.json(
          '/account/register',
          { email: 'other@post.example', password: PASSWORD },
          { from: from() },
        )
      ).statusCode,
    ).toBe(200)
  })

  it('counts requests for a new password by account, whether it exists or not', async () => {
    for (const userEmail of ['a.member@post.example', 'nobody.at.all@post.example']) {
      const codes = []
      for (let index = 0; index < 5; index += 1)
        codes.push(
          (
            await site.json(
              '/account/reset',
              { userEmail: index % 2 ? userEmail.toUpperCase() : userEmail },
              { from: from() },
            )
          ).statusCode,
        )
      expect(codes).toEqual([200, 200, 200, 429, 429])
    }
  })

  it('stops guesses at one account from one address, without blocking its owner elsewhere', async () => {
    const stranger = from()
    const signIn = (password: string, address: string) =>
      site.json('/account/login', { username: 'j.visitor', password }, { from: address })
    const codes = []
    for (let index = 0; index < 60; index += 1)
      codes.push((await signIn('wrong password', stranger)).statusCode)
    expect(codes.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429])
    expect(new Set(codes.slice(5))).toEqual(new Set([429]))
    expect((await signIn('Demo-Visitor-2026!', stranger)).statusCode).toBe(429)
    expect((await signIn('Demo-Visitor-2026!', from())).statusCode).toBe(200)
  })

  it('limits guesses of link tokens', async () => {
    const address = from()
    const codes = []
    for (let index = 0; index < 11; index += 1)
      codes.push(
        (
          await site.json(
            '/account/reset/password',
            { token: `x${index}`, password: PASSWORD },
            { from: address },
          )
        ).statusCode,
      )
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 410))
    expect(codes[10]).toBe(429)
  })
})

describe('redirect targets (reference security 1.4: over every endpoint that redirects)', () => {
  it('never leave the site, whatever the request names', async () => {
    const hostile = hostileTargets
    expect(hostile.length).toBeGreaterThanOrEqual(200)
    const names = ['redirect_uri', 'redirect', 'ReturnURL'] as const
    const left: unknown[] = []
    for (const target of hostile) {
      const fields = Object.fromEntries(names.map((name) => [name, target]))
      for (const url of [
        '/account/login',
        '/account/register',
        '/account/logout',
        '/account/reset',
        '/account/verify/resend',
      ]) {
        const { location } = (
          await post(url, { origin: 'http://localhost' }, { ...fields, user: 'x' }, from())
        ).headers
        const arrived = new URL(String(location), 'http://localhost/account/login')
        if (arrived.origin !== 'http://localhost' || /^[/\\]{2}/.test(String(location)))
          left.push([url, target, location])
      }
    }
    expect(left).toEqual([])
  })

  it('never leave the site after a sign-in or a registration that went well', async () => {
    const left: unknown[] = []
    // Targets with control characters are left out: they are refused before anything is done.
    const targets = hostileTargets.filter((one, index) => index % 10 === 0 && !/\p{Cc}/u.test(one))
    expect(targets.length).toBeGreaterThan(15)
    for (const [index, target] of targets.entries()) {
      const answers = [
        await post(
          '/account/login',
          { origin: 'http://localhost' },
          { username: 't.friend', password: 'Demo-Friend-2026!', redirect_uri: target },
          `198.18.0.${index}`,
        ),
        await post(
          '/account/register',
          { origin: 'http://localhost' },
          { email: `far${index}@post.example`, password: PASSWORD, redirect_uri: target },
          `198.18.0.${index}`,
        ),
        await post(
          '/account/logout',
          { origin: 'http://localhost' },
          { redirect_uri: target },
          `198.18.0.${index}`,
        ),
      ]
      for (const { statusCode, headers } of answers) {
        const { origin, searchParams } = new URL(String(headers.location), 'http://localhost')
        if (statusCode !== 303 || origin !== 'http://localhost' || searchParams.has('error'))
          left.push([target, headers.location])
      }
    }
    expect(left).toEqual([])
  })
})

describe('addresses that are normalised by a redirect (specification 2)', () => {
  it('stay on the site, however they are written', () => {
    const left = hostileTargets.filter((target) => {
      try {
        const { redirect } = readRequestTarget(target)
        return redirect !== null && new URL(redirect, 'http://localhost').origin !== 'http://localhost'
      } catch {
        return false // refused
      }
    })
    expect(left).toEqual([])
  })
})

describe('known and unknown accounts (reference security 1.17)', () => {
  it('a failed sign-in has the same answer for both', async () => {
    const answers = []
    for (const username of ['admin', 'nobody-at-all', 's.lapsed']) {
      const answer = await site.json(
        '/account/login',
        { username, password: 'not the password' },
        { from: from() },
      )
      answers.push([answer.statusCode, answer.body])
    }
    expect(new Set(answers.map(String)).size).toBe(1)
  })
})

describe('what is logged', () => {
  it('contains no password, token or email address', async () => {
    await site.get('/account/verify?token=that-of-a-mail&user=a.member@post.example')
    const log = JSON.stringify(site.shell.lines)
    expect(log).toContain('/account/register')
    for (const secret of [PASSWORD, 'Demo-Visitor', 'a.member@post', 'limit1@post', 'token='])
      expect(log).not.toContain(secret)
  })
})
