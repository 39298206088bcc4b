import { isCommonPassword } from './common-passwords.ts'

describe('common passwords (reference security 1.17)', () => {
  it.each([
    'password1234',
    'Password2026!',
    'P@ssw0rd1234',
    'passwordpassword',
    'qwertyuiop123',
    'abcdefghijkl',
    '123456789012',
    '987654321098',
    'aaaaaaaaaaaa',
    'abababababab',
    'iloveyou2026',
    'letmeinletmein',
    'WelcomeWelcome1',
    'cyfrinair2026',
    '00000000000x',
    'summer-winter-2026',
    'Liverpool1234',
  ])('refuses %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'correct horse battery',
    'cath ddu ar y wal',
    'vTq9-zK27-mmWx',
    'Demo-Member-2026!',
    'mynydd-afon-70',
    'приветкакдела',
  ])('takes %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  it('does bounded work for the longest text', () => {
    expect(isCommonPassword('love'.repeat(100_000))).toBe(true)
  })
})
