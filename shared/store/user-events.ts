import { createAction } from '@reduxjs/toolkit'
import type { AccountError, ClientCredentials, User } from '../contract/index.ts'

/** Who has signed in, and until when. */
export interface SignedIn {
  readonly user: User
  readonly credentials: ClientCredentials
}

/** Why nobody was signed in. */
export interface SignInFailure {
  readonly message: string
  /** True when the credentials were refused; false for a failure on the way. */
  readonly isAuthenticationError: boolean
}

/** What somebody signs in with; no reducer keeps any of it. */
export interface SignInCredentials {
  readonly username: string
  readonly password: string
  /** Where to go afterwards, as the page was told; the server decides whether to. */
  readonly returnPath: string | null
}

// Signing in and out. Source: specification 4, Authentication.

/** Somebody wants to sign in with a password. */
export const signInRequested = createAction<SignInCredentials>('user/signInRequested')
/** The browser asks the server who is signed in: a refresh or security token may say so. */
export const sessionRequested = createAction('user/sessionRequested')
/** Somebody is signed in: by a password just now, or by a session that was there. */
export const signInFinished = createAction<SignedIn>('user/signInFinished')
export const signInFailed = createAction<SignInFailure>('user/signInFailed')
/** Facts about the user have changed. */
export const userUpdated = createAction<Partial<User>>('user/userUpdated')
/** The user wants to sign out; then to the given path, or the sign-in page. */
export const signOutRequested = createAction<{ readonly path: string | null }>('user/signOutRequested')
/** Nobody is signed in any more: signed out here or in another tab, or the session has come to its end. */
export const sessionEnded = createAction('user/sessionEnded')

// The account's own flows. Source: specification 4, Account flows. Payloads are what the form held: checked by whoever
// sends them, since what is missing is an error of the flow ("Invalid object").

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
