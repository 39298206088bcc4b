import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import { messagesFor } from '../../messages/index.ts'
import { aContentRemote, aShell, type TestShell } from '../../testing/a-shell.ts'

let platform: TestPlatform
let shell: TestShell

beforeAll(async () => {
  platform = await aPlatform()
  shell = await aShell({ platformUrl: platform.url, remotes: [aContentRemote()] })
})
afterAll(async () => {
  await shell.close()
  await platform.close()
})

const post = (
  url: string,
  payload: string,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  shell.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('form posts (specification 7, Form calls 3)', () => {
  it('reach the content system and come back with its answer', async () => {
    const answer = await post('/REST/UI/FormsModule/postform/72/0', '1=Ada')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ success: true, formPostId: expect.anything() as unknown })
  })
  it('with one key are stored once; with the same key and other fields they are another submission', async () => {
    const send = (fields: string, key: string) =>
      post('/REST/UI/FormsModule/postform/72/0', fields, {
        'sec-fetch-site': 'same-origin',
        'idempotency-key': key,
      })
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('1=Once', 'key-of-ada')))
    const ids = new Set(answers.map((answer) => (answer.json() as { formPostId: unknown }).formPostId))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(ids.size).toBe(1)
    for (const [fields, key] of [
      ['1=Twice', 'key-of-ada'],
      ['1=Once', 'another'],
    ] as const) {
      const answer = await send(fields, key)
      expect(answer.statusCode).toBe(200)
      expect(ids).not.toContain((answer.json() as { formPostId: unknown }).formPostId)
    }
  })
  it.each(['two words', 'é', 'a\tb'])('with the key %j are refused', async (key) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': key }
    expect((await post('/REST/UI/FormsModule/postform/72/0', '1=Ada', headers)).statusCode).toBe(400)
  })
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['an older browser on another site', { origin: 'https://evil.example' }],
    ['nowhere', {}],
  ])('from %s are refused', async (_who, headers) => {
    expect((await post('/REST/UI/FormsModule/postform/72/0', '1=Ada', headers)).statusCode).toBe(403)
  })
  it('are refused in the language of their page, also for what visitors have no part in', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', referer: 'http://localhost/cy/cysylltu' }
    const answer = await post('/REST/UI/FormsModule/postform/72/0', '1=Ada', headers)
    const { formRefusals } = messagesFor('cy', 'en-GB')
    expect(answer.json()).toMatchObject({ errors: [formRefusals['gateway/unavailable']] })
  })
  it('to anything but a form version are refused', async () => {
    expect((await post('/REST/UI/FormsModule/postform/..%2f/0', '1=Ada')).statusCode).toBe(400)
  })
})

describe('the sign-in form', () => {
  it('says that name or password is not right, and keeps where to return to', async () => {
    const answer = await post(
      '/account/login',
      'username=a&password=secret&redirect_uri=%2Fnews%3FpageIndex%3D2',
    )
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(
      '/account/login?error=credentials&redirect_uri=%2Fnews%3FpageIndex%3D2',
    )
  })
  it('never returns to another site', async () => {
    const answer = await post('/account/login', 'redirect_uri=https%3A%2F%2Fevil.example')
    expect(answer.headers.location).toBe('/account/login?error=username.missing%2Cpassword.missing')
  })
})

describe('files of the libraries (specification 9, reverse proxy)', () => {
  const IMAGE = '/image-library/scenes/bin-lorry.x82998dcc.svg'
  it('are handed on with their type and lifetime, without cookies, and cannot act as a page', async () => {
    const answer = await shell.get(IMAGE, { cookie: 'RefreshToken=secret' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch('image/svg+xml')
    expect(answer.headers['content-security-policy']).toMatch(/sandbox/)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
  it('that do not exist are a 404 that is not cached', async () => {
    const answer = await shell.get('/image-library/none.svg')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
  it('are read only', async () => {
    expect((await post(IMAGE, 'x')).statusCode).toBe(405)
  })
})
