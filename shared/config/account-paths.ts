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

const LANGUAGE = /^\/[a-z]{2,3}(?:-[a-z0-9]{2,4})*(?=\/account\/)/

/**
 * Whether a path is an account screen or endpoint, in any language and spelling: nobody is led back to one after signing in. Except
 * change-password, which requires sign-in itself. By their names alone, since `/my/account` and `/account/orders` are pages like any other.
 */
export function isAccountAct(path: string): boolean {
  const named: readonly string[] = [...Object.values(ACCOUNT_SCREENS), ...Object.values(ACCOUNT_ENDPOINTS)]
  const plain = decoded(path.split(/[?#]/, 1)[0] ?? '')
    .toLowerCase()
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  const own = plain.replace(LANGUAGE, '')
  return own !== ACCOUNT_SCREENS.changePassword && named.includes(own)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // no page has such an address
  }
}
