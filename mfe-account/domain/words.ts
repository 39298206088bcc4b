import type { AccountField, AccountIssueCode, AccountOutcome } from '@tessera/shared/contract'
import type { AccountFormName } from './account-form.ts'

/** The words of one screen with a form. */
export interface FormWords {
  /** Its heading, and its name in the browser's tab. */
  readonly title: string
  readonly intro: string
  readonly submit: string
  /** Said while the form is on its way. */
  readonly busy: string
}

/** Words of the account screens. */
export interface AccountMessages {
  readonly forms: Readonly<Record<AccountFormName, FormWords>>
  readonly labels: Readonly<Record<AccountField, string>>
  /** Stands after the label of a field that may stay empty. */
  readonly optional: string
  /** A field that has to be filled in, by field. */
  readonly missing: Readonly<Record<AccountField, string>>
  /** Everything else that may be wrong, by code. */
  readonly issues: Readonly<Record<Exclude<AccountIssueCode, 'limited'>, string>>
  /** The password that proves who is asking, when it is changed. */
  readonly wrongPassword: string
  /** Too many tries; how long to wait where that is known. */
  readonly limited: (waitSeconds: number | null) => string
  /** What went well. */
  readonly outcomes: Readonly<Record<AccountOutcome, { readonly title: string; readonly text: string }>>
  /** Before the title of a page with a form that was refused. */
  readonly problemPrefix: string
  readonly problem: string
  /** Stands before the message of a service, for whoever looks after the site. */
  readonly detail: string
  /** The rules for a new password. */
  readonly passwordRules: string
  readonly password: {
    readonly show: string
    readonly hide: string
    /** What the button does, for whoever hears it without its field. */
    readonly showLabel: string
    readonly hideLabel: string
    readonly isShown: string
    readonly isHidden: string
  }
  readonly signIn: string
  readonly signOut: string
  readonly createAccount: string
  readonly haveAccount: string
  readonly forgotten: string
  readonly changePassword: string
  readonly askAgain: string
  /** On the sign-in page, for somebody who is signed in. */
  readonly signedInAs: (name: string) => string
  readonly signInAgain: string
  readonly leaving: { readonly title: string; readonly text: string }
  readonly continue: string
  /** Before the name of whoever is signed in. */
  readonly accountOf: string
  readonly accessDenied: { readonly title: string; readonly text: string; readonly requested: string }
  readonly signInAsOther: string
  readonly homePage: string
}
