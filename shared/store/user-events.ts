import { createAction } from '@reduxjs/toolkit'
import type { AccountError, ClientCredentials, User } from '../contract/index.ts'

/** The signed-in user, and when their credentials expire. */
export interface SignedIn {
  readonly user: User
  readonly credentials: ClientCredentials
}

/** Why signing in failed. */
export interface SignInFailure {
  readonly message: string
  /** True when the credentials were refused; false for a network or server failure. */
  readonly isAuthenticationError: boolean
}

/** Credentials to sign in with; no reducer stores them. */
export interface SignInCredentials {
  readonly username: string
  readonly password: string
  /** Path to go to afterwards; the server decides whether it is allowed. */
  readonly returnPath: string | null
}

// Signing in and out. Source: specification 4, Authentication.

/** The visitor submits user name and password. */
export const signInRequested = createAction<SignInCredentials>('user/signInRequested')
/** The browser asks the server who is signed in: there may be a refresh token or a security token. */
export const sessionRequested = createAction('user/sessionRequested')
/** The visitor is signed in: just now with a password, or by an existing session. */
export const signInFinished = createAction<SignedIn>('user/signInFinished')
export const signInFailed = createAction<SignInFailure>('user/signInFailed')
/** Data of the user has changed. */
export const userUpdated = createAction<Partial<User>>('user/userUpdated')
/** @deprecated Nothing handles it: signing out is a form that posts, and `sessionEnded` follows. Kept until contract 2.0. */
export const signOutRequested = createAction<{ readonly path: string | null }>('user/signOutRequested')
/** The user is no longer signed in: they signed out here or in another tab, or the session expired. */
export const sessionEnded = createAction('user/sessionEnded')

// Account flows. Source: specification 4, Account flows. Payloads are the form's unchecked values: the epics that send them
// check them, since a missing value is an error of the flow ("Invalid object").

/** The fields of a form, by name. */
export type AccountFields = Readonly<Record<string, string | undefined>>

export const registrationRequested = createAction<AccountFields>('user/registrationRequested')
export const registrationFinished = createAction<Partial<User>>('user/registrationFinished')
export const registrationFailed = createAction<AccountError>('user/registrationFailed')

/** `userEmail`. Drives `passwordResetRequest`. */
export const resetMailRequested = createAction<AccountFields>('user/resetMailRequested')
export const resetMailFinished = createAction('user/resetMailFinished')
export const resetMailFailed = createAction<AccountError>('user/resetMailFailed')

/** `token`, `password`. Drives `resetPassword`. */
export const passwordResetRequested = createAction<AccountFields>('user/passwordResetRequested')
export const passwordResetFinished = createAction('user/passwordResetFinished')
export const passwordResetFailed = createAction<AccountError>('user/passwordResetFailed')

/** `userId`, `currentPassword`, `newPassword`. Drives `changePassword`. */
export const passwordChangeRequested = createAction<AccountFields>('user/passwordChangeRequested')
export const passwordChangeFinished = createAction('user/passwordChangeFinished')
export const passwordChangeFailed = createAction<AccountError>('user/passwordChangeFailed')
