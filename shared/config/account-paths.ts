import { ACCESS_DENIED_PATH, LOGIN_PATH } from './constants.ts'

/** The screens of accounts, as paths without a language. */
export const ACCOUNT_SCREENS = {
  signIn: LOGIN_PATH,
  accessDenied: ACCESS_DENIED_PATH,
  registration: '/account/registration',
  forgotPassword: '/account/forgot-password',
  /** With the token of the email as `?token=`. */
  resetPassword: '/account/reset-password',
  changePassword: '/account/change-password',
  /** With the token of the email, which the button of the screen confirms: opening the link alone does nothing. */
  verify: '/account/verify',
} as const

/** Where the forms of those screens are posted to: url-encoded without script, JSON with it. Source: specification 7. */
export const ACCOUNT_ENDPOINTS = {
  signIn: LOGIN_PATH,
  signOut: '/account/logout',
  register: '/account/register',
  requestReset: '/account/reset',
  resetPassword: '/account/reset/password',
  changePassword: '/account/change-password',
  confirmEmail: '/account/verify',
  resendVerification: '/account/verify/resend',
} as const
