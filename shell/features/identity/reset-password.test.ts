import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { accountError } from '../../errors.ts'
import type { AccountPost } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { requestReset } from './reset-password.server.ts'
import {
  anAccountSite,
  cookiesOf,
  linkIn,
  postedOn,
  SITE_CLIENT,
  type AccountSite,
} from './testing/an-account-site.ts'
import { resendVerification } from './verify-email.server.ts'

const FRESH = 'a quite new password'
let site: AccountSite
let host = 0
const from = () => `203.0.113.${(host += 1)}`
const signIn = (username: string, password: string) =>
  site.json('/account/login', { username, password }, { from: from() })
const askFor = (userEmail: string) => site.json('/account/reset', { userEmail }, { from: from() })
const tokenFor = async (email: string) => {
  await askFor(email)
  return linkIn(await site.mailTo(email)).searchParams.get('token') ?? ''
}
const reset = (token: string, password: string) =>
  site.json('/account/reset/password', { token, password }, { from: from() })

beforeAll(async () => {
  site = await anAccountSite()
})
afterAll(() => site.close())

describe('asking for a new password (specification 5 and 7, POST /account/reset)', () => {
  it.each([[{}], [{ userEmail: '' }], [{ userEmail: '  ' }], [{ email: 'a.member@post.example' }]])(
    'answers "Invalid object" to %j',
    async (body) => {
      const answer = await site.json('/account/reset', body, { from: from() })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        error: { message: 'Invalid object', issues: [{ field: 'userEmail', code: 'missing' }] },
      })
    },
  )

  it('answers the same for an address with and without an account, before the platform is called', async () => {
    const done: string[] = []
    const post = (fields: AccountPost['fields']): AccountPost => ({
      isForm: false,
      fields,
      language: 'en-GB',
      address: '203.0.113.250',
    })
    const accounts = {
      config: { languages: { primary: 'en-GB', supported: ['en-GB'] } },
      limit: { countAttempt: () => Promise.resolve(null) },
      jobs: { add: (name: string) => done.push(name) },
      api: new Proxy({}, { get: () => () => Promise.reject(accountError('account/unavailable')) }),
    } as unknown as Accounts
    const answers = [
      await requestReset(accounts, post({ userEmail: 'a.member@post.example' })),
      await requestReset(accounts, post({ userEmail: 'nobody@post.example' })),
    ]
    expect(answers[0]).toEqual(answers[1])
    await resendVerification(accounts, post({ user: 'a.member@post.example' }))
    expect(done).toEqual(['reset message', 'reset message', 'confirmation message'])
  })

  it('sends equal responses, and mails only to addresses with an account', async () => {
    const [unknown, known] = [await askFor('nobody@post.example'), await askFor('t.friend@post.example')]
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(known.json()).toEqual({ success: true, outcome: 'sent' })
    await site.mailTo('t.friend@post.example')
    await site.restart() // waits for pending jobs
    expect(site.mails().filter(({ to }) => to === 'nobody@post.example')).toHaveLength(0)
  })

  it('writes in the language of the user, as text and as HTML', async () => {
    await askFor('e.lloyd@larkmoor.example')
    const mail = await site.mailTo('e.lloyd@larkmoor.example')
    expect(mail.subject).toBe('Dewiswch gyfrinair newydd – Cyngor Larkmoor')
    expect(mail.text).toContain('Helo Elin,')
    expect(mail.html).toContain('<html lang="cy" dir="ltr">')
    expect(linkIn(mail).pathname).toBe('/cy/account/reset-password')
    expect(mail.html).toContain(linkIn(mail).href)
  })

  it('sends no mail to a suspended user', async () => {
    expect((await askFor('s.lapsed@post.example')).statusCode).toBe(200)
    await tokenFor('m.okafor@larkmoor.example')
    expect(site.mails().filter(({ to }) => to === 's.lapsed@post.example')).toHaveLength(0)
  })
})

describe('a new password by the link of a message (specification 5 and 7, POST /account/reset/password)', () => {
  it.each([[{}], [{ token: 'x' }], [{ password: FRESH }]])('answers "Invalid object" to %j', async (body) => {
    const answer = await site.json('/account/reset/password', body, { from: from() })
    expect(answer.statusCode).toBe(400)
    // Callers read error.data[0].message, else error.message.
    expect(answer.json()).toMatchObject({
      error: { message: 'Invalid object', data: [{ message: 'Invalid object' }] },
    })
  })

  it('works once, ends every session of the user, and stays used after a restart', async () => {
    const signedIn = await signIn('a.member', 'Demo-Member-2026!')
    const cookies = cookiesOf(signedIn)
    expect((await site.get('/account/my-environments', { cookies })).statusCode).toBe(200)
    expect((await site.get('/api/session', { cookies })).json()).toMatchObject({
      user: { username: 'a.member' },
    })

    const token = await tokenFor('a.member@post.example')
    const answer = await reset(token, FRESH)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, outcome: 'reset' }])
    expect((await site.get('/account/my-environments', { cookies })).statusCode).toBe(401)
    expect((await site.get('/api/session', { cookies })).json()).toMatchObject({ user: null })
    expect((await signIn('a.member', 'Demo-Member-2026!')).statusCode).toBe(401)
    expect((await signIn('a.member', FRESH)).statusCode).toBe(200)
    expect((await site.mailTo('a.member@post.example')).subject).toBe(
      'Your password was changed – Larkmoor Council',
    )

    const again = await reset(token, 'one more new password')
    expect([again.statusCode, again.json()]).toMatchObject([
      410,
      { error: { issues: [{ field: null, code: 'link' }] } },
    ])
    await site.restart()
    expect((await reset(token, 'one more new password')).statusCode).toBe(410)
    expect((await signIn('a.member', FRESH)).statusCode).toBe(200)
  })

  it('a link made before a restart works after it', async () => {
    const token = await tokenFor('j.visitor@post.example')
    await site.restart()
    expect((await reset(token, FRESH)).statusCode).toBe(200)
  })

  it('accepts one of two uses at the same time', async () => {
    const token = await tokenFor('t.friend@post.example')
    // With only two uses, the second might not overlap with the first and find its password set.
    const uses = Array.from({ length: 10 }, (_, at) => reset(token, `use number ${at} of the ten`))
    const statuses = (await Promise.all(uses)).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 410)])
  })

  it('can be used again after a refused password', async () => {
    const token = await tokenFor('m.okafor@larkmoor.example')
    for (const [password, code] of [
      ['short', 'too-short'],
      ['Password2026!', 'too-common'],
      ['m.okafor-forever', 'too-personal'],
    ] as const) {
      const answer = await reset(token, password)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ error: { issues: [{ field: 'password', code }] } })
    }
    expect((await reset(token, FRESH)).statusCode).toBe(200)
  })

  it('refuses forged links, and those for something else', async () => {
    const email = 'not.yet@post.example'
    await site.json('/account/register', { email, password: FRESH }, { from: from() })
    const confirm = linkIn(await site.mailTo(email)).searchParams.get('token') ?? ''
    const token = await tokenFor('admin@larkmoor.example')
    const swapped = token.slice(0, 40) + (token[40] === 'A' ? 'B' : 'A') + token.slice(41)
    for (const bad of [confirm, swapped, 'x', 'A'.repeat(2_000)])
      expect((await reset(bad, FRESH)).statusCode).toBe(410)
    expect((await reset(`${token}\n`, FRESH)).statusCode).toBe(400)
  })

  it("also confirms the user's address, because the link came by mail", async () => {
    const email = 'forgot.at.once@post.example'
    await site.json('/account/register', { email, password: 'first password here' }, { from: from() })
    await site.mailTo(email)
    const token = await tokenFor(email)
    expect((await reset(token, FRESH)).statusCode).toBe(200)
    expect((await signIn(email, FRESH)).statusCode).toBe(200)
  })

  it('without script goes to the sign-in page, or back to the form with its link', async () => {
    const token = await tokenFor('not.yet@post.example')
    const refused = await site.form('/account/reset/password', { token, password: 'short' }, { from: from() })
    expect(refused.headers.location).toBe(`/account/reset-password?error=password.too-short&token=${token}`)
    expect(cookiesOf(refused)).toEqual({})
    const done = await site.form('/account/reset/password', { token, password: FRESH }, { from: from() })
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account/login?done=reset'])
    const asked = await site.form('/account/reset', { userEmail: 'nobody' }, { from: from() })
    expect(asked.headers.location).toBe('/account/forgot-password?error=userEmail.invalid')
    expect(postedOn(await site.get('/account/forgot-password', { cookies: cookiesOf(asked) }))).toMatchObject(
      { userEmail: 'nobody' },
    )
  })
})

describe('the end of a process that has messages to send', () => {
  /** Greets, and says nothing more. */
  const aSilentServer = () =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => void socket.on('error', () => undefined).write('220 mail\r\n'))
      server.listen(0, '127.0.0.1', () => resolve(server))
    })

  it('does not wait for a mail server that does not answer: the message stays on disk', async () => {
    const server = await aSilentServer()
    const isConnected = once(server, 'connection') as Promise<[Socket]>
    const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const waiting = await anAccountSite({ accounts: { client: SITE_CLIENT, mail: { smtpUrl } } })
    const userEmail = 'a.member@post.example'
    expect((await waiting.json('/account/reset', { userEmail }, { from: from() })).statusCode).toBe(200)
    const [socket] = await isConnected
    const folder = path.join(waiting.shell.dataDir, 'mail-waiting')
    const begun = performance.now()
    await waiting.shell.close()
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(readdirSync(folder, { recursive: true })).not.toEqual([])
    socket.destroy()
    server.close()
    await waiting.platform.close()
  })
})
