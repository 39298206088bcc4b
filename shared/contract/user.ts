/** A group as pages and access rules know it. */
export interface UserGroup {
  readonly id: string
  readonly name: string
}

/** Somebody who has signed in. No token is part of it. Source: specification 3, User. */
export interface User {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  /** First and last name; the user name where there is neither. */
  readonly name: string
  /** Up to 100, inherited ones included. */
  readonly groups: readonly UserGroup[]
  /** The email is at the vendor's domain. */
  readonly isStaff: boolean
}

/**
 * When the credentials of a session end, as ISO dates. The tokens beside them (specification 3, Credentials) never leave
 * the server, so no page can hold one.
 */
export interface ClientCredentials {
  readonly bearerTokenExpiryDate: string
  readonly refreshTokenExpiryDate: string
}

/** Whether somebody is signed in, as the view knows it; the server decides anew on every request. Source: specification 3. */
export interface AuthenticationState {
  readonly isLoading: boolean
  /** Once true it stays true until the session ends. Source: specification 4, Authentication. */
  readonly isAuthenticated: boolean
  /** The credentials were refused, as opposed to a failure on the way. */
  readonly isAuthenticationError: boolean
  readonly isError: boolean
  readonly errorMessage: string | null
  readonly clientCredentials: ClientCredentials | null
}

/** Why an account request came to nothing. */
export interface AccountError {
  /** As the specification words it, or as the platform said it: screens put friendly words beside it. */
  readonly message: string
  readonly status?: number
  /** Field name → what is wrong with it, where the answer says so. */
  readonly fields?: Readonly<Record<string, string>>
}

/** One request of the account screens. Source: specification 3, User. */
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
  /** The created user, as far as the service tells. */
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
  /** Asking for the mail that leads to a new password. */
  readonly passwordResetRequest: AccountRequestState
  /** Setting a new password with the token from that mail. */
  readonly resetPassword: AccountRequestState
  /** Replacing the password of the user who is signed in. */
  readonly changePassword: AccountRequestState
}
