import type { Store, User, UserState } from '@tessera/shared/contract'
import type { FormRefusal } from '../domain/read-answer.ts'
import type { AccountMessages } from '../messages/index.ts'
import type { AccountState } from '../state/account-state.ts'
import type { AccountLinks } from './account-links.ts'

/** What every account screen is made from. */
export interface ScreenProps {
  readonly account: AccountState
  /** The host's `user` state: how the requests of these screens stand. */
  readonly user: UserState
  /** Who is signed in. */
  readonly visitor: User | null
  readonly language: string
  readonly messages: AccountMessages
  readonly links: AccountLinks
  readonly dispatch: Store['dispatch']
  readonly onRefuse: (refusal: FormRefusal) => void
}
