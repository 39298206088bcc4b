import { createAction, type AccountFields } from '@tessera/shared/store'
import type { AccountError } from '@tessera/shared/contract'
import type { FormRefusal } from '../domain/read-answer.ts'
import type { AccountState } from './account-state.ts'

/** One of the screens was asked for: what its address, and a post before it, say. */
export const screenOpened = createAction<Partial<AccountState>>('account/screenOpened')
/** A form is not sent, or was sent in vain: what its screen shows. What was said of the request is an action of that request. */
export const formRefused = createAction<FormRefusal>('account/formRefused')
/** Somebody is signed in or registered, and the page leaves for this path. */
export const pageLeft = createAction<{ readonly path: string }>('account/pageLeft')

// Asking for another mail to confirm an address. Source: specification 7, GET /account/verify/resend.

export const verificationRequested = createAction<AccountFields>('account/verificationRequested')
export const verificationFinished = createAction('account/verificationFinished')
export const verificationFailed = createAction<AccountError>('account/verificationFailed')

// Confirming an address with the token of a mail.

export const confirmationRequested = createAction<AccountFields>('account/confirmationRequested')
export const confirmationFinished = createAction('account/confirmationFinished')
export const confirmationFailed = createAction<AccountError>('account/confirmationFailed')
