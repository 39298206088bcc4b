/**
 * Why an account form was refused, as a code: in the URL after a post without JavaScript
 * (`?error=email.invalid,password.too-short`), or in a JSON answer (`error.issues`). The screens turn it into a message.
 */
export type AccountIssueCode =
  /** A required field is empty. */
  | 'missing'
  | 'invalid'
  | 'too-short'
  | 'too-long'
  /** A password of the list of common passwords. */
  | 'too-common'
  /** A password that contains the user's own name or email address. */
  | 'too-personal'
  /** The user name or the password is wrong; the answer never tells which of them. */
  | 'credentials'
  /** The link from an email was already used, has expired or was not issued by this site. */
  | 'link'
  /** The session has ended. */
  | 'expired'
  /** Too many attempts; `retryAfterSeconds` says how long to wait. */
  | 'limited'
  /** The form was not posted from a page of this site. */
  | 'cross-site'
  /** No answer arrived: offline, disconnected or timed out. Only the browser sets it. */
  | 'no-answer'
  | 'unavailable'

/** One reason, and the field that it concerns; null for the form as a whole. */
export interface AccountIssue {
  readonly field: AccountField | null
  readonly code: AccountIssueCode
}

/** Names of the fields of account forms, both in the markup and in JSON bodies. Source: specification 5 and 7. */
export type AccountField =
  | 'username'
  | 'password'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'userEmail'
  | 'token'
  | 'userId'
  | 'currentPassword'
  | 'newPassword'
  | 'user'

/** JSON body of an account endpoint's answer to a refused post. */
export interface AccountRefusal {
  readonly error: {
    /** The wording of specification 8 where it has one. */
    readonly message: string
    readonly status: number
    readonly issues?: readonly AccountIssue[]
    readonly retryAfterSeconds?: number
    /** The same message in the shape of the platform's own answers. */
    readonly data?: readonly { readonly message: string }[]
  }
}

/**
 * Outcome that a screen shows after a redirect, as `?done=…`: `sent` an email was sent, `verified` an email address was confirmed,
 * `changed` the password was changed, `reset` a forgotten password was replaced, `registered` an account was created, `session-over`
 * the session of this browser has ended, `first-password` an account that was created in another browser gets its password here (since contract 1.20).
 */
export type AccountOutcome =
  'sent' | 'verified' | 'changed' | 'reset' | 'registered' | 'signed-out' | 'session-over' | 'first-password'
