import type {
  AccountError,
  AccountRequestState,
  Action,
  AuthenticationState,
  RegistrationState,
  Slice,
  User,
  UserState,
} from '../contract/index.ts'
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

/** The user as the state holds it; null when nobody is signed in. */
export function selectUser(state: Readonly<Record<string, unknown>>): User | null {
  const { id, username, email, firstName, lastName, name, groups, isStaff } = selectUserState(state)
  return id === null ? null : { id, username, email, firstName, lastName, name, groups, isStaff }
}

/** Whether two answers of `selectUser` say the same: it makes a new one each time. For `useSelector`. */
export const isSameUser = (one: User | null, other: User | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** Whether somebody is signed in, as the view knows it; the server decides anew on every request. */
export const selectIsAuthenticated = (state: Readonly<Record<string, unknown>>): boolean =>
  selectUserState(state).authenticationState.isAuthenticated

/** The whole `user` state; the initial one in a store without it, as on a foreign host. */
export const selectUserState = (state: Readonly<Record<string, unknown>>): UserState =>
  (state['user'] as UserState | undefined) ?? initialUser

/** The transitions of the `user` state. Source: specification 4, Authentication and Account flows. */
function user(state: UserState = initialUser, action: Action): UserState {
  if (!action.type.startsWith('user/')) return state
  if (events.sessionEnded.match(action)) return initialUser
  if (events.userUpdated.match(action)) return { ...state, ...action.payload }
  if (events.signInFinished.match(action))
    return { ...state, ...action.payload.user, ...flags(state, action) }
  const authenticationState = authentication(state.authenticationState, action)
  const next: UserState = {
    ...state,
    authenticationState,
    registration: registration(state.registration, action),
    passwordResetRequest: request(state.passwordResetRequest, action, RESET_MAIL),
    resetPassword: request(state.resetPassword, action, PASSWORD_RESET),
    changePassword: request(state.changePassword, action, PASSWORD_CHANGE),
  }
  return isSame(state, next) ? state : next
}

const flags = (
  { authenticationState }: UserState,
  action: Action,
): Pick<UserState, 'authenticationState'> => ({
  authenticationState: authentication(authenticationState, action),
})

/** The authentication flags. Nothing here takes `isAuthenticated` back: only the end of the session does. */
function authentication(state: AuthenticationState, action: Action): AuthenticationState {
  if (events.signInRequested.match(action) || events.sessionRequested.match(action))
    return { ...state, isLoading: true, isAuthenticationError: false, isError: false, errorMessage: null }
  if (events.signInFinished.match(action))
    return { ...LOGGED_OUT, isAuthenticated: true, clientCredentials: action.payload.credentials }
  if (!events.signInFailed.match(action)) return state
  const { message, isAuthenticationError } = action.payload
  return { ...state, isLoading: false, isAuthenticationError, isError: true, errorMessage: message }
}

function registration(state: RegistrationState, action: Action): RegistrationState {
  if (events.registrationRequested.match(action)) return { ...UNREGISTERED, isLoading: true }
  if (events.registrationFinished.match(action))
    return { ...UNREGISTERED, success: true, user: action.payload }
  if (events.registrationFailed.match(action)) return { ...UNREGISTERED, error: action.payload }
  return state
}

const RESET_MAIL = [events.resetMailRequested, events.resetMailFinished, events.resetMailFailed] as const
const PASSWORD_RESET = [
  events.passwordResetRequested,
  events.passwordResetFinished,
  events.passwordResetFailed,
] as const
const PASSWORD_CHANGE = [
  events.passwordChangeRequested,
  events.passwordChangeFinished,
  events.passwordChangeFailed,
] as const

function request(
  state: AccountRequestState,
  action: Action,
  [requested, finished, hasFailed]: typeof RESET_MAIL | typeof PASSWORD_RESET | typeof PASSWORD_CHANGE,
): AccountRequestState {
  if (requested.match(action)) return SENDING
  if (finished.match(action)) return SENT
  return hasFailed.match(action) ? failed(action.payload) : state
}

const isSame = (one: UserState, other: UserState): boolean =>
  (Object.keys(one) as (keyof UserState)[]).every((key) => one[key] === other[key])

/** The `user` slice. The shell owns the key and puts it in every store. */
export const userSlice: Slice = { key: 'user', reducer: user as Slice['reducer'] }
