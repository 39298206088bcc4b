/** Words of the account screens. */
export interface AccountMessages {
  readonly signIn: string
  readonly signInTitle: string
  readonly signInIntro: string
  readonly username: string
  readonly password: string
  readonly submit: string
  readonly problem: string
  /** What went wrong with a sign-in, by the code in the address. */
  readonly signInErrors: Readonly<Record<SignInProblem, string>>
  readonly accessDenied: string
  readonly accessDeniedText: string
  readonly requested: string
  readonly signInAsOther: string
  readonly homePage: string
}

/** Reasons to be back at the sign-in form. */
export type SignInProblem = 'credentials' | 'missing' | 'expired' | 'unavailable'

const en: AccountMessages = {
  signIn: 'Sign in',
  signInTitle: 'Sign in to your account',
  signInIntro: 'Use your account to see pages for members and staff.',
  username: 'Username or email address',
  password: 'Password',
  submit: 'Sign in',
  problem: 'There is a problem',
  signInErrors: {
    credentials: 'The username or the password is not right. Check both and try again.',
    missing: 'Enter your username and your password.',
    expired: 'You were signed out after a while. Please sign in again.',
    unavailable: 'We cannot sign anybody in at the moment. Please try again in a few minutes.',
  },
  accessDenied: 'You cannot see this page',
  accessDeniedText:
    'Your account is not one of those that may see it. If you think it should be, ask the person who looks after your access.',
  requested: 'The page you asked for:',
  signInAsOther: 'Sign in with another account',
  homePage: 'Go to the home page',
}

const cy: AccountMessages = {
  signIn: 'Mewngofnodi',
  signInTitle: 'Mewngofnodi i’ch cyfrif',
  signInIntro: 'Defnyddiwch eich cyfrif i weld tudalennau i aelodau a staff.',
  username: 'Enw defnyddiwr neu gyfeiriad e-bost',
  password: 'Cyfrinair',
  submit: 'Mewngofnodi',
  problem: 'Mae problem',
  signInErrors: {
    credentials:
      'Nid yw’r enw defnyddiwr neu’r cyfrinair yn gywir. Gwiriwch y ddau a rhowch gynnig arall arni.',
    missing: 'Rhowch eich enw defnyddiwr a’ch cyfrinair.',
    expired: 'Cawsoch eich allgofnodi ar ôl ysbaid. Mewngofnodwch eto.',
    unavailable: 'Nid oes modd mewngofnodi ar hyn o bryd. Rhowch gynnig arall arni ymhen ychydig funudau.',
  },
  accessDenied: 'Ni allwch weld y dudalen hon',
  accessDeniedText:
    'Nid yw eich cyfrif yn un o’r rhai a gaiff ei gweld. Os credwch y dylai fod, gofynnwch i’r sawl sy’n gofalu am eich mynediad.',
  requested: 'Y dudalen y gofynnoch amdani:',
  signInAsOther: 'Mewngofnodi gyda chyfrif arall',
  homePage: 'Mynd i’r hafan',
}

/** The words in a language; English where there is no translation. */
export const messages = (language: string): AccountMessages =>
  language === 'cy' || language.startsWith('cy-') ? cy : en
