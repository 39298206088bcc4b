import type { Action, User, UserState } from '../contract/index.ts'
import {
  createStore,
  initialUser,
  passwordChangeFailed,
  passwordChangeFinished,
  passwordChangeRequested,
  passwordResetFailed,
  passwordResetFinished,
  passwordResetRequested,
  registrationFailed,
  registrationFinished,
  registrationRequested,
  resetMailFailed,
  resetMailFinished,
  resetMailRequested,
  selectUser,
  selectUserState,
  sessionEnded,
  sessionRequested,
  signInFailed,
  signInFinished,
  signInRequested,
  userSlice,
  userUpdated,
} from './index.ts'

const somebody: User = {
  id: 'u1',
  username: 'a.member',
  email: 'a.member@larkmoor.example',
  firstName: 'Ann',
  lastName: 'Member',
  name: 'Ann Member',
  groups: [{ id: 'g1', name: 'Members' }],
  isStaff: false,
}
const credentials = {
  bearerTokenExpiryDate: '2026-01-01T01:00:00.000Z',
  refreshTokenExpiryDate: '2026-01-16T00:00:00.000Z',
}
const signedIn = signInFinished({ user: somebody, credentials })
const after = (...actions: readonly Action[]): UserState =>
  actions.reduce<UserState>((state, action) => userSlice.reducer(state, action) as UserState, initialUser)

describe('the user state (specification 3, User and Authentication state)', () => {
  it('begins logged out, with no request pending', () => {
    expect(after()).toEqual({
      id: null,
      username: '',
      email: '',
      firstName: '',
      lastName: '',
      name: '',
      groups: [],
      isStaff: false,
      authenticationState: {
        isLoading: false,
        isAuthenticated: false,
        isAuthenticationError: false,
        isError: false,
        errorMessage: null,
        clientCredentials: null,
      },
      registration: { isLoading: false, success: false, error: null, user: null },
      passwordResetRequest: { isSending: false, sent: false, error: null },
      resetPassword: { isSending: false, sent: false, error: null },
      changePassword: { isSending: false, sent: false, error: null },
    })
    expect(selectUser({})).toBeNull()
  })

  it('stays the same object for actions of others, so that nothing renders again', () => {
    const state = after(signedIn)
    expect(userSlice.reducer(state, { type: 'search/termChanged' })).toBe(state)
  })
})

describe('authentication (specification 4)', () => {
  it.each([
    ['a password', signInRequested({ username: 'a', password: 'secret-word', returnPath: null })],
    ['a refresh or security token', sessionRequested()],
  ])('goes to loading with %s, and keeps no password', (_with, asked) => {
    const state = after(asked)
    expect(state.authenticationState.isLoading).toBe(true)
    expect(JSON.stringify(state)).not.toContain('secret-word')
  })

  it('merges the user and the flags once a user is signed in', () => {
    const state = after(sessionRequested(), signedIn)
    expect(state).toMatchObject(somebody)
    expect(state.authenticationState).toMatchObject({
      isLoading: false,
      isAuthenticated: true,
      isError: false,
      clientCredentials: credentials,
    })
    expect(selectUser({ user: state })).toEqual(somebody)
  })

  it('sets the authentication-error flag for refused credentials, and not for a failure on the way', () => {
    const refused = after(sessionRequested(), signInFailed({ message: 'No.', isAuthenticationError: true }))
    expect(refused.authenticationState).toMatchObject({
      isLoading: false,
      isAuthenticated: false,
      isError: true,
      isAuthenticationError: true,
      errorMessage: 'No.',
    })
    const unlucky = after(
      sessionRequested(),
      signInFailed({ message: 'Later.', isAuthenticationError: false }),
    )
    expect(unlucky.authenticationState).toMatchObject({ isError: true, isAuthenticationError: false })
  })

  it('forgets an error when the visitor tries again', () => {
    const state = after(signInFailed({ message: 'No.', isAuthenticationError: true }), sessionRequested())
    expect(state.authenticationState).toMatchObject({ isError: false, errorMessage: null })
  })

  it('stays authenticated in the view, whatever fails afterwards', () => {
    const state = after(
      signedIn,
      sessionRequested(),
      signInFailed({ message: 'x', isAuthenticationError: true }),
    )
    expect(state.authenticationState.isAuthenticated).toBe(true)
    expect(state.id).toBe('u1')
  })

  it('changes facts of the user and nothing else', () => {
    const state = after(signedIn, userUpdated({ firstName: 'Anna' }))
    expect(state).toEqual({ ...after(signedIn), firstName: 'Anna' })
  })

  it('resets all user state to its defaults at the end of a session', () => {
    const busy = after(signedIn, registrationFinished({ id: 'u2' }), resetMailFinished(), sessionEnded())
    expect(busy).toEqual(initialUser)
  })
})

describe('account flows (specification 4)', () => {
  it('registers: loading, then success with the created user, or failed', () => {
    expect(after(registrationRequested({ username: 'b' })).registration).toMatchObject({ isLoading: true })
    expect(after(registrationRequested({}), registrationFinished({ id: 'u2' })).registration).toEqual({
      isLoading: false,
      success: true,
      error: null,
      user: { id: 'u2' },
    })
    const error = { message: 'Registration service: Conflict', status: 409 }
    expect(after(registrationRequested({}), registrationFailed(error)).registration).toEqual({
      isLoading: false,
      success: false,
      error,
      user: null,
    })
  })

  it('drops the outcome of each request on navigation to another page, so that its form is shown again', () => {
    const store = createStore({ parts: [{ owner: 'shell', slices: [userSlice] }] })
    const requests = [registrationFinished({ id: 'u2' }), resetMailFinished(), passwordResetFinished()]
    for (const action of [signedIn, ...requests, passwordChangeFailed({ message: 'No.' })])
      store.dispatch(action)
    const before = selectUserState(store.getState())
    store.adopt({ side: 'state of the same page that arrives later' })
    expect(selectUserState(store.getState())).toBe(before)
    store.adopt({ page: 'next' as never })
    expect(selectUserState(store.getState())).toEqual(after(signedIn))
  })

  const flows = [
    ['passwordResetRequest', resetMailRequested, resetMailFinished, resetMailFailed],
    ['resetPassword', passwordResetRequested, passwordResetFinished, passwordResetFailed],
    ['changePassword', passwordChangeRequested, passwordChangeFinished, passwordChangeFailed],
  ] as const

  it.each(flows)('%s goes sending, then sent or error, and touches no other', (key, asked, done, failed) => {
    const error = { message: 'Invalid object' }
    expect(after(asked({}))).toEqual({ ...initialUser, [key]: { isSending: true, sent: false, error: null } })
    expect(after(asked({}), done())[key]).toEqual({ isSending: false, sent: true, error: null })
    expect(after(asked({}), failed(error))[key]).toEqual({ isSending: false, sent: false, error })
    expect(after(failed(error), asked({}))[key].error).toBeNull()
  })
})
