import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordIssue } from './password-policy.ts'

describe('password policy (reference security 1.17)', () => {
  it.each(['correct horse battery', 'aaaaaaaaaaab', 'cyfrinair hir iawn', '🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊'])(
    'takes %j: length is the rule, not kinds of characters',
    (password) => {
      expect(passwordIssue(password)).toBeNull()
    },
  )

  it('wants at least twelve characters, as people count them', () => {
    expect(passwordIssue('x'.repeat(PASSWORD_MIN_LENGTH - 1))).toBe('too-short')
    expect(passwordIssue('x'.repeat(PASSWORD_MIN_LENGTH))).toBeNull()
    expect(passwordIssue('🦊'.repeat(6))).toBe('too-short')
    expect(passwordIssue('')).toBe('missing')
  })

  it('refuses what only makes hashing slow', () => {
    expect(passwordIssue('x'.repeat(PASSWORD_MAX_LENGTH))).toBeNull()
    expect(passwordIssue('x'.repeat(PASSWORD_MAX_LENGTH + 1))).toBe('too-long')
  })

  it.each([
    ['user name', 'JosephineB-2026', { username: 'josephineb' }],
    ['email address', 'jo.bevan@post.example', { email: 'Jo.Bevan@post.example' }],
    ['name of the mailbox', 'my-jo.bevan-2026', { email: 'jo.bevan@post.example' }],
    ['last name', 'mrs-LLEWELYN-2026', { lastName: 'Llewelyn' }],
  ])('refuses a password that holds the %s', (_what, password, owner) => {
    expect(passwordIssue(password, owner)).toBe('too-personal')
  })

  it('does not look for parts that are in too many words', () => {
    expect(passwordIssue('jolly good fellow', { firstName: 'Jo', email: 'jo@post.example' })).toBeNull()
  })
})
