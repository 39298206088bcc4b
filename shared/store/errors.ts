import { errorsOf } from '../contract/index.ts'

/** Errors of the store. */
export const STORE_ERRORS = {
  'store/key-taken': { message: 'Another package already owns this key of the state.' },
  'store/state-unreadable': { message: 'The serialised state is not a JSON object.' },
} as const

export const storeError = errorsOf(STORE_ERRORS)
