import type { AccountOutcome, AccountRequestState } from '@tessera/shared/contract'
import type { FormRefusal } from '../domain/read-answer.ts'

/** State of the account screens besides the `user` state, which the host owns. Owner: this remote. */
export interface AccountState {
  /** Path to go to afterwards; the host decides whether it is allowed. */
  readonly returnPath: string | null
  /** The path to which access was denied. */
  readonly requestedPath: string | null
  /** Outcome of the post that led to this page. */
  readonly outcome: AccountOutcome | null
  /** Token from the email to reset a password or confirm an address; null after it was refused. */
  readonly token: string | null
  /** Values of a form that was refused by the post that led to this page; never a password. */
  readonly posted: Readonly<Record<string, string>>
  readonly refusal: FormRefusal | null
  /** How often a form of this page was refused, so that each refusal is announced. */
  readonly refusals: number
  /** Request for another email to confirm an address. */
  readonly verification: AccountRequestState
  /** Request that confirms an address. */
  readonly confirmation: AccountRequestState
  /** Path that the browser is going to. */
  readonly leavingTo: string | null
}

export const NOT_SENT: AccountRequestState = { isSending: false, sent: false, error: null }

export const EMPTY_ACCOUNT: AccountState = {
  returnPath: null,
  requestedPath: null,
  outcome: null,
  token: null,
  posted: {},
  refusal: null,
  refusals: 0,
  verification: NOT_SENT,
  confirmation: NOT_SENT,
  leavingTo: null,
}

/** The outcome that stays when a form is sent or refused: that a first password is chosen is a fact of the screen, no news. */
export const lastingOutcome = (outcome: AccountOutcome | null): AccountOutcome | null =>
  outcome === 'first-password' ? outcome : null

/** This remote's part of the state; the initial one before anything was loaded. */
export const selectAccount = (state: Readonly<Record<string, unknown>>): AccountState =>
  (state['account'] as AccountState | undefined) ?? EMPTY_ACCOUNT
