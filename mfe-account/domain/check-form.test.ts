import { checkForm } from './check-form.ts'

const REGISTRATION = {
  firstName: 'Asha',
  lastName: 'Member',
  email: 'asha@post.example',
  password: 'five tall green ladders',
}

describe('checks before a form is sent (specification 5: Accounts and security)', () => {
  it('find nothing in a form that is in order', () => {
    expect(checkForm('registration', REGISTRATION)).toEqual([])
    expect(checkForm('sign-in', { username: 'a', password: ' ' })).toEqual([])
  })

  it.each([
    ['sign-in', ['username', 'password']],
    ['registration', ['email', 'password']],
    ['forgot-password', ['userEmail']],
    ['reset-password', ['password']],
    ['change-password', ['currentPassword', 'newPassword']],
    ['verify', ['user']],
  ] as const)('name every field that is empty: %s', (form, fields) => {
    expect(checkForm(form, {})).toEqual(fields.map((field) => ({ field, code: 'missing' })))
  })

  it.each(['asha', 'asha@', '@post.example', 'a b@post.example'])('refuse %j as an address', (email) => {
    expect(checkForm('registration', { ...REGISTRATION, email })).toEqual([
      { field: 'email', code: 'invalid' },
    ])
  })

  it.each([
    ['eleven char', 'too-short'],
    ['x'.repeat(201), 'too-long'],
    ['asha@post.example!', 'too-personal'],
  ])('hold a new password to the policy: %j is %s', (password, code) => {
    expect(checkForm('registration', { ...REGISTRATION, password })).toEqual([{ field: 'password', code }])
  })

  it('let an old password be as it is', () => {
    expect(
      checkForm('change-password', { currentPassword: 'x', newPassword: 'five tall green ladders' }),
    ).toEqual([])
  })
})
