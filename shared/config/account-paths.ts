import { ACCESS_DENIED_PATH, LOGIN_PATH } from './constants.ts'

/** The screens of accounts, as paths without a language. */
export const ACCOUNT_SCREENS = {
  signIn: LOGIN_PATH,
  accessDenied: ACCESS_DENIED_PATH,
  registration: '/account/registration',
  forgotPassword: '/account/forgot-password',
  /** The link in the email adds its token as `?token=`. */
  resetPassword: '/account/reset-password',
  changePassword: '/account/change-password',
  /** The link in the email adds its token; the screen's button confirms the address, opening the link alone does not. */
  verify: '/account/verify',
} as const

/** Endpoints that those screens post their forms to: URL-encoded without JavaScript, JSON with it. Source: specification 7. */
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
