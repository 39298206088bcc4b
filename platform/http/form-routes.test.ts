import { aFormPlatform, FORM_VERSION, type FormPlatform } from '../testing/a-form-platform.ts'
import { ask, form } from '../testing/a-platform.ts'

const NOTICE = `/REST/UI/FormsModule/sendnotification/${FORM_VERSION}`
const SETTINGS = {
  notify: { to: 'gardeners@hillside.example' },
  confirm: { field: '2', subject: 'Your question {reference}', text: 'We have {reference}.' },
}
const FIELDS = { 'ctrl_1-69-aa111': 'Ada', 'ctrl_2-69-bb222': 'ada@example.org', 'ctrl_3-69-cc333': 'Why?' }

describe('classic forms (specification 7, Form calls; reference forms 1.11)', () => {
  let site: FormPlatform
  beforeEach(
    async () =>
      void (site = await aFormPlatform(({ forms }) => forms[0] && (forms[0]['settings'] = SETTINGS))),
  )
  afterEach(() => site.close())
  const mails = () =>
    site
      .rows("SELECT json FROM outbox WHERE kind = 'mail' ORDER BY id")
      .map(({ json }) => JSON.parse(String(json)) as { to: string; subject: string; text: string })

  test('a post is stored with its time, the version of its form and a description of that version', async () => {
    const before = new Date().toISOString()
    const id = await site.post(FIELDS)
    const [kept] = site.rows('SELECT form, version, received, json FROM form_post')
    expect(kept).toMatchObject({ form: '1001', version: '69', json: JSON.stringify(FIELDS) })
    expect(String(kept?.['received']) >= before).toBe(true)
    const [version] = site.rows('SELECT form, version, title, labels FROM form_version')
    expect(version).toMatchObject({ form: '1001', version: '69', title: 'Ask a gardener' })
    expect(JSON.parse(String(version?.['labels']))).toEqual([
      ['1', 'Your name'],
      ['2', 'Email'],
      ['3', 'Question'],
      ['4', 'Photo'],
    ])
    expect(id).toBe(1)
  })

  test('the answer has the id of the post and the message to show', async () => {
    expect(
      (await form(site.platform, `/REST/UI/FormsModule/postform/${FORM_VERSION}/0`, FIELDS)).json,
    ).toEqual({
      formPostId: 1,
      success: true,
      errors: [],
      action: 'ShowText',
      message: 'Thank you, we will reply soon',
    })
  })

  test("a mail about a post goes to the form's staff address, and a confirmation to the sender", async () => {
    await site.post(FIELDS)
    const [told, confirmed] = mails()
    expect(told).toMatchObject({ to: 'gardeners@hillside.example', subject: 'New post: Ask a gardener' })
    for (const line of ['Reference: 1', 'Your name: Ada', 'Email: ada@example.org', 'Question: Why?'])
      expect(told?.text.split('\n')).toContain(line)
    expect(confirmed).toMatchObject({
      to: 'ada@example.org',
      subject: 'Your question 1',
      text: 'We have 1.',
    })
    expect(mails()).toHaveLength(2)
  })

  test('in the mail to staff only the fields of a form begin a line', async () => {
    const question = ['Why?\r\nEmail: b@example.org', 'Reference: 9', '', 'c\u2028d\u0085e\u000bf'].join('\n')
    await site.post({ ...FIELDS, 'ctrl_3-69-cc333': question })
    const [, answers = ''] = (mails()[0]?.text ?? '').split('\n\nYour name: ')
    expect(answers.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)).toEqual([
      ...['Ada', 'Email: ada@example.org', 'Question: Why?', '    Email: b@example.org'],
      ...['    Reference: 9', '    ', '    c', '    d', '    e', '    f'],
    ])
  })

  test('when files will follow, both mails wait for the notification, list the files, and are written once', async () => {
    const post = await site.post({ ...FIELDS, 'file_ctrl_4-69': 'photo.png' })
    await site.upload(post)
    expect(mails()).toEqual([])
    for (const _ of [1, 2]) expect((await form(site.platform, `${NOTICE}/${post}`, {})).status).toBe(200)
    expect(mails().map(({ to }) => to)).toEqual(['gardeners@hillside.example', 'ada@example.org'])
    expect(mails()[0]?.text).toContain('Files: photo.png')
  })

  test.each(['ada@example.org\nBcc: all@example.org', 'a@b.example, c@d.example', 'nobody', ''])(
    'the confirmation goes to one address only, never to %j',
    async (address) => {
      await site.post({ ...FIELDS, 'ctrl_2-69-bb222': address })
      expect(mails().map(({ to }) => to)).toEqual(['gardeners@hillside.example'])
    },
  )

  test('a notification with a key is stored once; for another post the key is refused', async () => {
    const [one, two] = [await site.post(), await site.post()]
    const notify = (post: number) =>
      site.platform.inject({
        method: 'POST',
        url: `${NOTICE}/${post}`,
        headers: { 'idempotency-key': 'notice-1' },
      })
    expect([(await notify(one)).statusCode, (await notify(one)).statusCode]).toEqual([200, 200])
    expect((await notify(two)).statusCode).toBe(409)
    expect(site.rows("SELECT id FROM outbox WHERE kind = 'form-notification'")).toHaveLength(1)
  })
})

describe('captchas (specification 4 and 7)', () => {
  let site: FormPlatform
  let captchaPlatform: FormPlatform | undefined
  /** A platform whose first form asks for a captcha, which the fake captcha of another platform verifies. */
  const withCaptcha = async () => {
    captchaPlatform = await aFormPlatform()
    const { url } = await captchaPlatform.platform.listen(0)
    return aFormPlatform(({ environment, forms }) => {
      environment['forms'] = {
        captcha: { verifyUrl: `${url}/api/platform/captcha/siteverify`, secret: 'demo-secret' },
      }
      const map = (forms[0]?.['definition'] as { form: Record<string, unknown> }).form
      map['showcaptcha'] = 'true'
    })
  }
  const verify = async (fields: Record<string, string>) =>
    (await form(site.platform, '/api/platform/captcha/siteverify', fields)).json
  afterEach(async () => {
    await site.close()
    await captchaPlatform?.close()
    captchaPlatform = undefined
  })

  test('the fake captcha has tokens that are valid, refused, expired, and valid once', async () => {
    site = await aFormPlatform()
    const secret = 'demo-secret'
    expect(await verify({ secret, response: 'demo-accept' })).toMatchObject({
      success: true,
      'error-codes': [],
    })
    const once = { secret, response: 'demo-once-1' }
    expect([await verify(once), await verify(once)]).toMatchObject([
      { success: true },
      { success: false, 'error-codes': ['timeout-or-duplicate'] },
    ])
    for (const [fields, code] of [
      [{ secret, response: 'demo-refuse' }, 'invalid-input-response'],
      [{ secret, response: 'anything' }, 'invalid-input-response'],
      [{ secret, response: 'demo-expired' }, 'timeout-or-duplicate'],
      [{ secret }, 'missing-input-response'],
      [{ secret: 'wrong', response: 'demo-accept' }, 'invalid-input-secret'],
      [{ response: 'demo-accept' }, 'missing-input-secret'],
    ] as const)
      expect([fields, await verify(fields)]).toEqual([fields, { success: false, 'error-codes': [code] }])
  })

  test('a post whose token is not accepted is answered without success and without an id, and is not stored', async () => {
    site = await withCaptcha()
    const send = async (captchaResponse: string, version = FORM_VERSION) =>
      (
        await form(site.platform, `/REST/UI/FormsModule/postform/${version}/0`, {
          ...FIELDS,
          captchaResponse,
        })
      ).json
    for (const token of [
      '{"Response":"demo-refuse"}',
      '{"Response":"demo-expired"}',
      '{}',
      'demo-accept',
      '',
    ])
      expect([token, await send(token)]).toEqual([
        token,
        { success: false, errors: ['The captcha was not accepted'] },
      ])
    expect(site.rows('SELECT id FROM form_post')).toEqual([])
    expect(await send('{"Response":"demo-accept"}')).toMatchObject({ success: true, formPostId: 1 })
    // The other form asks for no captcha.
    expect(await send('', '70')).toMatchObject({ success: true })
    await captchaPlatform?.close()
    expect(await send('{"Response":"demo-accept"}')).toMatchObject({ success: false })
    expect(JSON.stringify(site.rows('SELECT json FROM form_post'))).not.toContain('demo-accept')
    expect((await ask(site.platform, '/health/ready')).status).toBe(200)
  })

  test('a stored post that is sent again with its key gets the same answer, although its token was valid only once', async () => {
    site = await withCaptcha()
    const send = async (key: string, name = 'Ada') => {
      const { statusCode, body } = await site.platform.inject({
        method: 'POST',
        url: `/REST/UI/FormsModule/postform/${FORM_VERSION}/0`,
        headers: { 'idempotency-key': key, 'content-type': 'application/json' },
        payload: { ...FIELDS, 'ctrl_1-69-aa111': name, captchaResponse: '{"Response":"demo-once-again"}' },
      })
      return { status: statusCode, json: JSON.parse(body) as unknown }
    }
    const first = await send('one')
    expect(first).toMatchObject({ status: 200, json: { success: true, formPostId: 1 } })
    expect(await send('one')).toEqual(first)
    expect((await send('one', 'Bea')).status).toBe(409)
    expect((await send('two')).json).toMatchObject({ success: false })
    expect(site.rows('SELECT id FROM form_post')).toHaveLength(1)
  })

  test('two equal posts at the same time are stored once, and the captcha is verified once for both', async () => {
    site = await withCaptcha()
    const send = async () => {
      const { statusCode, body } = await site.platform.inject({
        method: 'POST',
        url: `/REST/UI/FormsModule/postform/${FORM_VERSION}/0`,
        headers: { 'idempotency-key': 'one', 'content-type': 'application/json' },
        payload: { ...FIELDS, captchaResponse: '{"Response":"demo-once-twins"}' },
      })
      return { status: statusCode, json: JSON.parse(body) as unknown }
    }
    const [first, second] = await Promise.all([send(), send()])
    expect(first).toMatchObject({ status: 200, json: { success: true, formPostId: 1 } })
    expect(second).toEqual(first)
    expect(site.rows('SELECT id FROM form_post')).toHaveLength(1)
  })
})
