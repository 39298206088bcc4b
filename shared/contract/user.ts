/** A group of users, as pages and access rules use it. */
export interface UserGroup {
  readonly id: string
  readonly name: string
}

/** A signed-in user, without any token. Source: specification 3, User. */
export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** First and last name; the user name where there is neither. */
  readonly name: string
  /** At most 100, inherited ones included. */
  readonly groups: readonly UserGroup[]
  /** Whether the email address is at the vendor's domain. */
  readonly isStaff: boolean
}

/**
 * When the credentials of a session expire, as ISO dates. The tokens themselves (specification 3, Credentials) never leave the
 * server, so they are never part of a page.
 */
export interface ClientCredentials {
  readonly bearerTokenExpiryDate: string
  readonly refreshTokenExpiryDate: string
}

/** Whether the visitor is signed in, for display only; the server checks it on every request. Source: specification 3. */
export interface AuthenticationState {
  readonly isLoading: boolean
  /** Once true it stays true until the session ends. Source: specification 4, Authentication. */
  readonly isAuthenticated: boolean
  /** The credentials were refused, as opposed to a network or server failure. */
  readonly isAuthenticationError: boolean
  readonly isError: boolean
  readonly errorMessage: string | null
  readonly clientCredentials: ClientCredentials | null
}

/** Why an account request failed. */
export interface AccountError {
  /** In the wording of the specification or of the platform; screens add a message in plain language. */
  readonly message: string
  readonly status?: number
  /** Field name → its error, where the answer has one. */
  readonly fields?: Readonly<Record<string, string>>
}

/** State of one request of the account screens. Source: specification 3, User. */
export interface AccountRequestState {
  readonly isSending: boolean
  readonly sent: boolean
  readonly error: AccountError | null
}

/** Registration. Source: specification 3, User. */
export interface RegistrationState {
  readonly isLoading: boolean
  readonly success: boolean
  readonly error: AccountError | null
  /** The created user, as far as the service returns it. */
  readonly user: Partial<User> | null
}

/**
 * The `user` state. Owner: the shell; other packages change it through the events of `@tessera/shared/store`.
 * With nobody signed in `id` is null and the other fields of the user are empty. Source: specification 3.
 */
export interface UserState extends Omit<User, 'id'> {
  readonly id: string | null
  readonly authenticationState: AuthenticationState
  readonly registration: RegistrationState
  /** Requesting the email with the link to set a new password. */
  readonly passwordResetRequest: AccountRequestState
  /** Setting a new password with the token from that email. */
  readonly resetPassword: AccountRequestState
  /** Changing the password of the signed-in user. */
  readonly changePassword: AccountRequestState
}
