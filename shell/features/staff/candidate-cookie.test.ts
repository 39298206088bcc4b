import { candidateCookie, readCandidate } from './candidates.server.ts'

const roundTrip = (app: string, version: string) =>
  readCandidate(candidateCookie({ app, version }, true).split(';')[0])

describe('the candidate that a staff member tries', () => {
  it('is found again in the cookie that names it', () => {
    expect(roundTrip('mfe-content', '1.2.3-abc+4')).toEqual({ app: 'mfe-content', version: '1.2.3-abc+4' })
    expect(candidateCookie({ app: 'mfe-content', version: '1' }, true)).toMatch(
      /HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it.each([
    '',
    'shell@1',
    'mfe-content',
    'mfe-content@../1',
    'mfe-content@%2e%2e',
    `mfe-a@${'1'.repeat(99)}`,
  ])('is none in %s', (value) => {
    expect(readCandidate(`site-candidate=${value}`)).toBeNull()
  })

  it('ends with a cookie that ends at once', () => {
    expect(candidateCookie(null, false)).toBe('site-candidate=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  })
})
