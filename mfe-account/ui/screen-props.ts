import type { Store, User, UserState } from '@tessera/shared/contract'
import type { FormRefusal } from '../domain/read-answer.ts'
import type { AccountMessages } from '../messages/index.ts'
import type { AccountState } from '../state/account-state.ts'
import type { AccountLinks } from './account-links.ts'

/** Props of every account screen. */
export interface ScreenProps {
  readonly account: AccountState
  /** The host's `user` state, with the states of these screens' requests. */
  readonly user: UserState
  /** The signed-in user. */
  readonly visitor: User | null
  readonly language: string
  readonly messages: AccountMessages
  readonly links: AccountLinks
  readonly dispatch: Store['dispatch']
  readonly onRefuse: (refusal: FormRefusal) => void
}
