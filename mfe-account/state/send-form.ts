import { toAppError, type AccountIssueCode, type AppError } from '@tessera/shared/contract'
import { isDone, readRefusal, type AccountAnswer, type Refusal } from '../domain/read-answer.ts'
import type { CallAccount, AccountCall } from '../io/call-account.ts'
import type { LeavePage } from '../io/leave-page.ts'

/** The calls of the account screens. */
export interface AccountIo {
  readonly callAccount: CallAccount
  readonly leavePage: LeavePage
}

/** The result of sending a form. A refusal has no answer where none came. */
export type Sent =
  | { readonly answer: AccountAnswer; readonly refusal?: undefined }
  | { readonly answer?: AccountAnswer; readonly refusal: Refusal }

/**
 * Send a form. A missing answer is also returned as a refusal. `defaultMessage` gives the message for an answer without one.
 */
export async function sendForm(
  { callAccount }: AccountIo,
  call: AccountCall,
  defaultMessage: (answer: AccountAnswer) => string = () => 'No response from server',
): Promise<Sent> {
  try {
    const answer = await callAccount(call)
    return isDone(answer) ? { answer } : { answer, refusal: readRefusal(answer, defaultMessage(answer)) }
  } catch (thrown) {
    return { refusal: refusalOf(toAppError(thrown), 'no-answer') }
  }
}

/** A failure without an answer of the endpoint, as a refusal. */
export const refusalOf = ({ message, status }: AppError, code: AccountIssueCode): Refusal => ({
  issues: [{ field: null, code }],
  error: { message, ...(status === undefined ? {} : { status }) },
  waitSeconds: null,
})
