import type {
  AccountError,
  AccountRequestState,
  AuthenticationState,
  HostState,
  RegistrationState,
  User,
  UserState,
} from '../contract/index.ts'
import { defineSlice, type Creator, type On } from './define-slice.ts'
import * as events from './user-events.ts'

const LOGGED_OUT: AuthenticationState = {
  isLoading: false,
  isAuthenticated: false,
  isAuthenticationError: false,
  isError: false,
  errorMessage: null,
  clientCredentials: null,
}
const UNTOUCHED: AccountRequestState = { isSending: false, sent: false, error: null }
const SENDING: AccountRequestState = { isSending: true, sent: false, error: null }
const SENT: AccountRequestState = { isSending: false, sent: true, error: null }
const failed = (error: AccountError): AccountRequestState => ({ isSending: false, sent: false, error })
const UNREGISTERED: RegistrationState = { isLoading: false, success: false, error: null, user: null }

/** Nobody is signed in and nothing was asked for. */
export const initialUser: UserState = {
  id: null,
  username: '',
  email: '',
  firstName: '',
  lastName: '',
  name: '',
  groups: [],
  isStaff: false,
  authenticationState: LOGGED_OUT,
  registration: UNREGISTERED,
  passwordResetRequest: UNTOUCHED,
  resetPassword: UNTOUCHED,
  changePassword: UNTOUCHED,
}

/** What of a state these selectors read; a foreign host has no user. */
type WithUser = Readonly<Partial<Pick<HostState, 'user'>>>

/** The user as the state holds it; null when nobody is signed in. */
export function selectUser(state: WithUser): User | null {
  const { id, username, email, firstName, lastName, name, groups, isStaff } = selectUserState(state)
  return id === null ? null : { id, username, email, firstName, lastName, name, groups, isStaff }
}

/** Whether two answers of `selectUser` say the same: it makes a new one each time. For `useSelector`. */
export const isSameUser = (one: User | null, other: User | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether somebody is signed in, as the view knows it; the server decides anew on every request. */
export const selectIsAuthenticated = (state: WithUser): boolean =>
  selectUserState(state).authenticationState.isAuthenticated

/** The whole `user` state; the initial one in a store without it, as on a foreign host. */
export const selectUserState = ({ user }: WithUser): UserState => user ?? initialUser

/** The `user` slice: the shell owns the key and puts it in every store. Source: specification 4, Authentication and Account flows. */
export const userSlice = defineSlice('user', initialUser, (on) => {
  on(events.sessionEnded, () => initialUser)
  on(events.userUpdated, (state, { payload }) => ({ ...state, ...payload }))
  onAuthentication(on)
  onRegistration(on)
  onRequest(on, 'passwordResetRequest', [
    events.resetMailRequested,
    events.resetMailFinished,
    events.resetMailFailed,
  ])
  onRequest(on, 'resetPassword', [
    events.passwordResetRequested,
    events.passwordResetFinished,
    events.passwordResetFailed,
  ])
  onRequest(on, 'changePassword', [
    events.passwordChangeRequested,
    events.passwordChangeFinished,
    events.passwordChangeFailed,
  ])
})

/** The authentication flags. Nothing here takes `isAuthenticated` back: only the end of the session does. */
function onAuthentication(on: On<UserState>): void {
  const change = (state: UserState, flags: Partial<AuthenticationState>): UserState => ({
    ...state,
    authenticationState: { ...state.authenticationState, ...flags },
  })
  on([events.signInRequested, events.sessionRequested], (state) =>
    change(state, { isLoading: true, isAuthenticationError: false, isError: false, errorMessage: null }),
  )
  on(events.signInFinished, (state, { payload: { user, credentials } }) =>
    change({ ...state, ...user }, { ...LOGGED_OUT, isAuthenticated: true, clientCredentials: credentials }),
  )
  on(events.signInFailed, (state, { payload: { message, isAuthenticationError } }) =>
    change(state, { isLoading: false, isAuthenticationError, isError: true, errorMessage: message }),
  )
}

function onRegistration(on: On<UserState>): void {
  const change = (state: UserState, registration: Partial<RegistrationState>): UserState => ({
    ...state,
    registration: { ...UNREGISTERED, ...registration },
  })
  on(events.registrationRequested, (state) => change(state, { isLoading: true }))
  on(events.registrationFinished, (state, { payload }) => change(state, { success: true, user: payload }))
  on(events.registrationFailed, (state, { payload }) => change(state, { error: payload }))
}

type FailedCreator = Creator<{ readonly type: string; readonly payload: AccountError }>

/** Sending, then sent or error. */
function onRequest(
  on: On<UserState>,
  key: 'passwordResetRequest' | 'resetPassword' | 'changePassword',
  [requested, finished, hasFailed]: readonly [Creator, Creator, FailedCreator],
): void {
  on(requested, (state) => ({ ...state, [key]: SENDING }))
  on(finished, (state) => ({ ...state, [key]: SENT }))
  on(hasFailed, (state, { payload }) => ({ ...state, [key]: failed(payload) }))
}
