import { readRefusal, type AccountAnswer } from './read-answer.ts'

const answer = (status: number, body: unknown, retryAfter: string | null = null): AccountAnswer => ({
  status,
  statusText: 'Refused',
  body,
  retryAfter,
})

describe('a refusal (specification 7: error.data[0].message or error.message)', () => {
  it.each([
    [{ error: { data: [{ message: 'first' }], message: 'second' } }, 'first'],
    [{ error: { data: [], message: 'second' } }, 'second'],
    [{ error: { message: 'second' } }, 'second'],
    [{ error: 'as text' }, 'as text'],
    [{ data: [{ message: 'bare' }] }, 'bare'],
    [{ message: 'bare' }, 'bare'],
    [{ error: { message: '  ' } }, 'silence'],
    [{}, 'silence'],
    [undefined, 'silence'],
    [null, 'silence'],
    [[1, 2], 'silence'],
    ['text', 'silence'],
    [{ error: { message: 7, data: 'x' } }, 'silence'],
  ])('of %j says %j', (body, message) => {
    expect(readRefusal(answer(422, body), 'silence').error).toEqual({ message, status: 422 })
  })

  it('has the issues that the endpoint names, and drops what is not one', () => {
    const issues = [
      { field: 'password', code: 'too-common' },
      { field: 'elsewhere', code: 'invalid' },
      { field: 'email', code: '<b>' },
      null,
    ]
    expect(readRefusal(answer(422, { error: { message: 'x', issues } }), '').issues).toEqual([
      { field: 'password', code: 'too-common' },
      { field: null, code: 'invalid' },
    ])
  })

  it.each([
    [401, 'expired'],
    [403, 'cross-site'],
    [404, 'unavailable'],
    [429, 'limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('of a bare %d is %j', (status, code) => {
    expect(readRefusal(answer(status, undefined), '').issues).toEqual([{ field: null, code }])
  })

  it.each([
    ['30', null, 30],
    [null, 45, 45],
    ['30', 45, 30],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null, null],
    ['-1', null, null],
    ['999999', null, 86_400],
  ])('says how long to wait: Retry-After %j and %j in the body are %j', (header, seconds, wait) => {
    const body = { error: { message: 'x', retryAfterSeconds: seconds } }
    expect(readRefusal(answer(429, body, header), '').waitSeconds).toBe(wait)
  })
})
