import {
  passwordChangeRequested,
  passwordResetRequested,
  registrationRequested,
  resetMailRequested,
  signInRequested,
} from '@tessera/shared/store'
import type { AccountRequestState, Action, Slice } from '@tessera/shared/contract'
import { isSpentLink } from '../domain/spent-link.ts'
import { EMPTY_ACCOUNT, type AccountState } from './account-state.ts'
import {
  confirmationFailed,
  confirmationFinished,
  confirmationRequested,
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
  confirmationRequested,
]

function account(state: AccountState = EMPTY_ACCOUNT, action: Action): AccountState {
  if (screenOpened.match(action)) return { ...EMPTY_ACCOUNT, ...action.payload }
  if (formRefused.match(action))
    return {
      ...state,
      refusal: action.payload,
      refusals: state.refusals + 1,
      outcome: null,
      token: isSpentLink(action.payload) ? null : state.token,
    }
  if (pageLeft.match(action)) return { ...state, leavingTo: action.payload.path }
  const isNew = REQUESTS.some((request) => request.match(action))
  return ownRequests(isNew ? { ...state, refusal: null, outcome: null } : state, action)
}

/** The two requests that are no part of the `user` state. */
function ownRequests(state: AccountState, action: Action): AccountState {
  const verification = verificationOf(state.verification, action)
  const confirmation = confirmationOf(state.confirmation, action)
  const isSame = verification === state.verification && confirmation === state.confirmation
  return isSame ? state : { ...state, verification, confirmation }
}

function verificationOf(before: AccountRequestState, action: Action): AccountRequestState {
  if (verificationRequested.match(action)) return SENDING
  if (verificationFinished.match(action)) return SENT
  return verificationFailed.match(action) ? { ...FAILED, error: action.payload } : before
}

function confirmationOf(before: AccountRequestState, action: Action): AccountRequestState {
  if (confirmationRequested.match(action)) return SENDING
  if (confirmationFinished.match(action)) return SENT
  return confirmationFailed.match(action) ? { ...FAILED, error: action.payload } : before
}

const SENDING: AccountRequestState = { isSending: true, sent: false, error: null }
const SENT: AccountRequestState = { isSending: false, sent: true, error: null }
const FAILED = { isSending: false, sent: false } as const

/** The remote's one slice, under its one key. */
export const accountSlice: Slice = { key: 'account', reducer: account as Slice['reducer'] }
