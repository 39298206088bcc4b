import {
  passwordChangeRequested,
  passwordResetRequested,
  registrationRequested,
  resetMailRequested,
  signInRequested,
} from '@tessera/shared/store'
import type { Action, Slice } from '@tessera/shared/contract'
import { EMPTY_ACCOUNT, type AccountState } from './account-state.ts'
import {
  formRefused,
  pageLeft,
  screenOpened,
  verificationFailed,
  verificationFinished,
  verificationRequested,
} from './account-events.ts'

const REQUESTS = [
  signInRequested,
  registrationRequested,
  resetMailRequested,
  passwordResetRequested,
  passwordChangeRequested,
  verificationRequested,
]

function account(state: AccountState = EMPTY_ACCOUNT, action: Action): AccountState {
  if (screenOpened.match(action)) return { ...EMPTY_ACCOUNT, ...action.payload }
  if (formRefused.match(action))
    return { ...state, refusal: action.payload, refusals: state.refusals + 1, outcome: null }
  if (pageLeft.match(action)) return { ...state, leavingTo: action.payload.path }
  if (!REQUESTS.some((request) => request.match(action))) return verification(state, action)
  return verification({ ...state, refusal: null, outcome: null }, action)
}

function verification(state: AccountState, action: Action): AccountState {
  const become = (next: AccountState['verification']): AccountState => ({ ...state, verification: next })
  if (verificationRequested.match(action)) return become({ isSending: true, sent: false, error: null })
  if (verificationFinished.match(action)) return become({ isSending: false, sent: true, error: null })
  if (verificationFailed.match(action))
    return become({ isSending: false, sent: false, error: action.payload })
  return state
}

/** The remote's one slice, under its one key. */
export const accountSlice: Slice = { key: 'account', reducer: account as Slice['reducer'] }
