import { isFederatedHint, isSignedInHint, isSignedOutHint, readHint } from './session-hint.ts'

describe('the hint that every tab reads (specification 9, cookie polling)', () => {
  it.each([
    ['', ''],
    ['tessera-session=in.abc', 'in.abc'],
    ['a=1; tessera-session=out; b=2', 'out'],
    ['other-tessera-session=in.abc', ''],
    ['tessera-sessions=in.abc', ''],
  ])('is found among all cookies: %j has %j', (cookies, hint) => {
    expect(readHint(cookies)).toBe(hint)
  })

  it.each([
    ['in.1', [true, false, false]],
    ['out', [false, true, false]],
    ['out.federated', [false, true, true]],
    ['over', [false, false, false]],
    ['', [false, false, false]],
    ['out.anything', [false, false, false]],
  ])('tells signing in, signing out and a federated end apart: %j', (hint, facts) => {
    expect([isSignedInHint(hint), isSignedOutHint(hint), isFederatedHint(hint)]).toEqual(facts)
  })
})
