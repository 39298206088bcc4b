import { errorsOf } from '@tessera/shared/contract'

/** What can go wrong in this remote, as specification 8 words it; people read friendlier words beside it. */
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

/** A reset without an address, or a new password without its token. Source: specification 5. */
export const INVALID_OBJECT = 'Invalid object'
/** A change of password with something missing. Source: specification 5. */
export const INVALID_CHANGE = 'Invalid action object sent to changePassword saga'
