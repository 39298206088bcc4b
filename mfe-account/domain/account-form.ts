import { ACCOUNT_ENDPOINTS, PASSWORD_MAX_LENGTH } from '@tessera/shared/config'
import type { AccountField } from '@tessera/shared/contract'

/** The forms of accounts, by the view that shows each; `confirm` stands on `verify` when its address holds a link's token. */
export type AccountFormName =
  'sign-in' | 'registration' | 'forgot-password' | 'reset-password' | 'change-password' | 'verify' | 'confirm'

/** One field: what it holds, and what password managers and browsers fill it with. */
export interface AccountFormField {
  readonly name: AccountField
  readonly kind: 'text' | 'email' | 'password'
  /** The token of the HTML standard. */
  readonly autoComplete: string
  readonly maxLength: number
  /** A password to be chosen here: the rules for passwords apply to it. */
  readonly isNewPassword?: true
  readonly isOptional?: true
}

/** Where a form is posted to, and its fields in reading order. */
export interface AccountForm {
  readonly endpoint: string
  readonly fields: readonly AccountFormField[]
}

/** Hidden field that tells a post of ours where the browser does not say; the host gives it to account pages. */
export const FORM_TOKEN = 'form_token'

/** Long enough for every address that mail can be sent to. */
const EMAIL_LENGTH = 254
const NAME_LENGTH = 100
/** A password that exists may be longer than one that may be chosen today. */
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

/** Every form as data. One password field is enough: it can be shown, and a wrong one can be reset. */
export const ACCOUNT_FORMS: Readonly<Record<AccountFormName, AccountForm>> = {
  'sign-in': {
    endpoint: ACCOUNT_ENDPOINTS.signIn,
    fields: [text('username', 'username', EMAIL_LENGTH), currentPassword('password')],
  },
  registration: {
    endpoint: ACCOUNT_ENDPOINTS.register,
    fields: [
      // Not everybody has two names, or wants to tell them.
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
  // A button alone: programs that open the links of mails press none.
  confirm: { endpoint: ACCOUNT_ENDPOINTS.confirmEmail, fields: [] },
}

/** What somebody has entered, by field. */
export type AccountValues = Readonly<Partial<Record<AccountField, string>>>
