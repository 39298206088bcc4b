import type { IncomingMessage } from 'node:http'
import { DEFAULT_FORM_RULES } from '@tessera/shared/config'
import { toAppError, type AppError } from '@tessera/shared/contract'
import { aFaultServer, sendJson, type Answering, type FaultServer } from '@tessera/shared/testing'
import { createRateLimit, formRules } from '../../http/rate-limit.server.ts'
import { createSealer } from '../../http/sealer.server.ts'
import { createMemoryStore, type SharedStore } from '../../store/shared-store.server.ts'
import { captchaPairs, captchaToken, createVerifier } from './captcha.server.ts'
import { createBotChecks } from './bot-checks.server.ts'
import { isPrivateAddress, type Outbound } from './outbound.server.ts'
import { aFormSite, type FormSite } from './testing/a-form-site.ts'

interface Answered {
  readonly success: boolean
  readonly code?: string
  readonly errors: readonly string[]
  readonly issues?: readonly unknown[]
  readonly hidden?: Readonly<Record<string, string>>
  readonly formPostId?: unknown
  readonly customPost?: unknown
}
const read = async (answer: Response) => ({ status: answer.status, body: (await answer.json()) as Answered })
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('a form that is posted with script (specification 7, Form calls; docs/decisions/0047)', () => {
  let site: FormSite
  beforeAll(async () => void (site = await aFormSite()))
  afterAll(() => site.close())

  it('is kept by the platform when everything is in order', async () => {
    const { status, body } = await read(await site.post({ name: 'Ada' }))
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, formPostId: expect.anything() as unknown })
  })
  it('is refused with the messages and links of its remote when it is not', async () => {
    expect(await read(await site.post({ name: '' }))).toEqual({
      status: 422,
      body: {
        success: false,
        issues: [{ fieldId: 'name', controlId: 'form-name', message: 'Name is a required field' }],
        errors: ['Name is a required field'],
      },
    })
  })
  it('is known to its remote as sent whole by its browser half, and a post to its page is not', async () => {
    expect((await site.post({ name: 'whole' })).status).toBe(200)
    const body = new URLSearchParams({ 'x-form': 'classic/1', name: 'whole' })
    expect((await site.send('/', { method: 'POST', body })).status).toBe(422)
  })
  it('is taken in spite of what its remote could not do, and the reason is logged (specification 8)', async () => {
    expect((await site.post({ name: 'keyless' })).status).toBe(200)
    expect(JSON.stringify(site.shell.lines)).toContain('no captcha key')
  })
  it('says so when its author has changed it meanwhile', async () => {
    expect(await read(await site.post({ name: 'renewed' }))).toMatchObject({
      status: 409,
      body: { success: false, code: 'gateway/changed' },
    })
  })
  it.each([
    ['no name of a form', {}, 400],
    ['a name that is none', { 'x-form': '../../etc' }, 400],
    ['a name of dots', { 'x-form': 'forms-api/..' }, 400],
    ['a form that is not there', { 'x-form': 'classic/missing' }, 404],
  ])('with %s is refused', async (_what, headers, status) => {
    const answer = await site.send('/REST/UI/FormsModule/postform/72/0', {
      method: 'POST',
      body: new URLSearchParams({ name: 'Ada' }),
      headers,
    })
    expect((await read(answer)).status).toBe(status)
  })
  it('from another site is refused', async () => {
    expect((await site.post({ name: 'Ada' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
  it('is stored once, however often it is sent with one key at the same time', async () => {
    const key = { 'idempotency-key': 'one-and-the-same' }
    const answers = await Promise.all(
      Array.from({ length: 25 }, async () => read(await site.post({ name: 'Once' }, key))),
    )
    expect(new Set(answers.map(({ body }) => body.formPostId)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
  })
  it('with another answer is another submission with the same key, so that a first attempt blocks no second', async () => {
    const key = { 'idempotency-key': 'tried-before' }
    const sendAs = async (name: string) => {
      const { status, body } = await read(await site.post({ name }, key))
      return [status, body.formPostId] as const
    }
    const [first, other] = [await sendAs('Ada'), await sendAs('Ada Lovelace')]
    expect([first[0], other[0]]).toEqual([200, 200])
    expect(other[1]).not.toBe(first[1])
    expect([await sendAs('Ada'), await sendAs('Ada Lovelace')]).toEqual([first, other])
  })
  it('by a program that fills in the field that people do not see is refused, though it knows no header for it', async () => {
    expect(await read(await site.post({ name: 'Ada', contact_me_by_fax: 'spam' }))).toMatchObject({
      status: 422,
      body: { code: 'gateway/trapped' },
    })
    expect((await site.post({ name: 'Ada', contact_me_by_fax: '' })).status).toBe(200)
  })
  it('that is too large is refused', async () => {
    expect(await read(await site.post({ name: 'x'.repeat(600_000) }))).toMatchObject({
      status: 413,
      body: { code: 'gateway/too-large' },
    })
  })
  it('is read by names and values, whatever they are called', async () => {
    const names = { name: 'Ada', __proto__x: '1', constructor: '2', 'a[b]': '3' }
    expect((await site.post(names)).status).toBe(200)
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('a platform that does not keep a post', () => {
  let cms: FaultServer
  let answer: (request: IncomingMessage, count: number) => Promise<readonly [number, unknown]>
  let site: FormSite
  const keys: unknown[] = []
  beforeAll(async () => {
    const take = async (...[request, response, count]: Parameters<Answering>) => {
      keys.push(request.headers['idempotency-key'])
      await bodyOf(request)
      const [status, said] = await answer(request, count)
      if (status === 429) response.setHeader('retry-after', '7')
      if (typeof said !== 'string') return sendJson(response, said, status)
      response.writeHead(status, { 'content-type': 'text/html' }).end(said)
    }
    cms = await aFaultServer((...asked) => void take(...asked))
    site = await aFormSite({ cmsUrl: cms.url, forms: { postMs: 300 } })
  })
  afterAll(async () => {
    await site.close()
    await cms.close()
  })

  it.each([
    ['HTML with status 200', 200, '<h1>Down for maintenance</h1>'],
    ['no success, and no id', 200, { success: false }],
    ['a list', 200, []],
    ['nothing', 200, ''],
    ['an error of its own', 500, { errors: [] }],
    ['a redirect', 302, ''],
  ])('is never a success: %s', async (_what, status, said) => {
    answer = async () => [status, said]
    const { status: ours, body } = await read(await site.post({ name: 'Ada' }))
    expect(ours).toBe(502)
    expect(body).toMatchObject({ success: false, code: 'gateway/bad-answer' })
    expect(body.errors).toHaveLength(1)
  })
  it.each([
    ['an error of its own', 500, 502],
    ['a refusal with status 200', 200, 422],
  ])('says why, and nothing else of its answer goes on: %s', async (_what, status, ours) => {
    answer = async () => [
      status,
      { success: false, errors: ['The form is being moved', ''], trace: 'secret' },
    ]
    expect(await read(await site.post({ name: 'Ada' }))).toEqual({
      status: ours,
      body: { success: false, errors: ['The form is being moved'] },
    })
  })
  it.each([
    ['a text', 'The form is being moved'],
    ['a nested list', [['The form is being moved', '']]],
  ])('says why when its errors are %s', async (_what, errors) => {
    answer = async () => [200, { success: false, errors }]
    expect(await read(await site.post({ name: 'Ada' }))).toEqual({
      status: 422,
      body: { success: false, errors: ['The form is being moved'] },
    })
  })
  it.each([{}, { errors: null }, { errors: [] }])(
    'says why in its only message of a refusal with status 200, beside %j',
    async (more) => {
      answer = async () => [200, { success: false, message: 'This form is full', trace: 'secret', ...more }]
      expect(await read(await site.post({ name: 'Ada' }))).toEqual({
        status: 422,
        body: { success: false, errors: ['This form is full'] },
      })
    },
  )
  it('does not tell visitors the message of a crash', async () => {
    answer = async () => [500, { success: false, message: 'NullReferenceException' }]
    expect((await read(await site.post({ name: 'Ada' }))).body.code).toBe('gateway/bad-answer')
  })
  it('is believed when it says no success but names what it has kept', async () => {
    answer = async () => [200, { success: false, formPostId: 7 }]
    expect((await read(await site.post({ name: 'Ada' }))).status).toBe(200)
  })
  it('is believed when a byte order mark stands before its answer', async () => {
    answer = async () => [200, '\ufeff{"success":true,"formPostId":7}']
    expect((await read(await site.post({ name: 'Ada' }))).body.formPostId).toBe(7)
  })
  it('has its refusals handed on', async () => {
    answer = async () => [409, { success: false, errors: ['This form is closed'] }]
    expect(await read(await site.post({ name: 'Ada' }))).toMatchObject({
      status: 409,
      body: { success: false },
    })
  })
  it('has the problems with fields handed on as the form’s remote reads them, and all else that it says', async () => {
    answer = async () => [422, { message: 'No such name', data: 'No ' }]
    const issues = [{ fieldId: 'name', controlId: 'form-name', message: 'No Ada' }]
    expect(await read(await site.post({ name: 'Ada' }))).toEqual({
      status: 422,
      body: { message: 'No such name', data: 'No ', issues, errors: [] },
    })
  })
  it.each([
    ['anonymously, as a failure: signing in helps nobody', 401, 502, 'gateway/bad-answer'],
    ['anonymously, as a failure: no account helps', 403, 502, 'gateway/bad-answer'],
    ['too often, with the time to wait', 429, 429, 'gateway/limited'],
  ])('that refuses a post that was sent %s', async (_what, status, ours, code) => {
    answer = async () => [status, { message: 'No' }]
    const refused = await site.post({ name: 'Ada' })
    expect(refused.headers.get('retry-after')).toBe(status === 429 ? '7' : null)
    expect(await read(refused)).toMatchObject({ status: ours, body: { success: false, code } })
  })
  it.each([{}, { errors: null }, { errors: [] }])(
    'has its only message handed on as the cause, beside %j',
    async (more) => {
      answer = async () => [404, { message: 'This form is closed', ...more }]
      expect(await read(await site.post({ name: 'Ada' }))).toMatchObject({
        status: 404,
        body: { errors: ['This form is closed'] },
      })
    },
  )
  it('that is too slow is given up, and the same key goes with the next try', async () => {
    answer = () => new Promise(() => undefined)
    const key = { 'idempotency-key': 'slow-and-again' }
    expect(await read(await site.post({ name: 'Ada' }, key))).toMatchObject({
      status: 504,
      body: { success: false, errors: ['Network request timed out'] },
    })
    answer = async () => [200, { success: true, formPostId: 8 }]
    expect((await read(await site.post({ name: 'Ada' }, key))).body.formPostId).toBe(8)
    const [one, other] = keys.slice(-2)
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(other).toBe(one)
  })
})

describe('a form of the Forms API that requires permission (reference forms 3.1)', () => {
  const MEMBER = { username: 'a.member', password: 'Demo-Member-2026!' }
  const FORM = { 'x-form': 'forms-api/permission' }
  let cms: FaultServer
  let site: FormSite
  let member = ''
  let isForAccount = true
  let asked: unknown[] = []
  const take = async (...[request, response]: Parameters<Answering>) => {
    const { method = '', url = '', headers } = request
    const body = await bodyOf(request)
    if (!/^\/(?:api\/forms|REST\/UI|partner)/.test(url)) {
      const { connection: _c, host: _h, 'content-length': _l, 'transfer-encoding': _t, ...rest } = headers
      const own = rest as Record<string, string>
      const answer = await fetch(site.platform.url + url, { method, headers: own, ...(body && { body }) })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      return void response.end(await answer.text())
    }
    asked.push([method, headers.authorization, headers.cookie])
    if (request.method === 'POST' && request.url?.endsWith('/partner')) return sendJson(response, {})
    if (!request.headers.authorization) return sendJson(response, { message: 'Members only' }, 401)
    if (!isForAccount) return sendJson(response, { message: 'Others only' }, 403)
    if (request.method === 'GET') return sendJson(response, { id: 'permission', fields: [] })
    const redirect = { method: 'POST', url: `${cms.url}/partner`, body: 'x' }
    sendJson(response, { formPostId: 7, action: 'Redirect', redirect })
  }
  beforeAll(async () => {
    cms = await aFaultServer((...asked) => void take(...asked))
    const customPostHosts = [{ origin: cms.url, isPrivate: true }]
    site = await aFormSite({ cmsUrl: cms.url, forms: { customPostHosts } })
    const body = new URLSearchParams(MEMBER)
    const signedIn = await site.send('/account/login', { method: 'POST', body })
    member = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';', 1)[0])
      .join('; ')
  })
  beforeEach(() => {
    isForAccount = true
    asked = []
  })
  afterAll(async () => {
    await site.close()
    await cms.close()
  })

  it('is read and sent with the token of its sender, which the custom post does not get', async () => {
    const answer = await site.postEntry({ name: 'Ada' }, { ...FORM, cookie: member })
    expect([answer.status, (await read(answer)).body.customPost]).toEqual([
      200,
      { success: true, errors: [] },
    ])
    const bearer = expect.stringMatching(/^Bearer \S+$/) as unknown
    expect(asked).toEqual([
      ['GET', undefined, undefined],
      ['GET', bearer, undefined],
      ['POST', bearer, undefined],
      ['POST', undefined, undefined],
    ])
  })
  it('answers 401 to anonymous visitors, and 403 to other accounts', async () => {
    expect(await read(await site.postEntry({ name: 'Ada' }, FORM))).toMatchObject({
      status: 401,
      body: { code: 'gateway/signed-out', errors: ['You have to sign in again.'] },
    })
    isForAccount = false
    expect(await read(await site.postEntry({ name: 'Ada' }, { ...FORM, cookie: member }))).toMatchObject({
      status: 403,
      body: { code: 'gateway/forbidden', errors: ['This form is not for your account.'] },
    })
  })
  it('leads an anonymous visitor without script to the sign-in page, and back', async () => {
    const body = new URLSearchParams({ name: 'Ada', ...FORM })
    const answer = await site.send('/cy/holi', { method: 'POST', body })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/cy/account/login?redirect_uri=%2Fcy%2Fholi',
    ])
    const sent = await site.send('/', { method: 'POST', body, headers: { cookie: member } })
    expect(sent.headers.get('location')).toMatch(/^\/\?form-sent=/)
  })
  it('comes later, too, for those who may have it, in an answer that no cache keeps', async () => {
    const ask = (headers = {}) => site.send('/api/data/mfe-content/definition', { headers })
    const answer = await ask({ cookie: member })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await answer.json()).toEqual({ id: 'permission', fields: [] })
    expect((await ask()).status).toBe(503)
  })
  it('gets no token for a form of the classic module', async () => {
    await site.post({ name: 'Ada' }, { cookie: member })
    expect(asked).toEqual([['POST', undefined, undefined]])
  })
})

describe('a hundred submissions over a bad line', () => {
  /** The fault of a call, by the last digit of its number; too few to open the circuit breaker. */
  const FAULTS: Readonly<Record<number, string>> = { 1: 'lost before', 4: 'lost after', 7: 'never answered' }
  let proxy: FaultServer
  let site: FormSite
  let calls = 0
  beforeAll(async () => {
    const carry = async (...[request, response]: Parameters<Answering>) => {
      const body = await bodyOf(request)
      const fault = FAULTS[(calls += 1) % 10]
      if (fault === 'lost before') return void request.socket.destroy()
      const headers = request.headers as Record<string, string>
      const answer = await fetch(`${site.platform.url}${request.url ?? ''}`, {
        method: 'POST',
        body,
        headers: {
          'content-type': headers['content-type'] ?? '',
          'idempotency-key': headers['idempotency-key'] ?? '',
        },
      })
      const said: unknown = await answer.json()
      if (fault === 'lost after') return void request.socket.destroy()
      if (fault === undefined) sendJson(response, said, answer.status)
    }
    proxy = await aFaultServer((...asked) => void carry(...asked))
    site = await aFormSite({ cmsUrl: proxy.url, forms: { postMs: 2_000 } })
  })
  afterAll(async () => {
    await site.close()
    await proxy.close()
  })
  /** Sends a submission until its answer arrives; gives the number under which it was stored. */
  const sendUntilKept = async (key: string): Promise<number> => {
    for (;;) {
      const { status, body } = await read(await site.post({ name: key }, { 'idempotency-key': key }))
      if (status === 200) return Number(body.formPostId)
      // A short pause before the retry, as for a failing platform.
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  it('is kept once each, though every one is sent twice and again after what was lost or too late', async () => {
    const before = await sendUntilKept('before')
    const ids: number[] = []
    for (let round = 0; round < 4; round += 1) {
      const keys = Array.from({ length: 25 }, (_, one) => `key-${round}-${one}`)
      const pairs = await Promise.all(
        keys.map((key) => Promise.all([sendUntilKept(key), sendUntilKept(key)])),
      )
      expect(pairs.filter(([one, other]) => one !== other)).toEqual([])
      ids.push(...pairs.map(([id]) => id))
    }
    expect(new Set(ids).size).toBe(100)
    // Numbers are consecutive, so nothing else was stored.
    expect(await sendUntilKept('after')).toBe(before + 101)
    expect(calls).toBeGreaterThan(202)
  }, 240_000)
})

describe('a custom post (reference forms 1.11, 1.20 D8)', () => {
  let partner: FaultServer
  let cms: FaultServer
  let site: FormSite
  let got: { headers: IncomingMessage['headers']; body: string } | null = null
  let status = 201
  let said = 'thanks'
  let url = ''
  beforeAll(async () => {
    const take = async (...[request, response]: Parameters<Answering>) => {
      got = { headers: request.headers, body: await bodyOf(request) }
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(said)
    }
    partner = await aFaultServer((...asked) => void take(...asked))
    cms = await aFaultServer((_request, response) =>
      sendJson(response, { formPostId: 9, action: 'Redirect', redirect: { method: 'POST', url, body: 'x' } }),
    )
    const { port } = new URL(partner.url)
    const customPostHosts = [
      { origin: partner.url, isPrivate: true },
      { origin: `http://localhost:${port}` },
      { origin: `http://127.0.0.2:${port}` },
      { origin: `http://[::ffff:127.0.0.1]:${port}` },
    ]
    site = await aFormSite({ cmsUrl: cms.url, forms: { customPostHosts } })
  })
  afterAll(async () => {
    await site.close()
    await cms.close()
    await partner.close()
  })

  const posting = async (to: string) => {
    got = null
    url = to
    const fields = { name: 'Ada', captchaResponse: '{"Response":"t"}' }
    return (await read(await site.post(fields, { cookie: 'sid=1' }))).body.customPost
  }

  it('goes to a host that the site names, with the same fields, without cookies or referrer', async () => {
    status = 201
    expect(await posting(`${partner.url}/in?a=1`)).toEqual({ success: true, errors: [] })
    expect(got?.body).toBe('name=Ada')
    expect(got?.headers).not.toHaveProperty('cookie')
    expect(got?.headers).not.toHaveProperty('referer')
  })
  it('fails by any other status, and follows no redirect', async () => {
    status = 302
    expect(await posting(`${partner.url}/in`)).toEqual({ success: false, errors: [] })
  })
  it.each([
    ['its messages', ['The slot is taken', 'Choose another'], ['The slot is taken', 'Choose another']],
    ['its only message', 'The slot is taken', ['The slot is taken']],
    ['messages in a list of their own, and nothing else', [['One', 7, ' '], null, 'Two'], ['One', 'Two']],
    ['no more than a visitor reads', Array(30).fill('x'.repeat(9_000)), Array(10).fill('x'.repeat(500))],
    ['nothing else', { name: 'Wrong' }, []],
  ])('that fails is told with %s (specification 8)', async (_what, errors, told) => {
    status = 422
    said = JSON.stringify({ errors })
    expect(await posting(`${partner.url}/in`)).toEqual({ success: false, errors: told })
  })
  it.each([
    'http://127.0.0.1:1/in',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'not an address',
  ])('is not made to %s, which no configuration names', async (to) => {
    expect(await posting(to)).toEqual({ success: false, errors: [] })
    expect(got).toBeNull()
  })
  it.each(['localhost', '127.0.0.2', '[::ffff:127.0.0.1]'])(
    'is not made to a private network, unless the configuration says that it is one: %s',
    async (host) => {
      expect(await posting(`http://${host}:${new URL(partner.url).port}/in`)).toMatchObject({
        success: false,
      })
      expect(got).toBeNull()
    },
  )
})

describe('programs that fill in forms (reference forms 4.7)', () => {
  let clock = 5_000
  const sealer = createSealer([Buffer.alloc(32, 7)], () => clock)
  const someBotChecks = (posts: number, all: number) => {
    const rules = {
      ...DEFAULT_FORM_RULES,
      minFillMs: 2_000,
      trapField: 'fax',
      requestsPerMinute: 2,
      postsPerHour: posts,
      postsPerHourOfAll: all,
    }
    const limit = createRateLimit(createMemoryStore(), () => undefined, formRules(rules))
    return createBotChecks(rules, { sealer, limit, now: () => clock })
  }

  it('are held back by the time that filling in takes, and by a field that people do not see', () => {
    const botChecks = someBotChecks(1, 1)
    const { hidden, trapField } = botChecks.formGate('token')
    expect([trapField, hidden['form_token']]).toEqual(['fax', 'token'])
    const madeAt = botChecks.madeAt(hidden['x-form-stamp'])
    expect([botChecks.madeAt('forged'), botChecks.madeAt(undefined)]).toEqual([null, null])
    clock += 1_999
    expect(() => botChecks.check({ madeAt, isHoneypotFilled: false })).toThrow('too soon')
    clock += 1
    expect(() => botChecks.check({ madeAt, isHoneypotFilled: true })).toThrow('do not see')
    expect(botChecks.check({ madeAt, isHoneypotFilled: false })).toBeUndefined()
  })
  it('are not what people are taken for whose form was opened before the clock was set back', () => {
    const botChecks = someBotChecks(1, 1)
    const madeAt = botChecks.madeAt(botChecks.formGate(undefined).hidden['x-form-stamp'])
    clock -= 600_000
    expect(botChecks.check({ madeAt, isHoneypotFilled: false })).toBeUndefined()
    clock += 600_000
  })
  it('gain nothing by a stamp that is left out, forged or older than a week: the new one counts from now', () => {
    const botChecks = someBotChecks(1, 1)
    const { hidden } = botChecks.formGate(undefined)
    clock += 7 * 24 * 3_600_000 + 10_000
    for (const stamp of [hidden['x-form-stamp'], 'forged', undefined]) {
      const check = (text: string | undefined) =>
        botChecks.check({ madeAt: botChecks.madeAt(text), isHoneypotFilled: false })
      const refusal = refusalOf(() => check(stamp))
      expect(refusal).toMatchObject({ code: 'gateway/outdated', status: 422 })
      const { 'x-form-stamp': fresh } = refusal.details['hidden'] as Readonly<Record<string, string>>
      clock += 1_999
      expect(refusalOf(() => check(fresh)).code).toBe('gateway/too-fast')
      clock += 1
      expect(check(fresh)).toBeUndefined()
    }
  })
  it('may send a form so often in an hour from one address, and from all, and hear when to come back', async () => {
    const botChecks = someBotChecks(2, 3)
    const limited = {
      code: 'gateway/limited',
      status: 429,
      details: { retryAfterSeconds: expect.any(Number) as unknown },
    }
    for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2'])
      await botChecks.countPost(address, 'classic/1')
    await expect(botChecks.countPost('192.0.2.3', 'classic/1')).rejects.toMatchObject(limited)
    await botChecks.countPost('192.0.2.1', 'classic/2')
    await botChecks.countPost('192.0.2.1', 'classic/2')
    await expect(botChecks.countPost('192.0.2.1', 'classic/2')).rejects.toMatchObject(limited)
    await botChecks.countRequest('192.0.2.9')
    await botChecks.countRequest('192.0.2.9')
    await expect(botChecks.countRequest('192.0.2.9')).rejects.toMatchObject(limited)
  })
})

describe('a captcha that this site verifies (reference forms 1.12, 4.7)', () => {
  let said: unknown = { success: true }
  let asked: string[] = []
  const outbound: Outbound = {
    send: async ({ body }) => {
      asked.push(String(body))
      // The verifier answers after other requests have had their turn.
      await new Promise((resolve) => setTimeout(resolve, 20))
      if (said instanceof Error) throw said
      return { status: 200, text: '', json: said as never, headers: {} }
    },
    close: async () => undefined,
  }
  const memory = createMemoryStore()
  const claimed: { readonly key: string; readonly value: string; readonly lifetimeMs: number }[] = []
  const store: SharedStore = {
    ...memory,
    claim(key, value, lifetimeMs) {
      claimed.push({ key, value, lifetimeMs })
      return memory.claim(key, value, lifetimeMs)
    },
  }
  const failures: unknown[] = []
  const aVerifier = (rules: object = {}) =>
    createVerifier(
      {
        ...{
          verifyUrl: 'https://verify.example/',
          hostnames: [],
          timeoutMs: 50,
          onTimeout: 'refuse',
          withoutScript: 'accept',
        },
        ...{ scripts: [], frames: [], connects: [], trustedTypes: [] },
        ...rules,
      },
      { secret: 'shh', store, outbound, onUnavailable: (error) => failures.push(error) },
    )
  let count = 0
  const solve = (
    rules: object = {},
    idempotencyKey: string | null = null,
    token: string | null = `token-${(count += 1)}`,
  ) => aVerifier(rules)({ token, address: '192.0.2.1', idempotencyKey, signal: new AbortController().signal })
  beforeEach(() => {
    said = { success: true, hostname: 'www.larkmoor.example', action: 'send', score: 0.7 }
    asked = []
  })

  it('is asked about with the secret, the token and the address', async () => {
    await solve({}, null, 'abc')
    expect(asked).toEqual(['secret=shh&response=abc&remoteip=192.0.2.1'])
  })
  it.each([null, '', 'x'.repeat(9_000)])('is not asked about without a token', async (token) => {
    await expect(solve({}, null, token)).rejects.toMatchObject({ code: 'gateway/captcha-unsolved' })
    expect(asked).toEqual([])
  })
  it.each([
    ['no success', { success: false }, {}],
    ['another site', { success: true, hostname: 'evil.example' }, { hostnames: ['www.larkmoor.example'] }],
    ['another action', { success: true, action: 'login' }, { action: 'send' }],
    ['too little certainty', { success: true, score: 0.3 }, { minScore: 0.5 }],
    ['nothing of how sure it is', { success: true }, { minScore: 0.5 }],
  ])('is refused by %s', async (_what, answer, rules) => {
    said = answer
    await expect(solve(rules)).rejects.toMatchObject({ code: 'gateway/captcha-refused', status: 422 })
  })
  it('is good for one submission, which may be sent again', async () => {
    await solve({ hostnames: ['www.larkmoor.example'], action: 'send', minScore: 0.5 }, 'key-1', 'once')
    await solve({}, 'key-1', 'once')
    expect(asked).toHaveLength(1)
    await expect(solve({}, 'key-2', 'once')).rejects.toMatchObject({ code: 'gateway/captcha-refused' })
    await expect(solve({}, null, 'once')).rejects.toMatchObject({ code: 'gateway/captcha-refused' })
  })
  it.each([
    ['lets all of them through when it is good', { success: true }, 'fulfilled'],
    ['lets none of them through when it is refused', { success: false }, 'rejected'],
  ])('that equal posts bring at the same time is verified once, and %s', async (_what, answer, status) => {
    said = answer
    const posts = await Promise.allSettled([1, 2, 3].map(() => solve({}, 'same-key', `same ${status}`)))
    expect(posts.map((post) => post.status)).toEqual([status, status, status])
    expect(asked).toHaveLength(1)
  })
  it('that another process never finished verifying can be sent again soon', async () => {
    const verifying = solve({}, 'same-key', 'crashed')
    const { key, value, lifetimeMs } = claimed.at(-1) ?? { key: '', value: '', lifetimeMs: Infinity }
    await verifying
    // What a process leaves in the store that ends while it verifies.
    expect(lifetimeMs).toBeLessThan(60_000)
    await store.set(key, value, lifetimeMs)
    await expect(solve({}, 'same-key', 'crashed')).rejects.toMatchObject({
      code: 'gateway/captcha-unavailable',
    })
    await store.delete(key)
    await expect(solve({}, 'same-key', 'crashed')).resolves.toBeUndefined()
  })
  it('that nobody can verify is refused with a text to try again, or let through where the site says so', async () => {
    said = new Error('secret shh')
    await expect(solve({}, 'key', 'later')).rejects.toMatchObject({
      code: 'gateway/captcha-unavailable',
      status: 503,
    })
    expect(JSON.stringify(failures)).not.toContain('shh')
    await expect(solve({ onTimeout: 'accept' })).resolves.toBeUndefined()
    said = { success: true }
    await expect(solve({}, 'key', 'later')).resolves.toBeUndefined()
  })
  it('is read as the specification writes it, or from the header of the Forms API', () => {
    expect(captchaToken([['captchaResponse', '{"Response":"abc"}']])).toBe('abc')
    expect(captchaToken([['captchaResponse', '{}']])).toBeNull()
    expect(captchaToken([['captchaResponse', '{']])).toBeNull()
    expect(captchaToken(captchaPairs({ 'g-recaptcha-response': 'a"b' }))).toBe('a"b')
    expect(captchaPairs({})).toEqual([])
  })
})

describe('the proof that a visitor is human, on its way (reference forms 1.12, 3.1)', () => {
  const PROOF = { captchaResponse: '{"Response":"tok"}' }
  const HEADER = { 'g-recaptcha-response': 'tok' }
  let verifier: FaultServer
  let cms: FaultServer
  let got: { token: unknown; body: string }[] = []
  const sites: FormSite[] = []
  beforeAll(async () => {
    verifier = await aFaultServer((_request, response) => sendJson(response, { success: true }))
    const keep = async (...[request, response]: Parameters<Answering>) => {
      got.push({ token: request.headers['g-recaptcha-response'], body: await bodyOf(request) })
      sendJson(response, { formPostId: got.length })
    }
    cms = await aFaultServer((...asked) => void keep(...asked))
  })
  beforeEach(() => void (got = []))
  afterAll(() => Promise.all([...sites, verifier, cms].map((one) => one.close())))
  const aSite = async (more: Parameters<typeof aFormSite>[0] = {}) => {
    const site = await aFormSite({ cmsUrl: cms.url, ...more })
    sites.push(site)
    return site
  }

  it('is handed on where it is left to the platform, as each of its systems has it', async () => {
    const site = await aSite()
    const answers = [
      await site.post({ name: 'Ada', ...PROOF }),
      await site.postEntry({ name: 'Ada' }, HEADER),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(got).toEqual([
      { token: undefined, body: new URLSearchParams({ name: 'Ada', ...PROOF }).toString() },
      { token: 'tok', body: 'name=Ada' },
    ])
  })
  it('is no part of the answers: another one with the same is the same submission', async () => {
    const site = await aSite()
    const key = { 'idempotency-key': 'proved-twice' }
    for (const token of ['one', 'other']) {
      const proof = { captchaResponse: JSON.stringify({ Response: token }) }
      expect((await site.post({ name: 'Ada', ...proof }, key)).status).toBe(200)
    }
    const [one, other] = cms.requests.slice(-2).map(({ headers }) => headers['idempotency-key'])
    expect(one).toBeTruthy()
    expect(other).toBe(one)
  })
  it('does not go on once it was verified here, and counts for these answers alone', async () => {
    const captcha = { verifyUrl: verifier.url }
    const site = await aSite({ forms: { captcha }, captchaSecret: 'shh' })
    const sendAs = (name: string) =>
      site.postEntry({ name }, { ...HEADER, 'x-form': 'forms-api/captcha', 'idempotency-key': 'one' })
    expect((await sendAs('Ada')).status).toBe(200)
    expect((await sendAs('Ada')).status).toBe(200)
    expect(await read(await sendAs('Bea'))).toMatchObject({
      status: 422,
      body: { code: 'gateway/captcha-refused' },
    })
    const classic = { 'x-form': 'classic/captcha' }
    const other = { captchaResponse: '{"Response":"other"}' }
    expect((await site.post({ name: 'Ada', ...other }, classic)).status).toBe(200)
    expect(got).toEqual(Array(3).fill({ token: undefined, body: 'name=Ada' }))
    expect(verifier.requests).toHaveLength(2)
  })
})

describe('what is said of a form that is not taken', () => {
  let site: FormSite
  const forms = { postsPerHour: 1, captcha: { verifyUrl: 'http://127.0.0.1:1/' } }
  beforeAll(async () => void (site = await aFormSite({ forms, captchaSecret: 'shh' })))
  afterAll(() => site.close())

  it.each([
    [
      'English',
      '/contact',
      'classic/captcha',
      {
        'gateway/trapped':
          'A field that people do not see was filled in, perhaps by your browser. Please load the page again.',
        'gateway/captcha-unsolved': 'Please complete captcha before submitting',
        'gateway/limited': 'Too much was sent from here. Please wait a while and try again.',
        'gateway/malformed': 'It could not be read. Please load the page again.',
        'gateway/signed-out': 'You have to sign in again.',
      },
    ],
    [
      'Welsh',
      '/cy/cysylltu',
      'forms-api/captcha',
      {
        'gateway/trapped':
          'Llenwyd maes nad yw pobl yn ei weld, gan eich porwr efallai. Llwythwch y dudalen eto.',
        'gateway/captcha-unsolved': 'Cwblhewch y captcha cyn cyflwyno',
        'gateway/limited': 'Anfonwyd gormod o’r fan hon. Arhoswch ychydig a rhowch gynnig arall arni.',
        'gateway/malformed': 'Nid oedd modd ei darllen. Llwythwch y dudalen eto.',
        'gateway/signed-out': 'Rhaid i chi fewngofnodi eto.',
      },
    ],
  ])('is in the language of its page: %s', async (_language, page, form, said) => {
    const post = async (headers: Readonly<Record<string, string>>) => {
      const { body } = await read(
        await site.post({ name: 'Ada' }, { referer: `${site.url}${page}`, ...headers }),
      )
      return [body.code, ...body.errors]
    }
    const refusals = [
      await post({ 'x-form-trap': '1' }),
      await post({ 'x-form': form }),
      await post({ 'x-form': form }),
      await post({ 'x-form': '../../etc' }),
      await post({ 'x-made-for': 'member' }),
    ]
    expect(refusals).toEqual(Object.entries(said))
  })
})

describe('addresses of private networks (reference security 1.10)', () => {
  it.each(
    '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 ::1 :: [::1] ::ffff:10.0.0.1 fd00::1 fe80::1%eth0 64:ff9b::7f00:1 2002:7f00:1::'.split(
      ' ',
    ),
  )('%s is one', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })
  it.each(['192.0.2.1', '8.8.8.8', '2606:4700::1111', 'localhost', ''])('%j is none', (address) => {
    expect(isPrivateAddress(address)).toBe(false)
  })
})

describe('a page with a form that was open for longer than a week', () => {
  let site: FormSite
  beforeAll(async () => void (site = await aFormSite({ forms: { minFillMs: 300 } })))
  afterAll(() => site.close())
  const later = () => new Promise((resolve) => setTimeout(resolve, 350))
  const OLD = { 'x-form-stamp': 'expired' }

  it.each([
    [
      '/contact',
      'This page has been open for a long time. Your answers are still here: please send the form again.',
    ],
    [
      '/cy/cysylltu',
      'Mae’r dudalen hon wedi bod ar agor ers amser hir. Mae eich atebion yma o hyd: anfonwch y ffurflen eto.',
    ],
  ])('hears so at %s, with the fields to send the form again', async (page, text) => {
    const referer = `${site.url}${page}`
    const { status, body } = await read(await site.post({ name: 'Ada' }, { ...OLD, referer }))
    expect([status, body.code, body.errors]).toEqual([422, 'gateway/outdated', [text]])
    await later()
    expect((await site.post({ name: 'Ada' }, body.hidden)).status).toBe(200)
  })
  it('is sent without script from the page that answers, which says so', async () => {
    const post = (fields: Readonly<Record<string, string>>) =>
      site.send('/', {
        method: 'POST',
        body: new URLSearchParams({ 'x-form': 'classic/1', name: 'Ada', ...fields }),
      })
    const refused = await post(OLD)
    const page = await refused.text()
    expect(page).toContain('gateway/outdated')
    const [, state = ''] = /x-form-state[^\w-]+([\w-]+)/.exec(page.replaceAll('&quot;', '"')) ?? []
    await later()
    expect((await post({ ...OLD, 'x-form-state': state })).status).toBe(303)
  })
})

function refusalOf(check: () => void): AppError {
  try {
    check()
  } catch (thrown) {
    return toAppError(thrown)
  }
  throw new Error('it was not refused')
}
