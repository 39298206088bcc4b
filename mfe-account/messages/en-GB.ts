import type { AccountField, AccountIssueCode, AccountOutcome } from '@tessera/shared/contract'
import { formatsOf } from '@tessera/shared/messages'
import type { AccountFormName } from '../domain/account-form.ts'

const { plural } = formatsOf('en-GB')
const minutes = (seconds: number): string => {
  const count = Math.ceil(seconds / 60)
  return plural(count, { one: '1 minute', other: `${count} minutes` })
}

const characters = (count: number): string =>
  plural(count, { one: '1 character', other: `${count} characters` })

/** The messages of one screen with a form. */
export interface FormWords {
  /** Its heading, and its name in the browser's tab. */
  readonly title: string
  readonly intro: string
  readonly submit: string
  /** Said while the form is on its way. */
  readonly busy: string
}

/** English messages of the account screens: what every other language has to say, too. */
export const messages = {
  forms: {
    'sign-in': {
      title: 'Sign in to your account',
      intro: 'Use your account to see pages for members and staff.',
      submit: 'Sign in',
      busy: 'Signing you in…',
    },
    registration: {
      title: 'Create an account',
      intro: 'It takes a minute. You need an email address that you can open now.',
      submit: 'Create account',
      busy: 'Creating your account…',
    },
    'forgot-password': {
      title: 'Reset your password',
      intro: 'Tell us the email address of your account. We will send you a link to set a new password.',
      submit: 'Send me a link',
      busy: 'Sending the email…',
    },
    'reset-password': {
      title: 'Choose a new password',
      intro: 'When you have saved it, you will be signed out everywhere else.',
      submit: 'Save new password',
      busy: 'Saving your password…',
    },
    'change-password': {
      title: 'Change your password',
      intro: 'When you have saved the new one, you will be signed out everywhere else.',
      submit: 'Change password',
      busy: 'Changing your password…',
    },
    verify: {
      title: 'Confirm your email address',
      intro:
        'We sent you an email with a link when you created your account. If you cannot find it, we can send another.',
      submit: 'Send the email again',
      busy: 'Sending the email…',
    },
    confirm: {
      title: 'Confirm your email address',
      intro: 'One more step: press the button to confirm that the address is yours. You can then sign in.',
      submit: 'Confirm my email address',
      busy: 'Confirming your email address…',
    },
  } satisfies Record<AccountFormName, FormWords>,
  labels: {
    username: 'Username or email address',
    password: 'Password',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email address',
    userEmail: 'Email address',
    token: 'Link',
    userId: 'User',
    currentPassword: 'Current password',
    newPassword: 'New password',
    user: 'Email address',
  } satisfies Record<AccountField, string>,
  /** Stands after the label of a field that may stay empty. */
  optional: '(optional)',
  /** A field that has to be filled in, by field. */
  missing: {
    username: 'Enter your username or email address',
    password: 'Enter a password',
    firstName: 'Enter your first name',
    lastName: 'Enter your last name',
    email: 'Enter your email address',
    userEmail: 'Enter your email address',
    token: 'Use the link in the email that we sent you',
    userId: 'Sign in again, then change your password',
    currentPassword: 'Enter your current password',
    newPassword: 'Enter a new password',
    user: 'Enter your email address',
  } satisfies Record<AccountField, string>,
  /** Everything else that may be wrong, by code. */
  issues: {
    missing: 'Fill in the whole form',
    invalid: 'Enter an email address in the correct format, like name@example.com',
    'too-long': 'The password is too long',
    'too-common': 'Many people use this password, so it is easy to guess. Choose another',
    'too-personal': 'The password must not contain your name or email address',
    credentials: 'The username, email address or password is not right. Check what you entered and try again',
    link: 'This link has been used already, or is too old. Ask for a new one',
    expired: 'You were signed out after a while. Please sign in again',
    'cross-site': 'The form did not come from this page. Please try again',
    'no-answer': 'We could not reach the site. Check your connection and try again',
    unavailable: 'This is not working at the moment. Please try again in a few minutes',
  } satisfies Record<Exclude<AccountIssueCode, 'limited' | 'too-short'>, string>,
  tooShort: (least: number) => `The password must have at least ${characters(least)}`,
  /** One that exists, where `missing` speaks of one to choose. */
  missingPassword: 'Enter your password',
  /** The password that proves who is asking, when it is changed. */
  wrongPassword: 'The current password is not right',
  /** Too many tries; how long to wait where that is known. */
  limited: (waitSeconds: number | null) =>
    `There were too many attempts. Try again in ${waitSeconds === null ? 'a while' : minutes(waitSeconds)}`,
  /** What went well. */
  outcomes: {
    sent: {
      title: 'Check your email',
      text: 'If there is an account with this address, an email is on its way. The link in it works for a short time. Look in your spam folder too.',
    },
    registered: {
      title: 'Check your email',
      text: 'We have sent an email to the address that you gave. Follow the link in it to confirm that the address is yours.',
    },
    verified: { title: 'Your email address is confirmed', text: 'You can sign in now.' },
    reset: { title: 'Your password has been changed', text: 'Sign in with the new one.' },
    changed: {
      title: 'Your password has been changed',
      text: 'You are still signed in here, and signed out everywhere else.',
    },
    'signed-out': { title: 'You are signed out', text: 'Close the browser too if others use this device.' },
    'session-over': {
      title: 'You are no longer signed in',
      text: 'You signed out, maybe in another tab, or were signed out after a time without use. Sign in again to go on.',
    },
    /** For an account that was created in another browser and is not confirmed yet. */
    'first-password': {
      title: 'Choose a password',
      text: 'One more step: choose the password of your account. The account was created in another browser or on another device, so we ask for it here to be sure that it is yours alone. It also confirms your email address.',
    },
  } satisfies Record<AccountOutcome, { readonly title: string; readonly text: string }>,
  /** Before the title of a page with a form that was refused. */
  problemPrefix: 'Error: ',
  problem: 'There is a problem',
  /** Stands before the message of a service, for whoever looks after the site. */
  detail: 'Detail:',
  /** The rules for a new password. */
  passwordRules: (least: number) =>
    `At least ${characters(least)}. Several words together are easy to remember and hard to guess. Do not use your name, your email address or a password that many people use.`,
  password: {
    show: 'Show',
    hide: 'Hide',
    /** What the button does, for whoever hears it without its field. */
    showLabel: 'Show password',
    hideLabel: 'Hide password',
    isShown: 'Your password is visible',
    isHidden: 'Your password is hidden',
  },
  signIn: 'Sign in',
  signOut: 'Sign out',
  createAccount: 'Create an account',
  haveAccount: 'I have an account already',
  forgotten: 'Forgotten your password?',
  changePassword: 'Change password',
  noLink: 'Use the link in the email that we sent you, or ask for a new one',
  /** Heading where a link is missing, too old or used up. */
  brokenLink: 'This link does not work',
  askAgain: 'Ask for a new link',
  /** On the sign-in page, for somebody who is signed in. */
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  useOther: 'Use another account',
  signInAgain: 'Sign in again',
  leaving: { title: 'You are signed in', text: 'Taking you to your page…' },
  continue: 'Continue',
  /** Before the name of whoever is signed in. */
  accountOf: 'Account of',
  accessDenied: {
    title: 'You cannot see this page',
    text: 'Your account cannot open this page. If you think it should, contact us.',
    signedOutText: 'You are not signed in. Sign in to see whether your account gives you access.',
    requested: 'The page you asked for:',
  },
  signInAsOther: 'Sign in with another account',
  homePage: 'Go to the home page',
}

export type AccountMessages = Readonly<typeof messages>
