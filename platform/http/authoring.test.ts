import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHmac } from 'node:crypto'
import { createPlatform, type Platform } from '../create-platform.ts'
import { ask, PROJECT, search, SEED, signIn } from '../testing/a-platform.ts'
import { until } from '../testing/until.ts'
import { signMessage } from '../webhook-dispatcher.ts'

const SECRET = 'a-webhook-secret'
const ENTRIES = '/api/management/projects/website/entries'

type Received = { readonly body: string; readonly headers: IncomingMessage['headers'] }
type Message = {
  readonly event: string
  readonly entry: { readonly id: string }
  readonly surrogateKeys: readonly string[]
}

describe('authoring (reference delivery-api 5)', () => {
  const received: Received[] = []
  const answers: number[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ body, headers: request.headers })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  let platform: Platform
  let token = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    platform = await createPlatform({ dataDir: ':memory:', seed: SEED, webhooks: [{ url, secret: SECRET }] })
    token = (await signIn(platform, 'admin', 'Adm1n-pass-word')).json.access_token
  })
  afterAll(async () => {
    await platform.close()
    receiver.close()
  })
  beforeEach(() => void received.splice(0))

  const call = async (
    method: 'POST' | 'PUT' | 'DELETE' | 'GET',
    url: string,
    payload?: object,
    bearer = token,
  ) => {
    const headers = { authorization: `Bearer ${bearer}` }
    const response = await platform.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return {
      status: response.statusCode,
      json: (response.body ? response.json() : {}) as Record<string, never> & Managed,
    }
  }
  type Managed = {
    readonly sys: {
      readonly id: string
      readonly version: { readonly versionNo: string }
      readonly workflow: { readonly state: string }
    }
    readonly message: string
    readonly data: unknown
  }

  const messages = async (count: number): Promise<readonly Message[]> => {
    await until(() => received.length >= count)
    return received.map(({ body }) => JSON.parse(body) as Message)
  }

  const create = (fields: object, more: object = {}) =>
    call('POST', ENTRIES, { ...fields, sys: { contentTypeId: 'person', language: 'en-GB', ...more } })

  const keysOf = async (url: string): Promise<readonly string[]> => {
    const answer = await ask(platform, url, {
      accesstoken: 'hillside-access-token',
      'x-require-surrogate-key': 'true',
    })
    return String(answer.headers['surrogate-key']).split(' ')
  }

  test('an entry is created, published, found, changed, unpublished and deleted; webhooks are notified of each step', async () => {
    const made = await create({ name: 'Grace Quickbeam' })
    expect(made.status).toBe(201)
    const { id } = made.json.sys
    expect((await ask(platform, `${PROJECT}/entries/${id}`)).status).toBe(404)
    expect(
      (await ask(platform, `${PROJECT}/entries/${id}?versionStatus=latest`)).json.sys.versionStatus,
    ).toBe('latest')
    const where = [{ field: 'entryTitle', freeText: 'quickbeam' }]
    expect((await search(platform, where)).json.totalCount).toBe(0)
    const event = { event: 'draft.publish', language: 'en-GB', version: made.json.sys.version.versionNo }
    const published = await call('POST', `${ENTRIES}/${id}/workflow/events`, event)
    expect(published.json.sys.version.versionNo).toBe('1.0')
    expect((await search(platform, where)).json.totalCount).toBe(1)
    const changed = await call('PUT', `${ENTRIES}/${id}`, {
      name: 'Grace Entwood',
      sys: { language: 'en-GB' },
    })
    expect(changed.json.sys.workflow.state).toBe('draft')
    expect((await search(platform, where)).json.totalCount).toBe(1)
    await call('POST', `${ENTRIES}/${id}/workflow/events`, { event: 'draft.publish', language: 'en-GB' })
    expect((await search(platform, where)).json.totalCount).toBe(0)
    const keys = await keysOf(`${PROJECT}/entries/${id}`)
    await call('POST', `${ENTRIES}/${id}/workflow/events`, { event: 'sysUnpublish', language: 'en-GB' })
    expect((await ask(platform, `${PROJECT}/entries/${id}`)).status).toBe(404)
    expect((await call('DELETE', `${ENTRIES}/${id}`)).status).toBe(204)
    expect((await call('GET', `${ENTRIES}/${id}`)).status).toBe(404)
    const told = await messages(6)
    expect(told.map((one) => one.event)).toEqual(
      ['created', 'published', 'updated', 'published', 'unpublished', 'deleted'].map(
        (name) => `entry.${name}`,
      ),
    )
    // A message names the surrogate keys of the answers that had the entry, so that caches can drop them.
    for (const one of told)
      expect(one.surrogateKeys.filter((key) => keys.includes(key)).length).toBeGreaterThan(0)
  })

  test('the signature of a message covers its time and body, and its id lets receivers recognise a repeated one', async () => {
    await create({ name: 'Signed' })
    await messages(1)
    const [{ body, headers }] = received as [Received]
    const [, seconds = '', hex] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-platform-signature'])) ?? []
    expect(hex).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'))
    expect(signMessage('another-secret', body, Number(seconds))).not.toContain(hex)
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(30)
    expect(headers['idempotency-key']).toMatch(/^message-\d+$/)
  })

  test('a message that was not accepted waits to be sent again, and the outbox shows the reason', async () => {
    answers.push(500)
    const { json } = await create({ name: 'Not taken' })
    await messages(1)
    const read = async () =>
      (await call('GET', '/api/platform/outbox?kind=webhook&pageSize=5')).json as unknown as {
        readonly items: readonly {
          readonly content: Message
          readonly deliveries: readonly { readonly state: string; readonly outcome: string | null }[]
        }[]
      }
    const of = async () => (await read()).items.find((one) => one.content.entry.id === json.sys.id)
    await until(async () => (await of())?.deliveries[0]?.outcome !== null)
    expect((await of())?.deliveries).toEqual([
      expect.objectContaining({ state: 'waiting', attempts: 1, outcome: 'The receiver answered 500' }),
    ])
  })

  test('entries that link to a changed one are found by its new title and named in its message', async () => {
    const target = await create({ name: 'Firstname Zebrafinch' })
    const link = { sys: { id: target.json.sys.id, language: 'en-GB' } }
    const type = (await ask(platform, `${PROJECT}/contentTypes`)).json as unknown as readonly {
      id: string
      entryTitleField: string
      fields: readonly { id: string; dataFormat: string | null; dataType: string }[]
    }[]
    const holder = type.find((one) =>
      one.fields.some((field) => field.dataFormat === 'entry' && field.dataType === 'object'),
    )
    const field =
      holder?.fields.find((one) => one.dataFormat === 'entry' && one.dataType === 'object')?.id ?? ''
    const linking = await create(
      { [holder?.entryTitleField ?? '']: 'Holder', [field]: link },
      { contentTypeId: holder?.id },
    )
    expect(linking.status).toBe(201)
    await call('POST', `${ENTRIES}/${linking.json.sys.id}/workflow/events`, {
      event: 'draft.publish',
      language: 'en-GB',
    })
    const found = async (word: string) =>
      (
        await search(platform, [
          { field: 'searchContent', freeText: word },
          { field: 'sys.id', equalTo: linking.json.sys.id },
        ])
      ).json.totalCount
    expect(await found('zebrafinch')).toBe(0)
    await call('POST', `${ENTRIES}/${target.json.sys.id}/workflow/events`, {
      event: 'draft.publish',
      language: 'en-GB',
    })
    expect(await found('zebrafinch')).toBe(1)
    const keys = await keysOf(`${PROJECT}/entries/${linking.json.sys.id}`)
    const told = (await messages(4)).findLast((one) => one.event === 'entry.published')
    expect(told?.surrogateKeys.some((key) => /_e_/.test(key) && keys.includes(key))).toBe(true)
    // A search that has found nothing until now has the key of its content type alone.
    expect(told?.surrogateKeys).toContain(`hillside_ct_website_${holder?.id}`)
    await call('DELETE', `${ENTRIES}/${target.json.sys.id}`)
    expect(await found('zebrafinch')).toBe(0)
  })

  test('a cached answer is not used after a change', async () => {
    const made = await create({ name: 'Cached Once' })
    const url = `${PROJECT}/entries/${made.json.sys.id}?versionStatus=latest`
    expect((await ask(platform, url)).text).toContain('Cached Once')
    await call('PUT', `${ENTRIES}/${made.json.sys.id}`, { name: 'Cached Twice', sys: { language: 'en-GB' } })
    expect((await ask(platform, url)).text).toContain('Cached Twice')
  })

  const PLANT = { contentTypeId: 'plant' }
  const NAMED = { name: undefined, title: 'Refused' }
  test.each([
    ['an unknown content type', { contentTypeId: 'nosuch' }, {}, 422, /content type/],
    ['an unknown language', { language: 'xx' }, {}, 422, /language/],
    ['an unknown field', {}, { nosuch: 'x' }, 422, /nosuch: The content type has no such field/],
    ['a value of another kind', {}, { name: 12 }, 422, /name: The value is of another kind/],
    ['a list where one value belongs', {}, { name: ['a'] }, 422, /one value/],
    [
      'a date that no query can name',
      PLANT,
      { ...NAMED, planted: 'May 5 2010' },
      422,
      /planted: The value is of another/,
    ],
    [
      'a place that is not on earth',
      PLANT,
      { ...NAMED, origin: { lat: 100, lon: 5 } },
      422,
      /origin: The value is of/,
    ],
    [
      'a place in words',
      PLANT,
      { ...NAMED, origin: { lat: 'a', lon: 5 } },
      422,
      /origin: The value is of another kind/,
    ],
    ['an id with a slash', { id: 'a/b' }, {}, 422, /sys\.id/],
  ])('%s is refused, and nothing is kept', async (_, sys, fields, status, message) => {
    const answer = await create({ name: 'Refused', ...fields }, sys)
    expect(answer.status).toBe(status)
    expect(answer.json.message).toMatch(message)
    expect(
      (
        await search(platform, [
          { field: 'entryTitle', equalTo: 'Refused' },
          { field: 'sys.versionStatus', equalTo: 'latest' },
        ])
      ).json.totalCount,
    ).toBe(0)
  })

  test('an id in use and an outdated version are conflicts; an unknown entry is not found', async () => {
    const made = await create({ name: 'Only once' })
    expect((await create({ name: 'Only once' }, { id: made.json.sys.id })).status).toBe(409)
    const outdated = { name: 'x', sys: { language: 'en-GB', version: { versionNo: '0.0' } } }
    expect((await call('PUT', `${ENTRIES}/${made.json.sys.id}`, outdated)).status).toBe(409)
    expect((await call('PUT', `${ENTRIES}/nosuch`, outdated)).status).toBe(404)
    expect((await call('DELETE', `${ENTRIES}/nosuch`)).status).toBe(404)
    const event = { event: 'sysUnpublish', language: 'en-GB' }
    expect((await call('POST', `${ENTRIES}/${made.json.sys.id}/workflow/events`, event)).status).toBe(422)
  })

  test('only administrators and API keys may write; members, static tokens and anonymous requests are refused', async () => {
    const member = (await signIn(platform, 'm.member', 'Memb3r-pass-word')).json.access_token
    expect((await call('POST', ENTRIES, { sys: {} }, member)).status).toBe(403)
    expect((await call('POST', ENTRIES, { sys: {} }, 'hillside-access-token')).status).toBe(401)
    expect((await platform.inject({ method: 'GET', url: '/api/platform/outbox' })).statusCode).toBe(401)
  })

  test('mails are put into the outbox and read there', async () => {
    const mail = { to: 'ada@example.org', subject: 'Welcome', text: 'Hello Ada' }
    expect((await call('POST', '/api/platform/outbox', mail)).status).toBe(201)
    expect((await call('POST', '/api/platform/outbox', { ...mail, to: 'nobody' })).status).toBe(422)
    expect((await call('POST', '/api/platform/outbox', { ...mail, subject: 'a\r\nBcc: b' })).status).toBe(422)
    const page = (await call('GET', '/api/platform/outbox?kind=mail')).json as unknown as {
      totalCount: number
      items: readonly { content: object }[]
    }
    expect(page.totalCount).toBe(1)
    expect(page.items[0]?.content).toEqual(mail)
  })
})
