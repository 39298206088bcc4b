import { ACCOUNT_ENDPOINTS, PASSWORD_MAX_LENGTH } from '@tessera/shared/config'
import type { AccountField } from '@tessera/shared/contract'

/** Account forms, by the view that shows each. The view `verify` shows `confirm` when its URL has the token of an email. */
export type AccountFormName =
  'sign-in' | 'registration' | 'forgot-password' | 'reset-password' | 'change-password' | 'verify' | 'confirm'

/** One field of a form, and how browsers and password managers fill it in. */
export interface AccountFormField {
  readonly name: AccountField
  readonly kind: 'text' | 'email' | 'password'
  /** Autofill token of the HTML standard. */
  readonly autoComplete: string
  readonly maxLength: number
  /** Set for a new password, to which the password rules apply. */
  readonly isNewPassword?: true
  readonly isOptional?: true
}

/** The endpoint that a form is posted to, and its fields in reading order. */
export interface AccountForm {
  readonly endpoint: string
  readonly fields: readonly AccountFormField[]
}

/** Hidden field with an anti-CSRF token, for browsers and proxies that send no origin headers. The host adds it to account pages. */
export const FORM_TOKEN = 'form_token'

/** Longest valid email address. */
const EMAIL_LENGTH = 254
const NAME_LENGTH = 100
/** Existing passwords may be longer than new ones are allowed to be. */
const OLD_PASSWORD_LENGTH = 1_024

const text = (name: AccountField, autoComplete: string, maxLength: number): AccountFormField => ({
  name,
  kind: 'text',
  autoComplete,
  maxLength,
})
const email = (name: AccountField): AccountFormField => ({
  name,
  kind: 'email',
  autoComplete: 'email',
  maxLength: EMAIL_LENGTH,
})
const currentPassword = (name: AccountField): AccountFormField => ({
  name,
  kind: 'password',
  autoComplete: 'current-password',
  maxLength: OLD_PASSWORD_LENGTH,
})
const newPassword = (name: AccountField): AccountFormField => ({
  name,
  kind: 'password',
  autoComplete: 'new-password',
  maxLength: PASSWORD_MAX_LENGTH,
  isNewPassword: true,
})

/** Every form as data. New passwords are entered once, since the field can show its value and a wrong password can be reset. */
export const ACCOUNT_FORMS: Readonly<Record<AccountFormName, AccountForm>> = {
  'sign-in': {
    endpoint: ACCOUNT_ENDPOINTS.signIn,
    fields: [text('username', 'username', EMAIL_LENGTH), currentPassword('password')],
  },
  registration: {
    endpoint: ACCOUNT_ENDPOINTS.register,
    fields: [
      // Optional: not everybody has two names, or wants to give them.
      { ...text('firstName', 'given-name', NAME_LENGTH), isOptional: true },
      { ...text('lastName', 'family-name', NAME_LENGTH), isOptional: true },
      email('email'),
      newPassword('password'),
    ],
  },
  'forgot-password': { endpoint: ACCOUNT_ENDPOINTS.requestReset, fields: [email('userEmail')] },
  'reset-password': { endpoint: ACCOUNT_ENDPOINTS.resetPassword, fields: [newPassword('password')] },
  'change-password': {
    endpoint: ACCOUNT_ENDPOINTS.changePassword,
    fields: [currentPassword('currentPassword'), newPassword('newPassword')],
  },
  verify: { endpoint: ACCOUNT_ENDPOINTS.resendVerification, fields: [email('user')] },
  // Only a button: programs that open links in emails do not press it.
  confirm: { endpoint: ACCOUNT_ENDPOINTS.confirmEmail, fields: [] },
}

/** Entered values by field. */
export type AccountValues = Readonly<Partial<Record<AccountField, string>>>
