import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { withReturn } from '../domain/return-path.ts'

/** Addresses of the account screens in the language of the page, each leading back to where the visitor wanted to go. */
export interface AccountLinks {
  readonly signIn: string
  readonly registration: string
  readonly forgotPassword: string
  readonly changePassword: string
  readonly home: string
}

/** @param prefix of the language, e.g. `/cy`; empty for the site's first language. */
export const accountLinks = (prefix: string, returnPath: string | null): AccountLinks => ({
  signIn: withReturn(`${prefix}${ACCOUNT_SCREENS.signIn}`, returnPath),
  registration: withReturn(`${prefix}${ACCOUNT_SCREENS.registration}`, returnPath),
  forgotPassword: `${prefix}${ACCOUNT_SCREENS.forgotPassword}`,
  changePassword: `${prefix}${ACCOUNT_SCREENS.changePassword}`,
  home: prefix || '/',
})
