import { readReturnPath, withReturn } from './return-path.ts'

describe('return path (specification 2: redirect_uri carries the original path)', () => {
  test.each([
    '/',
    '/news',
    '/news?page=2#top',
    '/caf%C3%A9',
    '/a-b/c_d',
    '/search?next=http://x',
    '/account/change-password',
    '/cy/account/change-password?x=1',
    '/tax/account',
    '/my-council/account/login',
    '/tax/account/register-a-birth',
    '/bin/account/accessibility',
    '/account',
    '/account?x',
    '/account/orders',
    '/account/change-passwords',
    '/my/account',
    '/cy/account',
  ])('%j is kept', (path) => {
    expect(readReturnPath(path)).toBe(path)
  })

  test.each([
    undefined,
    '',
    'news',
    '//evil.test',
    '/\\evil.test',
    '/a\\b',
    'https://evil.test/',
    'javascript:alert(1)',
    ' /news',
    '/\u0000',
    '/\n/evil.test',
    '/a/..//evil.test',
    '/a//b',
    '/./x',
    '/account/login',
    '/account/%6Cogin',
    '/account/register',
    '/account/reset/password',
    '/cy/account/verify/resend?user=x',
    '/zh-Hans/account/reset-password?token=x',
    '/gsw/account/login',
    '/es-419/account/verify?token=x',
    '/cy/account/access-denied',
    '/account/change-password/../login',
    `/${'x'.repeat(3_000)}`,
  ])('%j is refused', (path) => {
    expect(readReturnPath(path)).toBeNull()
  })

  test('stands in the sign-in address, encoded', () => {
    expect(withReturn('/account/login', '/members?a=1&b=2')).toBe(
      '/account/login?redirect_uri=%2Fmembers%3Fa%3D1%26b%3D2',
    )
  })

  test.each(['/', '//evil.test', '/account/login'])('is left out for %j', (path) => {
    expect(withReturn('/account/login', path)).toBe('/account/login')
  })
})
