import { candidateCookie, endedCandidate, readCandidate } from './candidates.server.ts'

const TESTER = { id: 'user 1; a@b' }
const roundTrip = (app: string, version: string, user = TESTER) =>
  readCandidate(candidateCookie({ app, version }, TESTER, true).split(';')[0], user)

describe('the candidate that a staff member tries', () => {
  it('is read back from its cookie', () => {
    expect(roundTrip('mfe-content', '1.2.3-abc+4')).toEqual({ app: 'mfe-content', version: '1.2.3-abc+4' })
    expect(candidateCookie({ app: 'mfe-content', version: '1' }, TESTER, true)).toMatch(
      /HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('is none for the next member of staff at the same browser', () => {
    expect(roundTrip('mfe-content', '1.2.3', { id: 'user 2' })).toBeNull()
  })

  it.each([
    '',
    'shell@1',
    'mfe-content',
    'mfe-content@1',
    'mfe-content@../1@u',
    'mfe-content@%2e%2e@u',
    `mfe-a@${'1'.repeat(99)}@u`,
  ])('is none in %s', (value) => {
    expect(readCandidate(`site-candidate=${value}`, { id: 'u' })).toBeNull()
  })

  it('ends with a cookie that ends at once', () => {
    expect(endedCandidate(false)).toBe('site-candidate=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
  })
})
