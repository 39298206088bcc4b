import { DEFAULT_LANGUAGE } from '@tessera/shared/content'
import type { AccountError, AccountIssue, AccountRequestState, UserState } from '@tessera/shared/contract'
import { initialUser } from '@tessera/shared/store'
import type { AccountMessages } from '../messages/index.ts'
import { EMPTY_ACCOUNT, type AccountState } from '../state/account-state.ts'

/** One state of one screen, as data: for tests, for the accessibility check, and for the trial of a release. */
export interface Example {
  readonly name: string
  readonly view: string
  readonly account?: Partial<AccountState>
  readonly user?: Partial<UserState>
  /** Text that this state must show, and no other state of the same view. */
  readonly shows: (messages: AccountMessages) => string
}

/** A signed-in user. */
export const MEMBER: Partial<UserState> = {
  ...initialUser,
  id: '4',
  username: 'a.member',
  email: 'a.member@post.example',
  firstName: 'Asha',
  lastName: 'Member',
  name: 'Asha Member',
  authenticationState: { ...initialUser.authenticationState, isAuthenticated: true },
}
/** A request that is being sent. */
export const SENDING = { isSending: true, sent: false, error: null }
/** A request that succeeded. */
export const SENT = { isSending: false, sent: true, error: null }

/** A request that failed. */
export const failed = (error: AccountError): AccountRequestState => ({ isSending: false, sent: false, error })

/** A form that was refused without a page load. */
export const refused = (
  issues: readonly AccountIssue[],
  waitSeconds: number | null = null,
): Partial<AccountState> => ({ refusal: { issues, waitSeconds }, refusals: 1 })
/** One issue of a form as a whole. */
export const whole = (code: AccountIssue['code']): readonly AccountIssue[] => [{ field: null, code }]

/** The whole state of a page that shows an example in a language, at the path of its view. */
export const stateOf = (
  { view, account, user }: Example,
  language: string,
): Readonly<Record<string, unknown>> => {
  const prefix = language === DEFAULT_LANGUAGE ? '' : `/${language}`
  const currentPath = view === 'user-menu' ? `${prefix}/news` : `${prefix}/account/${view}`
  return {
    routing: { currentPath, location: { pathname: currentPath, search: '', hash: '' } },
    page: { head: { language } },
    user: { ...initialUser, ...user },
    account: { ...EMPTY_ACCOUNT, ...account },
  }
}
