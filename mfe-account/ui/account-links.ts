import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { withReturn } from '../domain/return-path.ts'

/** URLs of the account screens in the page's language; those to sign in and register have the path to return to. */
export interface AccountLinks {
  readonly signIn: string
  readonly registration: string
  readonly forgotPassword: string
  readonly changePassword: string
  readonly home: string
}

/** The links for a page. @param prefix of the language, e.g. `/cy`; empty for the site's primary language. */
export const accountLinks = (prefix: string, returnPath: string | null): AccountLinks => ({
  signIn: withReturn(`${prefix}${ACCOUNT_SCREENS.signIn}`, returnPath),
  registration: withReturn(`${prefix}${ACCOUNT_SCREENS.registration}`, returnPath),
  forgotPassword: `${prefix}${ACCOUNT_SCREENS.forgotPassword}`,
  changePassword: `${prefix}${ACCOUNT_SCREENS.changePassword}`,
  home: prefix || '/',
})
