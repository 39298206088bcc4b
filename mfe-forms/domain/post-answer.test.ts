import { readPostAnswer } from './post-answer.ts'

describe('answer to a form post (specification 7, Form calls 3)', () => {
  test('status 200 is success and brings the form post id', () => {
    expect(readPostAnswer(200, { formPostId: 149, errors: [] })).toMatchObject({
      isSuccess: true,
      formPostId: '149',
      errors: [],
    })
  })

  test.each([201, 302, 400, 500])('status %i is none', (status) => {
    expect(readPostAnswer(status, null)).toMatchObject({ isSuccess: false, errors: [String(status)] })
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

  test('errors are told', () => {
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
    'http://plain.test',
    'data:text/html,x',
    'https://user:pw@evil.test',
  ])('never leads to %j', (message) => {
    expect(
      readPostAnswer(200, { action: 'Redirect', message, redirect: { method: 'GET' } }).redirectUrl,
    ).toBeNull()
    const post = { action: 'Redirect', redirect: { method: 'POST', url: message, body: 'x' } }
    expect(readPostAnswer(200, post).customPostUrl).toBeNull()
  })

  test.each([null, 'text', 7, [], { formPostId: {}, errors: {}, redirect: 'x', action: 'Redirect' }])(
    'takes %j in its stride',
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
