import { errorsOf } from '@tessera/shared/contract'

/** Errors of this remote, in the wording of specification 8; screens add a message in plain language. */
export const ACCOUNT_ERRORS = {
  'account/no-answer': { message: 'No response from server' },
  'account/timed-out': { message: 'No response from server', status: 504 },
  'account/unreadable-user': {
    message: 'Unable to parse the created user from the register service response',
    status: 502,
  },
  'account/unreadable-session': { message: 'Failed to fetch credentials', status: 502 },
} as const

export const accountError = errorsOf(ACCOUNT_ERRORS)

/** Error of a reset request without an email address, or of a new password without its token. Source: specification 5. */
export const INVALID_OBJECT = 'Invalid object'
/** Error of a password change with a missing field. Source: specification 5. */
export const INVALID_CHANGE = 'Invalid action object sent to changePassword saga'
