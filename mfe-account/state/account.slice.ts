import {
  defineSlice,
  passwordChangeRequested,
  passwordResetRequested,
  registrationRequested,
  resetMailRequested,
  signInRequested,
  type Creator,
  type On,
} from '@tessera/shared/store'
import { isInvalidLink } from '../domain/invalid-link.ts'
import { EMPTY_ACCOUNT, lastingOutcome, NOT_SENT, type AccountState } from './account-state.ts'
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

/** Requests whose state is part of the host's `user`. */
const USER_REQUESTS = [
  signInRequested,
  registrationRequested,
  resetMailRequested,
  passwordResetRequested,
  passwordChangeRequested,
] as const

/** The state without refusal and outcome of the previous attempt. */
const withoutOutcome = (state: AccountState): AccountState => ({
  ...state,
  refusal: null,
  outcome: lastingOutcome(state.outcome),
})

/** The remote's only slice. */
export const accountSlice = defineSlice('account', EMPTY_ACCOUNT, (on) => {
  on(screenOpened, (_, { payload }) => ({ ...EMPTY_ACCOUNT, ...payload }))
  on(formRefused, (state, { payload }) => ({
    ...state,
    refusal: payload,
    refusals: state.refusals + 1,
    outcome: lastingOutcome(state.outcome),
    token: isInvalidLink(payload) ? null : state.token,
  }))
  on(pageLeft, (state, { payload }) => ({
    ...state,
    confirmation: NOT_SENT,
    leavingTo: payload.path,
  }))
  on(USER_REQUESTS, withoutOutcome)
  onRequest(on, 'verification', [verificationRequested, verificationFinished, verificationFailed])
  onRequest(on, 'confirmation', [confirmationRequested, confirmationFinished, confirmationFailed])
})

/** Reducers of a request whose state is not part of `user`. */
function onRequest(
  on: On<AccountState>,
  key: 'verification' | 'confirmation',
  [requested, finished, failed]: readonly [
    Creator,
    Creator,
    typeof verificationFailed | typeof confirmationFailed,
  ],
): void {
  on(requested, (state) => ({
    ...withoutOutcome(state),
    [key]: { isSending: true, sent: false, error: null },
  }))
  on(finished, (state) => ({ ...state, [key]: { isSending: false, sent: true, error: null } }))
  on(failed, (state, { payload }) => ({
    ...state,
    [key]: { isSending: false, sent: false, error: payload },
  }))
}
