import { retryAfterOf } from './retry-after.ts'

describe('how long a Retry-After header asks to wait (RFC 9110, 10.2.3)', () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString()

  it.each([
    ['0', 0],
    ['90', 90],
    ['86401', 86_400],
    ['1000000', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 31 Dec 2100 23:59:59 GMT', 86_400],
  ])('is told by %j, a day at most', (header, retryAfterSeconds) => {
    expect(retryAfterOf(header)).toEqual({ retryAfterSeconds })
  })

  it('may be until a date', () => {
    const { retryAfterSeconds } = retryAfterOf(inSeconds(60))
    expect(retryAfterSeconds).toBeGreaterThan(50)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
  })

  it.each([undefined, null, 5, ['5'], '', '-5', '1.5', '1e3', 'soon', 'soon GMT', inSeconds(-60)])(
    'is not told by %j',
    (header) => {
      expect(retryAfterOf(header)).toEqual({})
    },
  )
})
