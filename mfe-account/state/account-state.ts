import type { AccountOutcome, AccountRequestState } from '@tessera/shared/contract'
import type { FormRefusal } from '../domain/read-answer.ts'

/** What the account screens show beside the `user` state, which is the host's. Owner: this remote. */
export interface AccountState {
  /** Where to go afterwards, as data: the host decides whether to. */
  readonly returnPath: string | null
  /** The path that was refused. */
  readonly requestedPath: string | null
  /** What went well before this page was asked for. */
  readonly outcome: AccountOutcome | null
  /** Of the mail that leads to a new password, or confirms an address; gone once it is known to be spent. */
  readonly token: string | null
  /** What had been typed into a form that was refused before this page was asked for; never a password. */
  readonly posted: Readonly<Record<string, string>>
  readonly refusal: FormRefusal | null
  /** How often a form of this page was refused: a new refusal is told anew. */
  readonly refusals: number
  /** Another mail that confirms an address is asked for. */
  readonly verification: AccountRequestState
  /** An address is confirmed. */
  readonly confirmation: AccountRequestState
  /** The page that is being gone to. */
  readonly leavingTo: string | null
}

const NOT_ASKED: AccountRequestState = { isSending: false, sent: false, error: null }

export const EMPTY_ACCOUNT: AccountState = {
  returnPath: null,
  requestedPath: null,
  outcome: null,
  token: null,
  posted: {},
  refusal: null,
  refusals: 0,
  verification: NOT_ASKED,
  confirmation: NOT_ASKED,
  leavingTo: null,
}

/** This remote's part of the state; empty before anything was loaded. */
export const selectAccount = (state: Readonly<Record<string, unknown>>): AccountState =>
  (state['account'] as AccountState | undefined) ?? EMPTY_ACCOUNT
