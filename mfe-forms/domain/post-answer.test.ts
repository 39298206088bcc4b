import { readEntryAnswer, readPostAnswer } from './post-answer.ts'

describe('answer to a form post (specification 7, Form calls 3)', () => {
  test('status 200 is success and brings the form post id', () => {
    expect(readPostAnswer(200, { formPostId: 149, errors: [] })).toMatchObject({
      isSuccess: true,
      formPostId: '149',
      errors: [],
    })
  })

  test.each([201, 302, 400, 500])('status %i is not a success', (status) => {
    expect(readPostAnswer(status, { formPostId: 7 })).toMatchObject({ isSuccess: false, errors: [] })
  })

  test.each([401, 403])('status %i has the visitor sign in, or says that access is denied', (status) => {
    expect(readPostAnswer(status, { errors: ['No'] })).toMatchObject({
      isSuccess: false,
      refusedWith: status,
    })
    expect(readPostAnswer(status, null).refusedWith).toBeNull()
  })

  test('no other status does', () => {
    expect([200, 400, 422, 503].map((status) => readPostAnswer(status, {}).refusedWith)).toEqual(
      [200, 400, 422, 503].map(() => null),
    )
  })

  test('errors are reported', () => {
    expect(readPostAnswer(422, { errors: ['Too late'] }).errors).toEqual(['Too late'])
  })

  test('a redirect by POST with a body is a second post', () => {
    const answer = {
      action: 'Redirect',
      message: '<p>done</p>',
      redirect: { method: 'POST', url: 'https://crm.example/api', body: 'a=1' },
    }
    expect(readPostAnswer(200, answer)).toMatchObject({
      customPostUrl: 'https://crm.example/api',
      redirectUrl: null,
    })
    expect(
      readPostAnswer(200, { ...answer, redirect: { ...answer.redirect, body: '' } }).customPostUrl,
    ).toBeNull()
    expect(readPostAnswer(200, { ...answer, redirect: { ...answer.redirect, method: 'PUT' } })).toMatchObject(
      { customPostUrl: null, redirectUrl: null },
    )
  })

  test('a redirect by GET leads to the message, unless that is markup', () => {
    const answer = { action: 'Redirect', message: '/thanks', redirect: { method: 'GET', url: '/x' } }
    expect(readPostAnswer(200, answer).redirectUrl).toBe('/thanks')
    expect(readPostAnswer(200, { ...answer, message: '<p>x</p>' }).redirectUrl).toBeNull()
    expect(readPostAnswer(200, { ...answer, action: 'Show' }).redirectUrl).toBeNull()
    expect(readPostAnswer(200, { ...answer, redirect: { method: 'PUT' } }).redirectUrl).toBeNull()
  })

  test.each([
    'javascript:alert(1)',
    '//evil.test',
    '/\\evil.test',
    'data:text/html,x',
    'https://user:pw@evil.test',
  ])('never leads to %j', (message) => {
    expect(
      readPostAnswer(200, { action: 'Redirect', message, redirect: { method: 'GET' } }).redirectUrl,
    ).toBeNull()
    const post = { action: 'Redirect', redirect: { method: 'POST', url: message, body: 'x' } }
    expect(readPostAnswer(200, post).customPostUrl).toBeNull()
  })

  test('may lead to an http address, and posts nothing to one', () => {
    const message = 'HTTP://plain.test/thanks'
    const follow = { action: 'Redirect', message, redirect: { method: 'GET' } }
    expect(readPostAnswer(200, follow).redirectUrl).toBe(message)
    const post = { action: 'Redirect', redirect: { method: 'POST', url: message, body: 'x' } }
    expect(readPostAnswer(200, post).customPostUrl).toBeNull()
  })

  test.each([null, '<html>We will be back</html>', 7, []])(
    '200 with %j is a failure: nothing was stored',
    (body) => {
      expect(readPostAnswer(200, body).isSuccess).toBe(false)
    },
  )

  test('an answer that denies success is believed, unless it names a post', () => {
    expect(readPostAnswer(200, { success: false, errors: ['No'] })).toMatchObject({
      isSuccess: false,
      errors: ['No'],
    })
    expect(readPostAnswer(200, { success: false, formPostId: 7 }).isSuccess).toBe(true)
  })

  test('says what the server found wrong, and what became of a custom post that the host made', () => {
    const issues = [{ fieldId: 'a', controlId: 'a', message: 'Email is a required field' }]
    expect(readPostAnswer(422, { success: false, issues }).issues).toEqual(issues)
    // The gateway repeats their texts as errors.
    const errors = ['Email is a required field', 'The form is closed']
    expect(readPostAnswer(422, { success: false, issues, errors }).errors).toEqual(['The form is closed'])
    const customPost = { success: false, errors: ['late'] }
    expect(readPostAnswer(200, { formPostId: 7, customPost }).customPost).toEqual(customPost)
  })

  test.each([{}, { formPostId: {}, errors: {}, redirect: 'x', action: 'Redirect' }])(
    'reads %j as a success without an id, errors or a redirect',
    (body) => {
      expect(readPostAnswer(200, body)).toEqual({
        isSuccess: true,
        formPostId: null,
        errors: [],
        refusedWith: null,
        redirectUrl: null,
        customPostUrl: null,
      })
    },
  )
})

describe('answer of the Forms API (reference forms 3.1)', () => {
  test('brings the reference, and what its author says about it as plain text', () => {
    const form = { reference: 'TD-7', sys: { id: 'e1' } }
    expect(
      readEntryAnswer(200, { form, confirmation: { content: '<p>Thank  <b>you</b></p>' } }),
    ).toMatchObject({
      isSuccess: true,
      formPostId: 'TD-7',
      message: 'Thank you',
      redirectUrl: null,
    })
    expect(readEntryAnswer(200, { form: { number: '9', sys: { id: 'e1' } } }, 'number').formPostId).toBe('9')
    expect(readEntryAnswer(200, { form: { sys: { id: 'e1' } } }).formPostId).toBe('e1')
  })

  test.each([
    [
      '<p>We&rsquo;ll call &amp; write &#8211; it costs &pound;5&#x2026;</p>',
      'We’ll call & write – it costs £5…',
    ],
    ['T&ucirc;r D&Wcirc;r &lt;b&gt;', 'Tûr DŴr <b>'],
    ['CAF&EACUTE; caf&eacute; CAF&Eacute;', 'CAF&EACUTE; café CAFÉ'],
    ['&#0; &#x0; &#xD800; &#57343; &#xD7FF; &#xE000;', '&#0; &#x0; &#xD800; &#57343; \uD7FF \uE000'],
    ['R&D; &constructor; &#1114112; &amp;lt; 5 & 6', 'R&D; &constructor; &#1114112; &lt; 5 & 6'],
  ])('whose author says %j is read as %j', (content, message) => {
    expect(readEntryAnswer(200, { form: {}, confirmation: { content } }).message).toBe(message)
  })

  test('may lead to a page, and nowhere else', () => {
    const answer = (uri: string) => ({ form: {}, confirmation: { link: { sys: { uri } } } })
    expect(readEntryAnswer(200, answer('/thanks')).redirectUrl).toBe('/thanks')
    expect(readEntryAnswer(200, answer('javascript:alert(1)')).redirectUrl).toBeNull()
  })

  test.each([null, {}, 'text', { form: 7 }])('200 with %j is a failure', (body) => {
    expect(readEntryAnswer(200, body).isSuccess).toBe(false)
  })

  test('says why it was refused', () => {
    expect(readEntryAnswer(422, { message: 'This form takes no answers any more' })).toMatchObject({
      isSuccess: false,
      errors: ['This form takes no answers any more'],
    })
  })
})
