import { jest } from '@jest/globals'
import { A_FORM as FORM, GOOD_ANSWERS as GOOD } from '../testing/a-forms-api-form.ts'
import { aFormPlatform, type FormPlatform } from '../testing/a-form-platform.ts'
import { ask, signIn, TOKEN } from '../testing/a-platform.ts'

const BASE = '/api/forms/projects/website/contentTypes/tell-us/languages'
const MEMBERS = 'tell-members'

const settings = {
  notify: { to: 'staff@hillside.example' },
  confirm: {
    field: 'email',
    subject: { 'en-GB': 'Thanks {reference}', 'fr-FR': 'Merci {reference}' },
    text: '{reference}',
  },
}
describe('the Forms API (reference forms 3.1)', () => {
  let site: FormPlatform
  let captchaPlatform: FormPlatform | undefined
  const withForm = (properties: object = {}, more: object = {}, environment: object = {}) =>
    aFormPlatform((seed) => {
      const published = { ...FORM, ...more, properties: { ...FORM.properties, ...properties } }
      const latest = { ...published, version: { versionNo: '3.1' }, name: 'A draft' }
      seed.forms.push({ formTypeId: 'tell-us', projectId: 'website', published, latest, settings })
      seed.forms.push({ formTypeId: 'only-draft', projectId: 'website', latest })
      seed.environment['forms'] = environment
    })
  /** The form, and the fake captcha of another platform that verifies its tokens. */
  const withCaptcha = async () => {
    captchaPlatform = await aFormPlatform()
    const { url } = await captchaPlatform.platform.listen(0)
    return withForm(
      {},
      {},
      { captcha: { verifyUrl: `${url}/api/platform/captcha/siteverify`, secret: 'demo-secret' } },
    )
  }
  const get = (path: string, headers: Record<string, string> = {}) => ask(site.platform, path, headers)
  const post = async (payload: unknown, more: { url?: string; headers?: Record<string, string> } = {}) => {
    const answer = await site.platform.inject({
      method: 'POST',
      url: `${BASE}/${more.url ?? 'en-GB/entries'}`,
      headers: { 'content-type': 'application/json', ...more.headers },
      payload: JSON.stringify(payload),
    })
    type Body = {
      form: Record<string, unknown>
      confirmation: unknown
      message: string
      data: { field: string; rule: string; message: string }[] & { reason: string }
    }
    return { status: answer.statusCode, json: answer.json<Body>() }
  }
  afterEach(async () => {
    await site.close()
    await captchaPlatform?.close()
    captchaPlatform = undefined
  })

  test('a form is delivered in each of its languages, and by default in the one it was created in', async () => {
    site = await withForm()
    const [english, french, fallback] = await Promise.all(
      ['en-gb', 'fr-FR', 'default'].map((one) => get(`${BASE}/${one}`)),
    )
    expect(english?.json).toMatchObject({
      id: 'tell-us',
      name: 'Tell us',
      language: 'en-GB',
      dataFormat: 'form',
      version: { versionNo: '3.0' },
      groups: [{ name: 'About you' }],
    })
    expect(french?.json).toMatchObject({ name: 'Dites-nous', language: 'fr-FR', groups: [{ name: 'Vous' }] })
    expect(french?.text).toContain('Dites qui vous êtes')
    expect(fallback?.json).toEqual(english?.json)
    expect(english?.text).not.toContain('staff@hillside.example')
  })

  test('an unknown form is 404, a language that the form does not have 422', async () => {
    site = await withForm()
    for (const [path, status] of [
      ['/api/forms/projects/nosuch/contentTypes/tell-us/languages/default', 404],
      ['/api/forms/projects/website/contentTypes/nosuch/languages/default', 404],
      ['/api/forms/projects/website/contentTypes/only-draft/languages/default', 404],
      [`${BASE}/cy`, 422],
    ] as const)
      expect([path, (await get(path)).status]).toEqual([path, status])
    expect((await post(GOOD, { url: 'cy/entries' })).status).toBe(422)
    expect((await post([])).status).toBe(400)
  })

  test('a draft is for those who may read drafts; answers to it are checked but not stored', async () => {
    site = await withForm()
    expect((await get(`${BASE}/default?versionStatus=latest`)).status).toBe(401)
    const headers = { accesstoken: TOKEN }
    expect((await get(`${BASE}/default?versionStatus=latest`, headers)).json).toMatchObject({
      name: 'A draft',
      version: { versionNo: '3.1' },
    })
    const url = 'default/entries?contentTypePreviewVersion=3.1'
    expect((await post(GOOD, { url })).status).toBe(401)
    expect((await post({}, { url, headers })).status).toBe(422)
    expect((await post(GOOD, { url, headers })).json).toMatchObject({
      form: { name: 'Ada' },
      confirmation: { content: '<p>Thanks</p>' },
    })
    expect(site.rows('SELECT id FROM form_post')).toEqual([])
  })

  test('answers are stored with version and language; the response has a reference number and the message to show', async () => {
    site = await withForm()
    const answer = await post(
      { ...GOOD, email: 'ada@example.org', sys: { language: 'xx' } },
      { url: 'fr-FR/entries' },
    )
    expect(answer.status).toBe(200)
    const { form, confirmation } = answer.json
    expect(form).toMatchObject({
      name: 'Ada',
      topics: ['a'],
      agree: true,
      age: null,
      reference: 'TU 0000 0000 0001',
      entryTitle: 'TU 0000 0000 0001',
      sys: { dataFormat: 'form', language: 'fr-FR' },
    })
    expect(confirmation).toEqual({ content: '<p>Merci</p>' })
    const [kept] = site.rows('SELECT form, version, language, reference, entry, json FROM form_post')
    expect(kept).toMatchObject({
      form: 'tell-us',
      version: '3.0',
      language: 'fr-FR',
      reference: 'TU 0000 0000 0001',
      entry: (form['sys'] as { id: string }).id,
    })
    expect(JSON.parse(String(kept?.['json']))).toEqual({ ...GOOD, email: 'ada@example.org' })
    const mails = site
      .rows("SELECT json FROM outbox WHERE kind = 'mail' ORDER BY id")
      .map(({ json }) => JSON.parse(String(json)) as { to: string; subject: string; text: string })
    expect(mails).toMatchObject([
      { to: 'staff@hillside.example', subject: 'New post: Dites-nous' },
      { to: 'ada@example.org', subject: 'Merci TU 0000 0000 0001' },
    ])
    expect(mails[0]?.text).toContain('Votre nom: Ada')
  })

  test('the message to show depends on the answers', async () => {
    site = await withForm()
    expect((await post({ ...GOOD, topics: ['a', 'b'] })).json.confirmation).toEqual({
      link: { sys: { uri: '/about' } },
    })
  })

  test('a post that is sent again with its key is stored once and gets the same response; other answers with that key are refused', async () => {
    site = await withForm()
    const headers = { 'idempotency-key': 'once' }
    const [first, again] = [await post(GOOD, { headers }), await post(GOOD, { headers })]
    expect(again.json).toEqual(first.json)
    expect((await post({ ...GOOD, name: 'Bea' }, { headers })).status).toBe(409)
    expect(site.rows('SELECT id FROM form_post')).toHaveLength(1)
  })

  test('a stored post that is sent again with its key gets the same response, although its token was valid only once', async () => {
    site = await withCaptcha()
    const send = (key: string) =>
      post(GOOD, { headers: { 'idempotency-key': key, 'g-recaptcha-response': 'demo-once-again' } })
    const first = await send('one')
    expect(first.status).toBe(200)
    expect(await send('one')).toEqual(first)
    expect((await send('two')).status).toBe(422)
  })

  test('two equal posts at the same time are stored once, and the captcha is verified once for both', async () => {
    site = await withCaptcha()
    const headers = { 'idempotency-key': 'one', 'g-recaptcha-response': 'demo-once-twins' }
    const [first, second] = await Promise.all([post(GOOD, { headers }), post(GOOD, { headers })])
    expect(first.status).toBe(200)
    expect(second).toEqual(first)
    expect(site.rows('SELECT id FROM form_post')).toHaveLength(1)
  })

  test('a stored post that is sent again with its key gets the same response, although the form has closed since', async () => {
    site = await withForm({ autoCloseForm: true, autoCloseDateTime: '2999-01-01T00:00:00' })
    const headers = { 'idempotency-key': 'once' }
    const first = await post(GOOD, { headers })
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2999-01-02T00:00:00Z'))
    try {
      expect((await post(GOOD)).status).toBe(422)
      expect(await post(GOOD, { headers })).toEqual(first)
    } finally {
      now.mockRestore()
    }
  })

  test('answers that break a rule are refused, each with its field and message, and are not stored', async () => {
    site = await withForm()
    const { status, json } = await post({ ...GOOD, name: undefined, age: 17 })
    const errors = [
      { field: 'name', rule: 'required', message: 'Say who you are' },
      { field: 'age', rule: 'min', message: 'Adults only' },
    ]
    expect([status, json.message, json.data]).toEqual([422, 'Say who you are', errors])
    expect(site.rows('SELECT id FROM form_post')).toEqual([])
  })

  test.each([
    [{ autoCloseForm: true, autoCloseDateTime: '2020-01-01T00:00:00' }, {}, { reason: 'closed' }, 'Too late'],
    [{}, { enabled: false }, { reason: 'disabled' }, 'This form takes no answers any more'],
  ])('with %j and %j it takes no answers, and says why', async (properties, more, data, message) => {
    site = await withForm(properties, more)
    expect((await get(`${BASE}/default`)).status).toBe(200)
    expect(await post(GOOD)).toMatchObject({ status: 422, json: { data, message } })
  })

  test('it takes answers until its closing time', async () => {
    site = await withForm({ autoCloseForm: true, autoCloseDateTime: '2999-01-01T00:00:00' })
    expect((await post(GOOD)).status).toBe(200)
  })

  test('a form that requires permission takes posts from signed-in users, or only from its groups', async () => {
    site = await aFormPlatform((seed) => {
      const published = {
        ...FORM,
        properties: {
          requirePermissionToPost: true,
          localizations: { requirePermissionToPostMessage: 'Members only' },
        },
      }
      const groups = ['no-such-group']
      seed.forms.push({ formTypeId: 'tell-us', projectId: 'website', published, settings: {} })
      seed.forms.push({ formTypeId: MEMBERS, projectId: 'website', published, settings: { groups } })
    })
    const bearer = async (name: string, password: string) => ({
      authorization: `Bearer ${(await signIn(site.platform, name, password)).json.access_token}`,
    })
    const member = await bearer('m.member', 'Memb3r-pass-word')
    const members = BASE.replace('tell-us', MEMBERS)
    expect(await get(`${BASE}/default`)).toMatchObject({ status: 401, json: { message: 'Members only' } })
    expect((await post(GOOD)).status).toBe(401)
    expect((await post(GOOD, { headers: member })).status).toBe(200)
    expect((await get(`${members}/default`, member)).status).toBe(403)
    expect((await get(`${members}/default`, await bearer('admin', 'Adm1n-pass-word'))).status).toBe(200)
  })

  test('anonymous visitors need the token of its captcha, where tokens are verified', async () => {
    site = await withCaptcha()
    const withToken = (token: string) => ({ headers: { 'g-recaptcha-response': token } })
    expect(await post(GOOD)).toMatchObject({ status: 422, json: { data: { reason: 'captcha' } } })
    expect((await post(GOOD, withToken('demo-refuse'))).status).toBe(422)
    expect((await post(GOOD, withToken('demo-accept'))).status).toBe(200)
    const { access_token } = (await signIn(site.platform, 'm.member', 'Memb3r-pass-word')).json
    expect((await post(GOOD, { headers: { authorization: `Bearer ${access_token}` } })).status).toBe(200)
  })
})
