import { createAction, type AccountFields } from '@tessera/shared/store'
import type { AccountError } from '@tessera/shared/contract'
import type { FormRefusal } from '../domain/read-answer.ts'
import type { AccountState } from './account-state.ts'

/** A screen was opened, with the state from its URL and from a previous post. */
export const screenOpened = createAction<Partial<AccountState>>('account/screenOpened')
/** A form failed validation or was refused by the server, with the issues to show. The request has an action of its own for its error. */
export const formRefused = createAction<FormRefusal>('account/formRefused')
/** The browser goes to this path: the visitor signed in or registered, or chooses a password before the address is confirmed. */
export const pageLeft = createAction<{ readonly path: string }>('account/pageLeft')

// Requesting another email to confirm an address. Source: specification 7, GET /account/verify/resend.

export const verificationRequested = createAction<AccountFields>('account/verificationRequested')
export const verificationFinished = createAction('account/verificationFinished')
export const verificationFailed = createAction<AccountError>('account/verificationFailed')

// Confirming an email address with the token of an email.

export const confirmationRequested = createAction<AccountFields>('account/confirmationRequested')
export const confirmationFinished = createAction('account/confirmationFinished')
export const confirmationFailed = createAction<AccountError>('account/confirmationFailed')
