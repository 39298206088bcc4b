import type {
  AccountError,
  AccountRequestState,
  AuthenticationState,
  HostState,
  RegistrationState,
  User,
  UserState,
} from '../contract/index.ts'
import { stateAdopted } from './create-store.ts'
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
const NO_REQUESTS = {
  registration: UNREGISTERED,
  passwordResetRequest: UNTOUCHED,
  resetPassword: UNTOUCHED,
  changePassword: UNTOUCHED,
}

/** State without a signed-in user and without account requests. */
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
  ...NO_REQUESTS,
}

/** The part of the state that these selectors read; it has no user inside a page of another site. */
type WithUser = Readonly<Partial<Pick<HostState, 'user'>>>

/** The signed-in user; null when nobody is signed in. */
export function selectUser(state: WithUser): User | null {
  const { id, username, email, firstName, lastName, name, groups, isStaff } = selectUserState(state)
  return id === null ? null : { id, username, email, firstName, lastName, name, groups, isStaff }
}

/** Whether two results of `selectUser` are equal, for `useSelector`: it returns a new object each time. */
export const isSameUser = (one: User | null, other: User | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether the visitor is signed in, for display only; the server checks it on every request. */
export const selectIsAuthenticated = (state: WithUser): boolean =>
  selectUserState(state).authenticationState.isAuthenticated

/** The whole `user` state; the initial one in a store without it, as inside a page of another site. */
export const selectUserState = ({ user }: WithUser): UserState => user ?? initialUser

/** The `user` slice; the shell owns it and adds it to every store. Source: specification 4, Authentication and Account flows. */
export const userSlice = defineSlice('user', initialUser, (on) => {
  on(events.sessionEnded, () => initialUser)
  // Each visit of an account page begins with its form. State without `page` belongs to the page that is shown already.
  on(stateAdopted, (state, { payload }) => ('page' in payload ? { ...state, ...NO_REQUESTS } : state))
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

/** Reducers of the authentication flags. None of them resets `isAuthenticated`: only `sessionEnded` does. */
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

/** Reducers of one request: sending, then sent or error. */
function onRequest(
  on: On<UserState>,
  key: 'passwordResetRequest' | 'resetPassword' | 'changePassword',
  [requested, finished, hasFailed]: readonly [Creator, Creator, FailedCreator],
): void {
  on(requested, (state) => ({ ...state, [key]: SENDING }))
  on(finished, (state) => ({ ...state, [key]: SENT }))
  on(hasFailed, (state, { payload }) => ({ ...state, [key]: failed(payload) }))
}
