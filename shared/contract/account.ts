/**
 * Why an account form was refused, as a word that travels: in the address after a post without script
 * (`?error=email.invalid,password.too-short`), or in a JSON answer (`error.issues`). What people read is the screens' business.
 */
export type AccountIssueCode =
  /** A field that has to be filled in. */
  | 'missing'
  | 'invalid'
  | 'too-short'
  | 'too-long'
  /** A password that everybody knows. */
  | 'too-common'
  /** A password that holds the user's own name or email address. */
  | 'too-personal'
  /** The user name or the password is not right; which of them is never said. */
  | 'credentials'
  /** A link from an email that is used up, too old or not ours. */
  | 'link'
  /** The session has ended. */
  | 'expired'
  /** Too many tries; `retryAfterSeconds` says for how long. */
  | 'limited'
  /** The form was not posted from a page of this site. */
  | 'cross-site'
  /** No answer came: offline, cut off or too late. Only the screens know. */
  | 'no-answer'
  | 'unavailable'

/** One reason, and the field that it is about; null for the form as a whole. */
export interface AccountIssue {
  readonly field: AccountField | null
  readonly code: AccountIssueCode
}

/** Names of the fields of account forms, in the markup and in JSON bodies alike. Source: specification 5 and 7. */
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

/** What an account endpoint answers to a JSON post that it refuses. */
export interface AccountRefusal {
  readonly error: {
    /** One of specification 8, word for word, where that has one. */
    readonly message: string
    readonly status: number
    readonly issues?: readonly AccountIssue[]
    readonly retryAfterSeconds?: number
    /** The same message as the platform's own answers carry it. */
    readonly data?: readonly { readonly message: string }[]
  }
}

/**
 * What a screen says after a post without script that went well (`?done=…`): `sent` a mail is on its way, `verified` an
 * address was confirmed, `changed` a password, `reset` a forgotten one, `registered` an account was made; `session-over`: somebody was signed in
 * in this browser, and is no longer.
 */
export type AccountOutcome =
  'sent' | 'verified' | 'changed' | 'reset' | 'registered' | 'signed-out' | 'session-over'
