import { AppError, errorsOf, toAppError } from './index.ts'

const anError = errorsOf({
  'test/gone': { message: 'It is gone.', status: 410 },
  'test/odd': { message: 'Odd.' },
})

describe('AppError (style, Errors)', () => {
  it('takes message and status from its table unless told otherwise', () => {
    expect(anError('test/gone')).toMatchObject({
      code: 'test/gone',
      message: 'It is gone.',
      status: 410,
      details: {},
    })
    const own = anError('test/gone', { message: 'Entry 5 is gone.', status: 404, details: { id: 5 } })
    expect(own).toMatchObject({ message: 'Entry 5 is gone.', status: 404, details: { id: 5 } })
  })

  it('serialises code, message and status only: no stack, details or cause reach state', () => {
    const error = anError('test/gone', { details: { token: 'secret' }, cause: new Error('inner') })
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'test/gone',
      message: 'It is gone.',
      status: 410,
    })
    expect(JSON.parse(JSON.stringify(anError('test/odd')))).toEqual({ code: 'test/odd', message: 'Odd.' })
  })

  it('keeps an AppError as it is and wraps anything else with its cause', () => {
    const error = anError('test/odd')
    expect(toAppError(error)).toBe(error)
    const cause = new TypeError('x is not a function')
    expect(toAppError(cause)).toMatchObject({ code: 'app/unexpected', message: 'x is not a function', cause })
    expect(toAppError('plain text')).toMatchObject({ code: 'app/unexpected', message: 'plain text' })
    expect(toAppError(undefined)).toBeInstanceOf(AppError)
  })
})
